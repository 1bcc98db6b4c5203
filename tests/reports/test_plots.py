"""Plots: nothing is cut off, and nothing is drawn where it is not."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from moleworks.reports import plots
from moleworks.reports.plots import IntervalMark

LONG = (
    "Buddel Bande, classic, passage=half, forest of the long board name, 4 players",
    "my.very.deeply.nested.package.of.bots:TheDiggerThatDigsDeeperThanAllOthers",
    "M" * 60,
)


def written(svg: str, kind: str) -> list[str]:
    return re.findall(rf'<text[^>]*class="{kind}"[^>]*>([^<]*)</text>', svg)


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_is_written_in_full_and_starts_within_the_plot(name: str) -> None:
    svg = plots.interval_plot([IntervalMark(name, 0.5, 0.4, 0.6), IntervalMark("b", 0.5, 0.4, 0.6)], "x", str)
    *lines, last = written(svg, "end")
    assert last == "b"
    assert len(lines) > 1
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    found = re.search(r'<text x="([\d.]+)"[^>]*class="end"', svg)
    assert found
    # 60 letters M, the widest there is, in lines: even those begin within the picture.
    assert all(14 * line.count("M") <= float(found[1]) for line in lines)
    rows = [float(y) for y in re.findall(r'<circle[^>]*cy="([\d.]+)"', svg)]
    assert rows[1] - rows[0] > plots.LINE, "a name in several lines has a taller row"


def test_a_figure_beyond_the_bounds_widens_the_scale() -> None:
    inside = plots.interval_plot([IntervalMark("a", 0.5, 0.1, 0.9)], "x", str, bounds=(0.0, 1.0))
    assert written(inside, "scale middle") == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    beyond = plots.interval_plot([IntervalMark("a", -0.2, -0.4, 0.1)], "x", str, bounds=(0.0, 1.0))
    assert written(beyond, "scale middle")[0] == "−0.4"


@pytest.mark.parametrize(
    ("low", "high"), [(-1.0, 0.01), (-0.3, 0.71), (-707.0, -3.0), (-0.004, 0.0031), (0.0, 1.0), (-5.0, 5.0)]
)
def test_a_scale_has_a_few_round_numbers_and_nought_among_them(low: float, high: float) -> None:
    ticks = plots.scale_ticks(low, high)
    assert 3 <= len(ticks) <= 8
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
    assert (0.0 in ticks) == (low <= 0 <= high)
    assert not any(str(tick).startswith("-0.0") and not tick for tick in ticks)


def test_each_row_may_have_its_own_even_share() -> None:
    marks = [IntervalMark("two", 0.5, 0.4, 0.6, 0.5), IntervalMark("four", 0.3, 0.2, 0.4, 0.25)]
    svg = plots.interval_plot(marks, "x", str, bounds=(0.0, 1.0))
    evens = re.findall(r'<line x1="([\d.]+)"[^>]*y1="(\d+)" y2="(\d+)" class="even"', svg)
    assert [(top, end) for _, top, end in evens] == [("0", "30"), ("30", "60")]
    assert float(evens[0][0]) > float(evens[1][0])


def test_names_below_columns_leave_each_other_room() -> None:
    bins = [(f"{score} %", 1) for score in range(10, 50)]
    svg = plots.column_plot(bins, "x")
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="204"', svg)]
    assert min(b - a for a, b in pairwise(places)) > 40

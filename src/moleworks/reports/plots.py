"""Draw SVG plots for reports and docs: values with intervals, and column charts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from moleworks.reports.frame import minus
from moleworks.reports.markup import Markup, element

WIDTH = 760
LEAST, MOST, GAP, RIGHT, LINE, FOOT = 90, 300, 10, 24, 30, 34
"""Interval plots: width of names (least, most), gaps, height of a row, and height of the scale."""
TALL, LOW = 220, 36
FEW = 10
"""Columns are never wider than with this many of them."""
TYPE = 18
"""The line height of names."""
TICKS = 8
"""The most ticks along a scale."""
NARROW, WIDE = frozenset(" !'(),-./:;I[]fijlrt|"), frozenset("%@GMOQWmw…–−")
"""Letters by width in common fonts: narrow 5, wide 14, others 8.5 units."""
STANDALONE_STYLE = (
    "svg{background:#fffdf7}"
    "text{font:14px system-ui,sans-serif;fill:#22201c}.scale{fill:#5d564a}.end{text-anchor:end}"
    ".middle{text-anchor:middle}.grid{stroke:#d9c9a6}.plot{fill:#fff8ea}.whisker{stroke:#22201c;stroke-width:2}"
    ".dot,.column{fill:#3e6b2f;stroke:#22201c}.even{stroke:#8c3b2e;stroke-width:2;stroke-dasharray:6 4}"
    "@media(prefers-color-scheme:dark){svg{background:#2a3140}text{fill:#fff8ea}.scale{fill:#c9c2b2}.grid{stroke:#4b566c}"
    ".plot{fill:#1e2430}.whisker{stroke:#fff8ea}.dot,.column{fill:#8cbf5a;stroke:#fff8ea}.even{stroke:#e79a8a}}"
)
"""The style of a plot in its own file; on a page, the page's style applies.

It sets a background, because the viewer's colour scheme may differ from the device's.
"""


class IntervalMark(NamedTuple):
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float
    even: float | None = None
    """The value that means no difference, if it differs between marks."""


def interval_plot(
    marks: Sequence[IntervalMark],
    label: str,
    show: Callable[[float], str],
    *,
    even: float | None = None,
    bounds: tuple[float, float] | None = None,
    alone: bool = False,
) -> Markup:
    """A row for each value; the line at `even` means no difference.

    The scale covers `bounds`, and more if a value lies outside.
    """
    low, high = _bounds(marks, even, bounds)
    names = [wrap_name(mark.name) for mark in marks]
    left = max([LEAST, *(_text_width(line) + 2 * GAP for name in names for line in name)])
    tops = [0.0, *accumulate(max(LINE, TYPE * len(name) + 12) for name in names)]
    foot = tops[-1]

    def x(value: float) -> str:
        return f"{left + (WIDTH - left - RIGHT) * (min(max(value, low), high) - low) / (high - low):.1f}"

    def upright(at: float, top: float, end: float, kind: str) -> Markup:
        return element("line", x1=x(at), x2=x(at), y1=f"{top:g}", y2=f"{end:g}", class_=kind)

    parts = [
        element(
            "rect", x=f"{left:g}", y=0, width=f"{WIDTH - left - RIGHT:g}", height=f"{foot:g}", class_="plot"
        )
    ]
    for tick in scale_ticks(low, high):
        parts.append(upright(tick, 0, foot, "grid"))
        parts.append(element("text", minus(show(tick)), x=x(tick), y=f"{foot + 20:g}", class_="scale middle"))
    if even is not None:
        parts.append(upright(even, 0, foot, "even"))
    for mark, name, top, end in zip(marks, names, tops, tops[1:], strict=False):
        y = (top + end) / 2
        if mark.even is not None:
            parts.append(upright(mark.even, top, end, "even"))
        for at, line in enumerate(name):
            base = y + 5 + TYPE * (at - (len(name) - 1) / 2)
            parts.append(element("text", line, x=f"{left - GAP:g}", y=f"{base:g}", class_="end"))
        ends = {"x1": x(mark.low), "x2": x(mark.high), "y1": f"{y:g}", "y2": f"{y:g}"}
        parts.append(element("line", class_="whisker", **ends))
        parts.append(element("circle", cx=x(mark.value), cy=f"{y:g}", r=6, class_="dot"))
    return _svg(foot + FOOT, label, parts, alone)


def wrap_name(name: str) -> list[str]:
    """Break a name into lines that fit beside the plot, between words or parts of a path if possible.

    >>> wrap_name("level1"), wrap_name("Mole Company, classic, forest, fast=true, 4 players")
    (['level1'], ['Mole Company, classic, forest,', 'fast=true, 4 players'])
    """
    lines = [""]
    for part in re.findall(r"[^\s.:,_/-]*[\s.:,_/-]*", name):
        if lines[-1] and _text_width((lines[-1] + part).rstrip()) > MOST - 2 * GAP:
            lines.append("")
        for letter in part:
            if _text_width((lines[-1] + letter).rstrip()) > MOST - 2 * GAP:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines]


def _text_width(text: str) -> float:
    """An estimate of the width of a text: the viewer's fonts are unknown."""
    return sum(5 if letter in NARROW else 14 if letter in WIDE else 8.5 for letter in text)


def column_plot(bins: Sequence[tuple[str, float]], label: str, *, alone: bool = False) -> Markup:
    """A column chart of counts, with as many names below as fit."""
    most = max((count for _, count in bins), default=1) or 1
    wide = (WIDTH - 2 * RIGHT) / max(len(bins), FEW)
    every = math.ceil(max((_text_width(name) + 4 for name, _ in bins), default=1) / wide)
    parts = [element("rect", x=RIGHT, y=0, width=WIDTH - 2 * RIGHT, height=TALL - LOW, class_="plot")]
    for number, (name, count) in enumerate(bins):
        tall = (TALL - LOW - 22) * count / most
        x = RIGHT + number * wide
        parts.append(
            element(
                "rect",
                x=f"{x + 1:.1f}",
                y=f"{TALL - LOW - tall:.1f}",
                width=f"{max(wide - 2, 1):.1f}",
                height=f"{tall:.1f}",
                class_="column",
            )
        )
        if number % every == 0:
            middle = f"{x + wide / 2:.1f}"
            parts.append(element("text", name, x=middle, y=TALL - LOW + 20, class_="scale middle"))
            parts.append(
                element(
                    "text", f"{count:g}", x=middle, y=f"{TALL - LOW - tall - 5:.1f}", class_="scale middle"
                )
            )
    return _svg(TALL, label, parts, alone)


def scale_ticks(low: float, high: float) -> list[float]:
    """Round numbers along a scale, at most eight; 0 is one of them if it is in range.

    >>> scale_ticks(0.31, 0.82), scale_ticks(-130.0, 65.0)
    ([0.4, 0.5, 0.6, 0.7, 0.8], [-100.0, -50.0, 0.0, 50.0])
    """
    power = 10.0 ** math.floor(math.log10((high - low) / TICKS))
    for step in (power, 2 * power, 5 * power, 10 * power):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < TICKS:
            break
    return [round(n * step, 10) for n in range(first, last + 1)]


def histogram(numbers: Sequence[int], most: int = 24) -> list[tuple[str, int]]:
    """Count numbers in equal steps; each step is named by its first number.

    >>> histogram([3, 4, 4, 9], most=4)
    [('2', 1), ('4', 2), ('6', 0), ('8', 1)]
    """
    if not numbers:
        return []
    low, high = min(numbers), max(numbers)
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(step for step in steps if high // step - low // step < most)
    counts = [0] * (high // step - low // step + 1)
    for number in numbers:
        counts[number // step - low // step] += 1
    return [(str((low // step + at) * step), count) for at, count in enumerate(counts)]


def _bounds(
    marks: Sequence[IntervalMark], even: float | None, least: tuple[float, float] | None
) -> tuple[float, float]:
    ends = [end for mark in marks for end in mark[1:] if end is not None and math.isfinite(end)]
    ends += [] if even is None else [even]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    margin = 0.06 * (high - low) or 1.0
    if least is None:
        return low - margin, high + margin
    return (
        low - margin if low < least[0] - 1e-9 else least[0],
        high + margin if high > least[1] + 1e-9 else least[1],
    )


def _svg(height: float, label: str, parts: Sequence[Markup], alone: bool) -> Markup:
    style = [element("style", Markup(STANDALONE_STYLE))] if alone else []
    return element(
        "svg",
        *style,
        *parts,
        viewBox=f"0 0 {WIDTH} {height:g}",
        class_="chart",
        role="img",
        aria_label=label,
        xmlns="http://www.w3.org/2000/svg" if alone else None,
    )

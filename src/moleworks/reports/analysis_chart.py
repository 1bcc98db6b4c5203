"""Draw the chart of an analysis as SVG: every seat's chance of winning after each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moleworks import speech
from moleworks.core.messages import N_
from moleworks.engine.analysis import Mark, Moment
from moleworks.reports.analysis_words import AnalysisNarrator
from moleworks.reports.markup import Markup, element, join_markup

WIDTH, HEIGHT = 960, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 160, 30, 46
"""Margins for the labels."""
DASHES = (None, "11 5", "3 4", "14 4 3 4")
"""Dashes by seat, so that lines differ without colour."""
OUTLINES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M0 -6L5.6 4.4H-5.6z",
    "M-4.6 -4.6H4.6V4.6H-4.6z",
    "M0 -6.4L6.4 0L0 6.4L-6.4 0z",
)
"""Shapes by seat, as in the terminal: disc, triangle, square, diamond."""
SIGNS = {Mark.SLIP: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
LABEL_GAP, LONGEST = 19, 12
"""Names at the ends of lines: their least distance, and their greatest length."""
SHAPES_ALONG = 9
"""About as many shapes along each line."""


def shape(seat: int, x: float = 0, y: float = 0) -> Markup:
    return element(
        "path", d=OUTLINES[seat], transform=f"translate({x:.1f} {y:.1f})", class_=f"shape team{seat}"
    )


def emblem(seat: int) -> Markup:
    """A seat's shape, as an inline image."""
    return element("svg", shape(seat), class_="emblem", viewBox="-8 -8 16 16", aria_hidden="true")


def sample(seat: int) -> Markup:
    """A sample of a seat's line, for the legend."""
    points = "1,8 55,8"
    return element(
        "svg",
        *_line(seat, points),
        shape(seat, 28, 8),
        class_="sample",
        viewBox="0 0 56 16",
        aria_hidden="true",
    )


def badge(mark: Mark) -> Markup:
    """A mark, as an inline image."""
    sign = _sign(mark, 0, 0)
    return element("svg", sign, class_="emblem", viewBox="-11 -11 22 22", aria_hidden="true")


def bar(chance: float) -> Markup:
    """A change of a chance as a bar: to the right if gained, to the left if lost."""
    length = f"{min(100.0, abs(100 * chance)):.1f}"
    start = 0 if chance >= 0 else f"-{length}"
    return element(
        "svg",
        element("line", x1=0, x2=0, y1=0, y2=8, class_="zero"),
        element("rect", x=start, y=1, width=length, height=6, class_="gain" if chance >= 0 else "loss"),
        class_="bar",
        viewBox="-101 0 202 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


class AnalysisChart:
    """The chart of one analysis."""

    def __init__(self, narrator: AnalysisNarrator) -> None:
        self.narrator, self.analysis = narrator, narrator.analysis
        self.rows = [narrator.analysis.start, *(moment.chances for moment in narrator.analysis.moments)]
        """Chances before the first action and after each action."""
        self.last = max(1, len(self.rows) - 1)

    def svg(self) -> Markup:
        say = self.narrator.language.say
        label = say(N_("Chart of the chances of winning. The table of all actions says the same in words."))
        return element(
            "svg",
            *self._paper(),
            *self._chapters(),
            *self._lines(),
            *self._marks(),
            *self._labels(),
            element("g", self._cursor(), id="cursor", visibility="hidden"),
            id="chart",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            aria_label=label,
            data_left=LEFT,
            data_right=WIDTH - RIGHT,
            data_last=self.last,
            data_width=WIDTH,
        )

    def x(self, index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / self.last

    def y(self, chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance)))

    def _paper(self) -> Iterator[Markup]:
        """Background, grid and scales."""
        say = self.narrator.language.say
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        yield element("rect", x=LEFT, y=TOP, width=right - LEFT, height=bottom - TOP, class_="plot")
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = f"{self.y(chance):.1f}"
            yield element("line", x1=LEFT, x2=right, y1=y, y2=y, class_="grid")
            percent = self.narrator.percent(chance)
            yield element("text", percent, x=LEFT - 8, y=f"{self.y(chance) + 4:.1f}", class_="scale end")
        for index in ticks(self.last):
            yield element("text", index, x=f"{self.x(index):.1f}", y=bottom + 18, class_="scale middle")
        middle = (LEFT + right) / 2
        yield element("text", say(N_("Actions")), x=middle, y=bottom + 38, class_="scale middle")

    def _chapters(self) -> Iterator[Markup]:
        """Where a new round or a new board begins."""
        for index, name in chapters(self.narrator):
            x = self.x(index)
            yield element("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=TOP, y2=HEIGHT - BOTTOM, class_="chapter")
            yield element("text", name, x=f"{x:.1f}", y=TOP - 12, class_="scale middle")

    def _lines(self) -> Iterator[Markup]:
        every = max(1, round(self.last / SHAPES_ALONG))
        for seat in range(self.analysis.players):
            points = " ".join(f"{self.x(i):.1f},{self.y(row[seat]):.1f}" for i, row in enumerate(self.rows))
            yield from _line(seat, points)
        for seat in range(self.analysis.players):
            # Staggered, so that overlapping lines can be told apart.
            first = every * (seat + 1) // (self.analysis.players + 1)
            for index in (*range(first, len(self.rows) - 1, every), len(self.rows) - 1):
                yield shape(seat, self.x(index), self.y(self.rows[index][seat]))

    def _marks(self) -> Iterator[Markup]:
        """Slips first, so that blunders are drawn on top."""
        marked = [(m.choice.mark, m) for m in self.analysis.moments if m.choice and m.choice.mark is not None]
        for mark, moment in sorted(marked, key=lambda pair: pair[0]):
            x, y = self.x(moment.ply + 1), self.y(moment.chances[moment.actor])
            yield element("g", element("title", self._title(moment)), _sign(mark, x, y))

    def _title(self, moment: Moment) -> str:
        return f"{moment.ply + 1}. {self.narrator.describe_moment(moment)}"

    def _labels(self) -> Iterator[Markup]:
        """Names at the ends of the lines, moved apart if they would overlap."""
        ends = sorted((self.y(chance), seat) for seat, chance in enumerate(self.rows[-1]))
        heights = spread_apart([y for y, _ in ends], LABEL_GAP, TOP, HEIGHT - BOTTOM)
        for (_, seat), y in zip(ends, heights, strict=True):
            x = WIDTH - RIGHT + 14
            yield shape(seat, x + 4, y)
            name = self.narrator.names[seat]
            short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
            yield element("text", short, x=x + 15, y=f"{y + 5:.1f}", class_="name")

    def _cursor(self) -> Markup:
        return join_markup(
            element("line", x1=0, x2=0, y1=TOP, y2=HEIGHT - BOTTOM, class_="cursor"),
            *(element("g", shape(seat), data_seat=seat) for seat in range(self.analysis.players)),
        )


def chapters(narrator: AnalysisNarrator) -> Iterator[tuple[int, str]]:
    """After how many actions a new round or a new board begins, and what it is called."""
    match = narrator.analysis.record.match
    before = None
    for index in range(len(narrator.analysis.moments) + 1):
        now = speech.chapter(match.game, match.before(index))
        if index and now is not None and now != before:
            yield index, narrator.language.tell(now)
        before = now


def ticks(last: int) -> list[int]:
    """
    >>> ticks(83), ticks(3)
    ([0, 10, 20, 30, 40, 50, 60, 70, 80], [0, 1, 2, 3])
    """
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if last / step <= 10)
    return list(range(0, last + 1, step))


def spread_apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move sorted places apart until no two are closer than the gap.

    >>> spread_apart([10, 12, 90], 20, 0, 100)
    [10, 30, 90]
    >>> spread_apart([90, 95], 20, 0, 100)
    [80, 100]
    """
    apart: list[float] = []
    for place in places:
        apart.append(max(place, apart[-1] + gap) if apart else max(place, low))
    for at in range(len(apart) - 1, -1, -1):
        ceiling = high if at == len(apart) - 1 else apart[at + 1] - gap
        apart[at] = min(apart[at], ceiling)
    return apart


def _line(seat: int, points: str) -> Iterator[Markup]:
    """A line in its team's colour with a dark casing, because some colours are too light."""
    dash = DASHES[seat]
    yield element("polyline", points=points, class_="casing", stroke_dasharray=dash)
    yield element("polyline", points=points, class_=f"line team{seat}", stroke_dasharray=dash, data_seat=seat)


def _sign(mark: Mark, x: float, y: float) -> Markup:
    return element(
        "g",
        element("circle", r=7 if mark == Mark.SLIP else 9),
        element("text", SIGNS[mark], y=4, class_="middle"),
        class_=f"sign mark{mark.value}",
        transform=f"translate({x:.1f} {y:.1f})",
    )

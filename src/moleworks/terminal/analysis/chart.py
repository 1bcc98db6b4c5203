"""The chart: every seat's chance of winning, action by action, drawn as cut paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moleworks.games.game import N_
from moleworks.players.analysis import Mark, Moment
from moleworks.terminal.analysis.words import Teller
from moleworks.terminal.pages.markup import Markup, element, joined

WIDTH, HEIGHT = 960, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 160, 30, 46
"""Room for what is written around the lines."""
DASHES = (None, "11 5", "3 4", "14 4 3 4")
"""By seat: a line is known by its dashes and its shape, not by colour alone."""
OUTLINES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M0 -6L5.6 4.4H-5.6z",
    "M-4.6 -4.6H4.6V4.6H-4.6z",
    "M0 -6.4L6.4 0L0 6.4L-6.4 0z",
)
"""By seat, the same shapes as in the terminal: disc, triangle, square, lozenge."""
SIGNS = {Mark.SLIP: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
LABEL_GAP, LONGEST = 19, 12
"""Of the names at the ends of the lines: how far apart they are, and how many letters they have."""
SHAPES_ALONG = 9
"""Shapes along a line, more or less."""


def shape(seat: int, x: float = 0, y: float = 0) -> Markup:
    return element(
        "path", d=OUTLINES[seat], transform=f"translate({x:.1f} {y:.1f})", class_=f"shape team{seat}"
    )


def emblem(seat: int) -> Markup:
    """A seat's shape among text."""
    return element("svg", shape(seat), class_="emblem", viewBox="-8 -8 16 16", aria_hidden="true")


def sample(seat: int) -> Markup:
    """A piece of a seat's line, for the legend."""
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
    """A mark among text."""
    sign = _sign(mark, 0, 0)
    return element("svg", sign, class_="emblem", viewBox="-11 -11 22 22", aria_hidden="true")


def bar(chance: float) -> Markup:
    """A chance as a length, to the right or, if it was lost, to the left."""
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


class Chart:
    """One analysis, drawn."""

    def __init__(self, tell: Teller) -> None:
        self.tell, self.analysis = tell, tell.analysis
        self.rows = [tell.analysis.start, *(moment.chances for moment in tell.analysis.moments)]
        """Chances before the first action and after each."""
        self.last = max(1, len(self.rows) - 1)

    def drawn(self) -> Markup:
        say = self.tell.language.say
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
        """Grid, scale and the number of actions."""
        say = self.tell.language.say
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        yield element("rect", x=LEFT, y=TOP, width=right - LEFT, height=bottom - TOP, class_="plot")
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = f"{self.y(chance):.1f}"
            yield element("line", x1=LEFT, x2=right, y1=y, y2=y, class_="grid")
            percent = self.tell.percent(chance)
            yield element("text", percent, x=LEFT - 8, y=f"{self.y(chance) + 4:.1f}", class_="scale end")
        for index in ticks(self.last):
            yield element("text", index, x=f"{self.x(index):.1f}", y=bottom + 18, class_="scale middle")
        middle = (LEFT + right) / 2
        yield element("text", say(N_("Actions")), x=middle, y=bottom + 38, class_="scale middle")

    def _chapters(self) -> Iterator[Markup]:
        """Where a new round or a new board begins."""
        for index, name in chapters(self.tell):
            x = self.x(index)
            yield element("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=TOP, y2=HEIGHT - BOTTOM, class_="chapter")
            yield element("text", name, x=f"{x:.1f}", y=TOP - 12, class_="scale middle")

    def _lines(self) -> Iterator[Markup]:
        every = max(1, round(self.last / SHAPES_ALONG))
        for seat in range(self.analysis.players):
            points = " ".join(f"{self.x(i):.1f},{self.y(row[seat]):.1f}" for i, row in enumerate(self.rows))
            yield from _line(seat, points)
        for seat in range(self.analysis.players):
            # Apart from each other, so that lines that run together can still be told.
            first = every * (seat + 1) // (self.analysis.players + 1)
            for index in (*range(first, len(self.rows) - 1, every), len(self.rows) - 1):
                yield shape(seat, self.x(index), self.y(self.rows[index][seat]))

    def _marks(self) -> Iterator[Markup]:
        """Slips first, so that blunders lie on top."""
        marked = [(m.choice.mark, m) for m in self.analysis.moments if m.choice and m.choice.mark is not None]
        for mark, moment in sorted(marked, key=lambda pair: pair[0]):
            x, y = self.x(moment.ply + 1), self.y(moment.chances[moment.actor])
            yield element("g", element("title", self._title(moment)), _sign(mark, x, y))

    def _title(self, moment: Moment) -> str:
        return f"{moment.ply + 1}. {self.tell.told(moment)}"

    def _labels(self) -> Iterator[Markup]:
        """Each line's name at its end; names that would lie on each other move apart."""
        ends = sorted((self.y(chance), seat) for seat, chance in enumerate(self.rows[-1]))
        heights = spread([y for y, _ in ends], LABEL_GAP, TOP, HEIGHT - BOTTOM)
        for (_, seat), y in zip(ends, heights, strict=True):
            x = WIDTH - RIGHT + 14
            yield shape(seat, x + 4, y)
            name = self.tell.names[seat]
            short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
            yield element("text", short, x=x + 15, y=f"{y + 5:.1f}", class_="name")

    def _cursor(self) -> Markup:
        return joined(
            element("line", x1=0, x2=0, y1=TOP, y2=HEIGHT - BOTTOM, class_="cursor"),
            *(element("g", shape(seat), data_seat=seat) for seat in range(self.analysis.players)),
        )


def chapters(tell: Teller) -> Iterator[tuple[int, str]]:
    """After how many actions a new round or a new board begins, and what it is called."""
    match, say = tell.analysis.record.match, tell.language.say
    before = None
    for index in range(len(tell.analysis.moments) + 1):
        view = match.game.view(match.before(index), None)
        now = view.get("round") or view.get("level")
        if index and now != before:
            text = N_("Round {number}") if "round" in view else N_("Board {number}")
            yield index, say(text, number=now)
        before = now


def ticks(last: int) -> list[int]:
    """
    >>> ticks(83), ticks(3)
    ([0, 10, 20, 30, 40, 50, 60, 70, 80], [0, 1, 2, 3])
    """
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000) if last / step <= 10)
    return list(range(0, last + 1, step))


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places in their order, moved apart until no two are closer than the gap.

    >>> spread([10, 12, 90], 20, 0, 100)
    [10, 30, 90]
    >>> spread([90, 95], 20, 0, 100)
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
    """A line in its team's colour, on a wider one in ink: some colours are too light for paper."""
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

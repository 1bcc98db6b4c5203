"""Plots for pages and for docs: marks on a scale with their intervals, and columns that count."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from moleworks.terminal.pages.markup import Markup, element

WIDTH = 760
LEFT, RIGHT, LINE, FOOT = 250, 24, 30, 34
"""Of a plot of intervals: room for names, the height of a row, and room for the scale."""
TALL, LOW = 220, 36
FEW = 10
"""With fewer columns they are no wider than so many would be."""
LONGEST = 34
"""Letters of a name beside a mark."""
ALONE = (
    "text{font:14px system-ui,sans-serif;fill:#22201c}.scale{fill:#5d564a}.end{text-anchor:end}"
    ".middle{text-anchor:middle}.grid{stroke:#d9c9a6}.plot{fill:#fff8ea}.whisker{stroke:#22201c;stroke-width:2}"
    ".dot,.column{fill:#3e6b2f;stroke:#22201c}.even{stroke:#8c3b2e;stroke-width:2;stroke-dasharray:6 4}"
    "@media(prefers-color-scheme:dark){text{fill:#fff8ea}.scale{fill:#c9c2b2}.grid{stroke:#4b566c}"
    ".plot{fill:#1e2430}.whisker{stroke:#fff8ea}.dot,.column{fill:#8cbf5a;stroke:#fff8ea}.even{stroke:#e79a8a}}"
)
"""The style of a plot that is a file of its own: on a page the page's style does the same."""


class Mark(NamedTuple):
    """A figure with its interval."""

    name: str
    value: float
    low: float
    high: float


def intervals(
    marks: Sequence[Mark],
    label: str,
    show: Callable[[float], str],
    *,
    even: float | None = None,
    bounds: tuple[float, float] | None = None,
    alone: bool = False,
) -> Markup:
    """A row for each figure; `even` is where a line stands that says: no difference."""
    low, high = bounds or _bounds(marks, even)
    height = LINE * len(marks) + FOOT

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    parts = [element("rect", x=LEFT, y=0, width=WIDTH - LEFT - RIGHT, height=height - FOOT, class_="plot")]
    for tick in scale(low, high):
        at = f"{x(tick):.1f}"
        parts.append(element("line", x1=at, x2=at, y1=0, y2=height - FOOT, class_="grid"))
        parts.append(element("text", show(tick), x=at, y=height - FOOT + 20, class_="scale middle"))
    if even is not None:
        at = f"{x(even):.1f}"
        parts.append(element("line", x1=at, x2=at, y1=0, y2=height - FOOT, class_="even"))
    for number, mark in enumerate(marks):
        y = LINE * number + LINE / 2
        name = mark.name if len(mark.name) <= LONGEST else f"{mark.name[: LONGEST - 1]}…"
        parts.append(element("text", name, x=LEFT - 10, y=y + 5, class_="end"))
        parts.append(
            element("line", x1=f"{x(mark.low):.1f}", x2=f"{x(mark.high):.1f}", y1=y, y2=y, class_="whisker")
        )
        parts.append(element("circle", cx=f"{x(mark.value):.1f}", cy=y, r=6, class_="dot"))
    return _svg(height, label, parts, alone)


def columns(bins: Sequence[tuple[str, float]], label: str, *, alone: bool = False) -> Markup:
    """Columns that stand for how often something was seen; names below them as far as there is room."""
    most = max((count for _, count in bins), default=1) or 1
    wide = (WIDTH - 2 * RIGHT) / max(len(bins), FEW)
    every = math.ceil(len(bins) / 16)
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


def scale(low: float, high: float) -> list[float]:
    """Round numbers along a scale, five or so.

    >>> scale(0.31, 0.72)
    [0.4, 0.5, 0.6, 0.7]
    """
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def grouped(numbers: Sequence[int], most: int = 24) -> list[tuple[str, int]]:
    """How many numbers there are in each of some equal steps, each named by its first.

    >>> grouped([3, 4, 4, 9], most=4)
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


def _bounds(marks: Sequence[Mark], even: float | None) -> tuple[float, float]:
    ends = [end for mark in marks for end in (mark.low, mark.high) if math.isfinite(end)]
    ends += [] if even is None else [even]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    margin = 0.06 * (high - low) or 1.0
    return low - margin, high + margin


def _svg(height: float, label: str, parts: Sequence[Markup], alone: bool) -> Markup:
    style = [element("style", Markup(ALONE))] if alone else []
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

"""The tables of `docs/studies/solved.md`: proven values of small lawns, and what flowers and the centre are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scripts.studies.solved_lawns import DIAGONALS, FLOWERS, Lawn, SolvedLawn

BEGIN, END = "<!-- values -->\n", "<!-- end of values -->\n"
KINDS = ((False, "anywhere"), (True, "anywhere"), (True, "ring"))
HEADS = ("no centre", "centre", "centre, begins beside it")


def write_page(page: Path, known: Mapping[Lawn, SolvedLawn]) -> None:
    """Put the tables between the marks of the page."""
    text = page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    tables = "\n".join([*values_table(known), "", *worth_table(known), ""])
    page.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", "utf-8")


def values_table(known: Mapping[Lawn, SolvedLawn]) -> Iterator[str]:
    """One line for a size, a number of molehills and a diagonal; a column for each kind of lawn."""
    flowers = {"none": "no flowers", "red": "red corner", "white": "white corners"}
    heads = [f"{flowers[kind]}, {head}" for kind in FLOWERS for head in HEADS]
    yield f"| lawn | molehills | diagonal | {' | '.join(heads)} |"
    yield "|---|---|---|" + "---|" * len(heads)
    cases = dict.fromkeys(
        (lawn.columns * lawn.rows, lawn.columns, lawn.rows, lawn.hills) for lawn in sorted(known)
    )
    for _, columns, rows, hills in sorted(cases):
        for diagonal in DIAGONALS:
            lawns = [
                Lawn(columns, rows, hills, centre, kind, diagonal, start)
                for kind in FLOWERS
                for centre, start in KINDS
            ]
            cells = [_bounds(known.get(lawn)) for lawn in lawns]
            if any(cells):
                yield f"| {columns}×{rows} | {hills} | `{diagonal}` | {' | '.join(cells)} |"


def _bounds(row: SolvedLawn | None) -> str:
    if row is None:
        return ""
    return str(row.at_least) if row.at_least == row.at_most else f"{row.at_least}-{row.at_most}"


def worth_table(known: Mapping[Lawn, SolvedLawn]) -> Iterator[str]:
    """How often a change of the lawn changes the value by so many points, over all pairs that are solved."""
    changes = {
        "a red flower in a corner": [
            (lawn, lawn._replace(flowers="red")) for lawn in known if lawn.flowers == "none"
        ],
        "white flowers in all corners": [
            (lawn, lawn._replace(flowers="white")) for lawn in known if lawn.flowers == "none"
        ],
        "the centre": [(lawn, lawn._replace(centre=True)) for lawn in known if not lawn.centre],
        "the right to begin anywhere, not beside the centre": [
            (lawn, lawn._replace(start="anywhere")) for lawn in known if lawn.start == "ring"
        ],
        "`edges` in place of `path`": [
            (lawn, lawn._replace(diagonal="edges")) for lawn in known if lawn.diagonal == "path"
        ],
    }
    yield "| what is added | pairs of lawns | points it brings: on how many pairs | mean |"
    yield "|---|---|---|---|"
    for change, pairs in changes.items():
        gains = Counter(_gains(known, pairs))
        number = sum(gains.values())
        if number:
            mean = sum(gain * times for gain, times in gains.items()) / number
            spread = ", ".join(f"{gain}: {times}" for gain, times in sorted(gains.items()))
            yield f"| {change} | {number} | {spread} | {mean:.2f} |"


def _gains(known: Mapping[Lawn, SolvedLawn], pairs: Iterable[tuple[Lawn, Lawn]]) -> Iterator[int]:
    for without, with_ in pairs:
        rows = known.get(without), known.get(with_)
        if rows[0] and rows[1] and all(row.at_least == row.at_most for row in rows if row):
            yield rows[1].at_least - rows[0].at_least

"""Mole Company's boards for the eye: four sheets with holes, the plate with the shovel, and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moleworks.press import art
from moleworks.press.colours import mixed
from moleworks.press.marks import allowed, arrow, refused
from moleworks.press.mole_company.plan import ROW, Hexes, between
from moleworks.press.part import Mark
from moleworks.press.paths import Move, Path, line, oval
from moleworks.press.scene import Colour, Item, Role, Shape
from moleworks.press.setting import Style, centred

HOLE, BANK, SPOT, SPECIAL = 0.44, 0.07, 0.25, 0.42
"""Half widths, by the pitch."""
FACES = ("lawn", "clay", "loam", "deep")
"""By level: grass, clay, loam, water."""


def ground(
    plan: Hexes, level: int, sheet: Any, palette: Mapping[str, Colour], specials: bool = True
) -> Iterator[Item]:
    """A board: level 1 is on top. `sheet` has holes, specials and dotted lines by name."""
    pitch, face, rim = plan.pitch, palette[FACES[level - 1]], palette["rim"]
    saving = face in (rim, (255, 255, 255))
    lines = palette["line"] if saving else mixed(face, rim, 0.62)
    spots = face if saving else mixed(face, rim, 0.52)
    bank = mixed(face, palette["outline"], 0.65) if not saving else palette["track"]

    def shape(path: Path, **look: Any) -> Shape:
        return Shape(Role.PRINT, f"board {level}", path, **look)

    yield shape(plan.outline(soft=0.3 * pitch), fill=face)
    dotted = {frozenset(pair) for pair in sheet["dotted"]}
    for pair in plan.joined():
        ends = _ends(plan, sheet["holes"], *pair)
        home = any(name in sheet["holes"] for name in pair) and dotted
        if frozenset(pair) in dotted:
            yield shape(
                line(*ends),
                stroke=palette["outline"] if saving else rim,
                width=0.09 * pitch,
                dash=(0.001, 0.15 * pitch),
            )
        else:
            thick = 0.1 if home else 0.018 if saving else 0.05
            yield shape(line(*ends), stroke=(palette["outline"] if saving else rim) if home else lines,
                        width=thick * pitch)  # fmt: skip
    for name in plan.names:
        if name in sheet["holes"]:
            yield shape(oval(*plan.at(name), (HOLE + BANK) * pitch), fill=bank)
        elif name in sheet["specials"]:
            move = Move(*plan.at(name), 0.9 * pitch / 100)
            if specials:
                yield from art.printed(art.special(), palette, move, f"special {name}")
            else:
                yield shape(oval(*plan.at(name), SPECIAL * pitch), fill=mixed(face, rim, 0.35),
                            stroke=lines, width=0.02 * pitch)  # fmt: skip
        else:
            yield shape(
                oval(*plan.at(name), SPOT * pitch), fill=spots, stroke=lines if saving else None,
                width=0.018 * pitch,
            )  # fmt: skip


def _ends(plan: Hexes, holes: Sequence[str], near: str, far: str) -> tuple[Any, Any]:
    out = (HOLE + BANK) * plan.pitch
    return between(plan.at(near), plan.at(far), out if near in holes else 0.0, out if far in holes else 0.0)


def plate(plan: Hexes, palette: Mapping[str, Colour], margin: float) -> Iterator[Item]:
    """What lies below: a frame with the names of rows and lines, and the golden shovel in the middle."""
    pitch = plan.pitch
    yield Shape(
        Role.PRINT, "frame", plan.outline(margin, 0.5 * pitch), fill=palette["fold"],
        stroke=palette["outline"], width=0.3,
    )  # fmt: skip
    yield Shape(
        Role.PRINT, "plate", plan.outline(0.4, 0.3 * pitch), fill=palette["gold"],
        stroke=palette["outline"], width=0.3,
    )  # fmt: skip
    yield Shape(Role.PRINT, "pit", oval(0, 0, 0.9 * pitch), fill=palette["earth"],
                stroke=palette["outline"], width=0.3)  # fmt: skip
    yield from art.printed(art.shovel(), palette, Move(0, 0.6, 1.35 * pitch / 100), "shovel")
    yield from names(plan, palette, margin / 2, 6.0)


def names(plan: Hexes, palette: Mapping[str, Colour], out: float, size: float) -> Iterator[Item]:
    """Letters at the left end of the rows, numbers at the lower end of the lines."""
    style = Style(size, palette["ink"], bold=True)
    away = (plan.rim + out) / ROW
    for letter, start in plan.rows():
        yield centred(f"row {letter}", letter, style, start.x - away, start.y, 2 * size)
    for number, end in plan.lines():
        yield centred(f"line {number}", number, style, end.x + away / 2, end.y + away * ROW, 2 * size)


def position(
    plan: Hexes, view: Mapping[str, Any], marks: Sequence[Mark], palette: Mapping[str, Colour], specials: bool
) -> Iterator[Item]:
    """A board in the middle of a game."""
    pitch = plan.pitch
    yield from ground(plan, view["level"], view, palette, specials)
    for name in view["holes"]:
        yield Shape(Role.PRINT, f"hole {name}", oval(*plan.at(name), HOLE * pitch), fill=palette["outline"])
    yield from names(plan, palette, 0.26 * pitch, 0.34 * pitch)
    for seat, moles in enumerate(view["moles"]):
        for name in moles:
            yield from art.printed(art.mole(seat), palette, Move(*plan.at(name), 0.72 * pitch / 100), name)
    moves = [mark for mark in marks if "-" in mark.action]
    for action, good in moves:
        start, end = (plan.at(name) for name in action.split("-"))
        if good:
            near, far = between(start, end, 0.3 * pitch, 0.3 * pitch)
            yield from arrow(near, far, 0.07 * pitch, palette)
    for action, good in marks:
        name = action.split("-")[-1]
        if name in plan.names:
            at = plan.at(name)
            sign = allowed if good else refused
            yield from sign(at.x + 0.3 * pitch, at.y + 0.3 * pitch, 0.19 * pitch, palette)

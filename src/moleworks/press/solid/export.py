"""Turn an order into files: build models, check them, mesh them, write them, and check the written files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from moleworks.core import registry
from moleworks.press.checks import raise_first
from moleworks.press.colours import COLOURS
from moleworks.press.game_print_set import game_print_set
from moleworks.press.solid import checks, stl, threemf
from moleworks.press.solid.mesh import Mesh, to_mesh
from moleworks.press.solid.model import SolidModel
from moleworks.press.solid.order import SolidOrder
from moleworks.press.solid.parts_list import parts_list
from moleworks.press.solid.picture import picture
from moleworks.press.solid.plates import MeshedModel, PrintPlate, pack_plates


@runtime_checkable
class GameSolids(Protocol):
    """A game's module that models its set for a 3D printer."""

    def models(self, order: SolidOrder) -> Iterator[SolidModel]:
        """All parts, in printing orientation."""

    def touch_key(self, order: SolidOrder) -> Iterator[str]:
        """Sentences that explain textures and marks."""


def game_solids(game: str) -> GameSolids:
    """The solid set of a game; `MissingPart` if it has none."""
    return registry.required_part(game, "solids", GameSolids)


def make_models(order: SolidOrder) -> list[MeshedModel]:
    """Build, check and mesh all parts of a set; `PrintError` says which one cannot be printed, and why."""
    models = list(game_solids(order.game.id).models(order))
    raise_first(checks.check_counts(models, game_print_set(order.game.id).piece_counts(order.board)))
    for model in models:
        raise_first(checks.check_outlines(model))
        raise_first(checks.check_hollows(model))
        raise_first(checks.check_walls(model))
    return [MeshedModel(model, _move_to_origin(to_mesh(model.body))) for model in models]


def _move_to_origin(mesh: Mesh) -> Mesh:
    """Move a mesh so that its lowest corner is the origin."""
    return mesh._replace(vertices=(mesh.vertices - mesh.vertices.min(axis=0)).round(3) + 0.0)


def files(order: SolidOrder) -> Iterator[tuple[str, bytes]]:
    """Yield the list of parts, the plates, and every part alone with its picture, all checked."""
    meshed_models = make_models(order)
    contents: dict[str, bytes] = {}
    plate_lines = []
    packed = list(pack_plates(meshed_models, order.bed))
    for number, plate in enumerate(packed, 1):
        name = f"{order.name}-plate-{number:02}-{plate.colour}.3mf"
        contents[name] = _write_plate(order, plate, name)
        inside = ", ".join(f"{len(places)} × {meshed.model.title}" for meshed, places in plate.parts)
        plate_lines.append(order.language.pair(name, inside))
    for meshed in meshed_models:
        content = stl.write_stl(meshed.mesh)
        raise_first(checks.check_mesh(meshed.model.title, stl.read_stl(content), order.bed))
        contents[f"{order.name}-{meshed.model.name}.stl"] = content
        colour = COLOURS[meshed.model.colour]
        contents[f"{order.name}-{meshed.model.name}.svg"] = picture(meshed.model.title, meshed.mesh, colour)
    yield (
        f"{order.name}-parts.txt",
        parts_list(order, meshed_models, plate_lines, game_solids(order.game.id).touch_key(order)).encode(),
    )
    yield from contents.items()


def _write_plate(order: SolidOrder, plate: PrintPlate, name: str) -> bytes:
    parts = [
        threemf.PlacedMesh(meshed.model.title, COLOURS[plate.colour], meshed.mesh, places)
        for meshed, places in plate.parts
    ]
    content = threemf.write_3mf(order.language.pair(order.game_title, name), order.language.code, parts)
    boxes = []
    for part in threemf.read_3mf(content):
        raise_first(checks.check_mesh(part.name, part.mesh, order.bed))
        wide, deep, _ = part.mesh.vertices.max(axis=0)
        boxes += [(part.name, x, y, x + float(wide), y + float(deep)) for x, y in part.places]
    raise_first(checks.check_plate(name, boxes, order.bed))
    return content

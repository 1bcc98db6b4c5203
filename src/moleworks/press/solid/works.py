"""From a job to files: models are made, measured, meshed, written, and read back to be measured again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from moleworks.press import PARTS
from moleworks.press.checks import refuse
from moleworks.press.colours import DAY
from moleworks.press.solid import buddel_bande, checks, mole_company, mole_hill, stl, threemf
from moleworks.press.solid.job import Job
from moleworks.press.solid.listing import listing
from moleworks.press.solid.mesh import Mesh, meshed
from moleworks.press.solid.model import Model
from moleworks.press.solid.plates import Made, Plate, plates


class Shop(Protocol):
    """One game's module."""

    def models(self, job: Job) -> Iterator[Model]:
        """Every part, oriented as it is printed."""

    def key(self, job: Job) -> Iterator[str]:
        """What is felt and what it means, in words."""


SHOPS: Mapping[str, Shop] = {
    "mole-hill": mole_hill,
    "mole-company": mole_company,
    "buddel-bande": buddel_bande,
}


def made(job: Job) -> list[Made]:
    """All parts of a set, measured; `Misprint` says which one cannot be printed so, and why."""
    models = list(SHOPS[job.game.id].models(job))
    refuse(checks.counts(models, PARTS[job.game.id].wanted(job.board)))
    for model in models:
        refuse(checks.outlines(model))
        refuse(checks.walls(model))
    return [Made(model, _cornered(meshed(model.body))) for model in models]


def _cornered(mesh: Mesh) -> Mesh:
    """Moved so that its least corner is the origin."""
    return mesh._replace(vertices=(mesh.vertices - mesh.vertices.min(axis=0)).round(3) + 0.0)


def files(job: Job) -> Iterator[tuple[str, bytes]]:
    """The list of parts, the plates, and every part alone; nothing leaves that has not passed."""
    found = made(job)
    written: dict[str, bytes] = {}
    told = []
    beds = list(plates(found))
    for number, plate in enumerate(beds, 1):
        name = f"{job.name}-plate-{number:02}-{plate.colour}.3mf"
        written[name] = _plate(job, plate, name)
        inside = ", ".join(f"{len(places)} × {each.model.title}" for each, places in plate.parts)
        told.append(f"{name}: {inside}")
    for each in found:
        content = stl.written(each.mesh)
        refuse(checks.mesh(each.model.title, stl.read(content)))
        written[f"{job.name}-{each.model.name}.stl"] = content
    yield f"{job.name}-parts.txt", listing(job, found, told, SHOPS[job.game.id].key(job)).encode()
    yield from written.items()


def _plate(job: Job, plate: Plate, name: str) -> bytes:
    parts = [
        threemf.Part(each.model.title, DAY[plate.colour], each.mesh, places) for each, places in plate.parts
    ]
    content = threemf.written(f"{job.game.title}: {name}", job.words.code, parts)
    boxes = []
    for part in threemf.read(content):
        refuse(checks.mesh(part.name, part.mesh))
        wide, deep, _ = part.mesh.vertices.max(axis=0)
        boxes += [(part.name, x, y, x + float(wide), y + float(deep)) for x, y in part.places]
    refuse(checks.plate(name, boxes))
    return content

"""Printing from the command line: what was written, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.press import Order, files, order, solid
from moleworks.press.solid import Job, job
from moleworks.terminal.screen import Screen

__all__ = ["job", "order", "write", "write_solid"]


def write(screen: Screen, order: Order, folder: Path) -> None:
    """Every file of an order; each PDF is told as soon as it is there."""
    pictures = 0
    with _written(folder):
        for name, content in files(order):
            path = folder / name
            path.write_bytes(content)
            if path.suffix == ".pdf":
                screen.say(N_("Written: {path}"), path=path)
            else:
                pictures += 1
    screen.say(N_("The same pages as SVG: {count} files."), count=pictures)
    screen.say(N_("Print at actual size (100 %), not “fit to page”."))


def write_solid(screen: Screen, job: Job, folder: Path) -> None:
    """Every file of a set for a 3D printer; the list of parts and the plates are told."""
    screen.say(N_("All parts are made and measured; this takes a few seconds."))
    parts = 0
    with _written(folder):
        for name, content in solid.files(job):
            path = folder / name
            path.write_bytes(content)
            if path.suffix == ".stl":
                parts += 1
            else:
                screen.say(N_("Written: {path}"), path=path)
    screen.say(N_("The same parts as STL: {count} files."), count=parts)
    screen.say(N_("Print everything as it lies, without supports, at 100 %, in layers of 0.2 mm or finer."))


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """A folder to write to; what cannot be written is told."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise Complaint(
            N_("{path} cannot be written: {reason}."), path=error.filename, reason=error.strerror
        ) from error

"""Printing from the command line: what was written, in words."""

from __future__ import annotations

from pathlib import Path

from moleworks.games import Complaint
from moleworks.games.game import N_
from moleworks.press import Order, files, order
from moleworks.terminal.screen import Screen

__all__ = ["order", "write"]


def write(screen: Screen, order: Order, folder: Path) -> None:
    """Every file of an order; each PDF is told as soon as it is there."""
    pictures = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files(order):
            path = folder / name
            path.write_bytes(content)
            if path.suffix == ".pdf":
                screen.say(N_("Written: {path}"), path=path)
            else:
                pictures += 1
    except OSError as error:
        raise Complaint(
            N_("{path} cannot be written: {reason}."), path=error.filename, reason=error.strerror
        ) from error
    screen.say(N_("The same pages as SVG: {count} files."), count=pictures)
    screen.say(N_("Print at actual size (100 %), not “fit to page”."))

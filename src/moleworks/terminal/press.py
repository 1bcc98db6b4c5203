"""Write print sets, Braille files and solid sets to a folder, and say which files were written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moleworks.core.messages import N_, Complaint
from moleworks.press import PrintOrder, brf, files, order, solid
from moleworks.press.solid import SolidOrder
from moleworks.press.solid import order as solid_order
from moleworks.terminal.screen import TerminalScreen

__all__ = ["order", "solid_order", "write_braille_files", "write_print_set", "write_solid_set"]


def write_print_set(screen: TerminalScreen, order: PrintOrder, folder: Path) -> None:
    """Write all files of an order; each PDF is announced when it is written."""
    pictures = 0
    with _output_folder(folder):
        for name, content in files(order):
            path = folder / name
            path.write_bytes(content)
            if path.suffix == ".pdf":
                screen.say(N_("Written: {path}"), path=path)
            else:
                pictures += 1
    screen.say(N_("The same pages as SVG: {count} files."), count=pictures)
    screen.say(N_("Print at actual size (100 %), not “fit to page”."))


def write_braille_files(screen: TerminalScreen, order: PrintOrder, folder: Path) -> None:
    """Write rules, player aid and key for an embosser; each file is announced."""
    with _output_folder(folder):
        for name, content in brf.files(order):
            (folder / name).write_bytes(content)
            screen.say(N_("Written: {path}"), path=folder / name)
    screen.say(N_("Take one: contracted or not, and the page of your embosser (cells × lines)."))


def write_solid_set(screen: TerminalScreen, order: SolidOrder, folder: Path) -> None:
    """Write all files of a set for a 3D printer; the list of parts and the plates are announced."""
    screen.say(N_("All parts are made and measured; this takes a few seconds."))
    parts = 0
    with _output_folder(folder):
        for name, content in solid.files(order):
            path = folder / name
            path.write_bytes(content)
            if path.suffix == ".stl":
                parts += 1
            elif path.suffix != ".svg":
                screen.say(N_("Written: {path}"), path=path)
    screen.say(N_("The same parts as STL: {count} files."), count=parts)
    screen.say(N_("Print everything as it lies, without supports, at 100 %, in layers of 0.2 mm or finer."))


@contextmanager
def _output_folder(folder: Path) -> Iterator[None]:
    """Create a folder to write to; failures become complaints."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise Complaint(
            N_("{path} cannot be written: {reason}."), path=error.filename, reason=error.strerror
        ) from error

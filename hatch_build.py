"""Compiles the text catalogues (.po) while a wheel is built, editable ones too: git keeps no .mo."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LINE = re.compile(r'\s*(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s*)?"(?:[^"\\]|\\.)*"\s*)?')
PERCENT = re.compile(r"%\((\w+)\)")


class CatalogueError(Exception):
    """A catalogue that must not be shipped."""


def compiled(po: Path) -> bytes:
    """The .mo bytes of a catalogue, or a CatalogueError that names the file and what is wrong."""
    try:
        # polib takes a string without its closing quote for a shorter string.
        for number, line in enumerate(po.read_text("utf-8").split("\n"), start=1):
            if not LINE.fullmatch(line):
                raise CatalogueError(f"{po}:{number}: not a line of a catalogue: {line}")
        catalogue = polib.pofile(str(po), encoding="utf-8", check_for_duplicates=True)
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{po}: {error}") from error
    for entry, reason in misfilled(catalogue):
        raise CatalogueError(f"{po}:{entry.linenum}: {reason}")
    content: bytes = catalogue.to_binary()
    return content


def misfilled(catalogue: polib.POFile) -> Iterator[tuple[polib.POEntry, str]]:
    """Translations with other placeholders, such as {name}, than the English text; with reasons."""
    for entry in catalogue:
        english = entry.msgid_plural or entry.msgid
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            try:
                if text and placeholders(text) != placeholders(english):
                    yield entry, f"the placeholders are not those of the English text: {text}"
            except ValueError as error:
                yield entry, f"{error}: {text}"


def placeholders(text: str) -> set[str]:
    """The names in braces, and those after a percent sign."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None} | {*PERCENT.findall(text)}


def compile_catalogues(root: Path) -> list[Path]:
    """Writes the .mo beside every .po under root and returns what there is now."""
    written = []
    for po in sorted(root.glob("src/moleworks/**/texts/*/LC_MESSAGES/*.po")):
        mo = po.with_suffix(".mo")
        content = compiled(po)
        if not mo.exists() or mo.read_bytes() != content:
            # A program that runs meanwhile reads the old file or the new one, never half of one.
            fresh = mo.with_name(f"{mo.name}.{os.getpid()}")
            fresh.write_bytes(content)
            fresh.replace(mo)
        written.append(mo)
    return written


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the files of the wheel are gathered."""
        compile_catalogues(Path(self.root))

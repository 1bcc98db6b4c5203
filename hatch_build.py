"""Compiles the text catalogues (.po) while a wheel is built, editable ones too: git keeps no .mo."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LINE = re.compile(r'\s*(?:#.*|(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s*)?"(?:[^"\\]|\\.)*"\s*)?')


class CatalogueError(Exception):
    """A catalogue that must not be shipped."""


def compiled(po: Path) -> bytes:
    """The .mo bytes of a catalogue, or a CatalogueError that names the file and what is wrong."""
    try:
        text = po.read_text("utf-8")
        # Babel takes a string without its closing quote for a shorter string.
        for number, line in enumerate(text.split("\n"), start=1):
            if not LINE.fullmatch(line):
                raise CatalogueError(f"{po}:{number}: not a line of a catalogue: {line}")
        catalogue = read_po(io.StringIO(text), locale=po.parts[-3], abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise CatalogueError(f"{po}: {error}") from error
    for message, errors in catalogue.check():
        raise CatalogueError(f"{po}:{message.lineno}: {errors[0]}")
    for message, reason in misfilled(catalogue):
        raise CatalogueError(f"{po}:{message.lineno}: {reason}")
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def misfilled(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    """Translations with other placeholders, such as {name}, than the English text; with reasons."""
    for message in catalogue:
        english = message.id if isinstance(message.id, str) else message.id[-1]
        for text in [message.string] if isinstance(message.string, str) else message.string or ():
            try:
                if english and text and placeholders(text) != placeholders(english):
                    yield message, f"the placeholders are not those of the English text: {text}"
            except ValueError as error:
                yield message, f"{error}: {text}"


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


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

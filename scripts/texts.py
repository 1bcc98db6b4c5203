"""Brings the catalogues up to date with the texts marked in the source; run it after changing one.

    .venv/bin/python scripts/texts.py

New texts come in untranslated, texts no longer used go out, and what is left to translate is listed. The
tests fail while anything is.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "moleworks"
KEYWORDS = {"N_": None, "say": None}


def marked() -> dict[str, list[str]]:
    """Every text marked for translation, with the files it stands in."""
    found: dict[str, list[str]] = {}
    for name, _, text, _, _ in extract_from_dir(SOURCE, keywords=KEYWORDS):
        if isinstance(text, str) and text:
            files = found.setdefault(text, [])
            if name not in files:
                files.append(Path(name).as_posix())
    return found


def catalogues() -> list[Path]:
    return sorted(SOURCE.glob("texts/*/LC_MESSAGES/moleworks.po"))


def read(file: Path) -> Catalog:
    return read_po(io.StringIO(file.read_text("utf-8")), locale=file.parts[-3], abort_invalid=True)


def updated(file: Path) -> tuple[str, list[str]]:
    """The catalogue's new text, and the texts still untranslated."""
    old = read(file)
    new = Catalog(locale=old.locale, fuzzy=False, charset="utf-8")
    for text, files in marked().items():
        known = old.get(text)
        new.add(text, known.string if known else "", locations=[(name, 0) for name in files])
    target = io.BytesIO()
    write_po(target, new, width=110, omit_header=True, sort_by_file=True, include_lineno=False)
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {old.locale}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    )
    missing = [str(message.id) for message in new if message.id and not message.string]
    return header + target.getvalue().decode("utf-8"), missing


def main() -> None:
    for file in catalogues():
        text, missing = updated(file)
        file.write_text(text, "utf-8")
        print(f"{file.relative_to(ROOT)}: {len(missing)} to translate")
        for message in missing:
            print(f"  {message}")


if __name__ == "__main__":
    main()

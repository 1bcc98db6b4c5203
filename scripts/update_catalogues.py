"""Update the translation catalogues from the texts marked in the source; run it after changing a text.

    .venv/bin/python scripts/update_catalogues.py

New texts are added untranslated, unused texts are removed, and untranslated texts are listed. The tests fail
while there are any.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "moleworks"
METHODS = [
    ("**.py", "python"),
    ("games/*/lessons.toml", "moleworks.lessons:extract"),
    ("games/*/rulebook.toml", "moleworks.rulebook:extract"),
]
KEYWORDS = {"N_": None, "say": None, "pgettext": ((1, "c"), 2)}


class Text(NamedTuple):
    """An English text, and where it stands if its translation depends on that."""

    english: str
    context: str | None = None


def marked(folder: Path = SOURCE) -> dict[Text, list[str]]:
    """Every text marked for translation in a catalogue's folder, with the files that contain it.

    A text that a game shares with the generic code is only in the generic catalogue.
    """
    everywhere = _extracted()
    of_game = folder.parent == SOURCE / "games"
    found: dict[Text, list[str]] = {}
    for text, files in everywhere.items():
        generic = [name for name in files if not name.startswith("games/")]
        own = [name for name in files if (SOURCE / name).is_relative_to(folder)]
        if of_game and own and not generic:
            found[text] = own
        elif not of_game and generic:
            found[text] = files
    return found


@cache
def _extracted() -> dict[Text, list[str]]:
    found: dict[Text, list[str]] = {}
    for name, _, text, _, context in extract_from_dir(SOURCE, METHODS, keywords=KEYWORDS):
        if isinstance(text, str) and text:
            files = found.setdefault(Text(text, context), [])
            if name not in files:
                files.append(Path(name).as_posix())
    return found


def catalogues() -> list[Path]:
    """The catalogue of the generic code first, then those of the games."""
    return [
        *sorted(SOURCE.glob("texts/*/LC_MESSAGES/moleworks.po")),
        *sorted(SOURCE.glob("games/*/texts/*/LC_MESSAGES/game.po")),
    ]


def folder_of(catalogue: Path) -> Path:
    """The folder whose texts a catalogue translates."""
    return catalogue.parents[3]


def language_of(catalogue: Path) -> str:
    return catalogue.parts[-3]


def translations(language: str) -> dict[Text, str]:
    """Every text with its translation into a language, from all catalogues."""
    return {
        text_of(message): str(message.string)
        for file in reversed(catalogues())
        if language_of(file) == language
        for message in read(file)
        if message.id and message.string
    }


def text_of(message: Message) -> Text:
    return Text(str(message.id), message.context)


def read(file: Path) -> Catalog:
    return read_po(io.StringIO(file.read_text("utf-8")), locale=language_of(file), abort_invalid=True)


def updated(file: Path) -> tuple[str, list[str]]:
    """The catalogue's new text, and the texts still untranslated."""
    language = language_of(file)
    known = translations(language)
    new = Catalog(locale=language, fuzzy=False, charset="utf-8")
    for text, files in marked(folder_of(file)).items():
        locations = [(name, 0) for name in files]
        new.add(text.english, known.get(text, ""), locations=locations, context=text.context)
    target = io.BytesIO()
    write_po(target, new, width=110, omit_header=True, sort_by_file=True, include_lineno=False)
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    )
    missing = [str(message.id) for message in new if message.id and not message.string]
    return header + target.getvalue().decode("utf-8"), missing


def main() -> None:
    # All of them first: a text that moved from one catalogue to another brings its translation along.
    for file, (text, missing) in [(file, updated(file)) for file in catalogues()]:
        file.write_text(text, "utf-8")
        print(f"{file.relative_to(ROOT)}: {len(missing)} to translate")
        for message in missing:
            print(f"  {message}")


if __name__ == "__main__":
    main()

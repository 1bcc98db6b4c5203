"""Nothing outside a game's folder names a game, and no two classes share a name."""

from __future__ import annotations

import ast
import doctest
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from moleworks.core.registry import BUILT_IN

ROOT = Path(__file__).parents[2]
SOURCE, PAGE = ROOT / "src" / "moleworks", ROOT / "page" / "src"
STATIC_LISTS = {SOURCE / "core" / "registry.py", PAGE / "games" / "index.ts"}
EXAMPLES = {
    SOURCE / "cli" / "app.py": "examples in the help",
    SOURCE / "cli" / "boards.py": "an example in the help",
    SOURCE / "cli" / "options.py": "examples in the help",
    SOURCE / "cli" / "play.py": "examples in the help",
    SOURCE / "record" / "read.py": "an example in an error message",
    SOURCE / "web" / "examples.py": "examples in the OpenAPI document",
}
"""Files in which texts for people name a game as an example."""


def forms(id_: str) -> list[str]:
    """The ways in which a name can be written in code and in prose."""
    words = id_.split("-")
    title = "".join(map(str.title, words))
    camel = words[0] + "".join(map(str.title, words[1:]))
    return [id_, "_".join(words), " ".join(map(str.title, words)), title, camel, "_".join(words).upper()]


NAMES = re.compile("|".join(re.escape(form) for id_ in BUILT_IN for form in forms(id_)))


def of_a_game(file: Path, games: Path) -> bool:
    """Whether a file lies in the folder of one game."""
    return games in file.parents and file.parent != games


def python_files() -> list[Path]:
    files = sorted(SOURCE.rglob("*.py"))
    return [file for file in files if not of_a_game(file, SOURCE / "games") and file not in STATIC_LISTS]


def page_files() -> list[Path]:
    files = [file for kind in ("ts", "svelte", "css") for file in sorted(PAGE.rglob(f"*.{kind}"))]
    return [
        file
        for file in files
        if not of_a_game(file, PAGE / "games") and file not in STATIC_LISTS and ".test." not in file.name
    ]


def spoken(text: str) -> str:
    """A docstring without its doctests."""
    parts = doctest.DocTestParser().parse(text)
    return "".join(part for part in parts if isinstance(part, str))


def mentions(file: Path) -> Iterator[str]:
    """Where a Python file names a game; doctests aside."""
    text = file.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in {tokenize.NAME, tokenize.STRING, tokenize.COMMENT}:
            continue
        said = spoken(ast.literal_eval(token.string)) if token.string.startswith('"""') else token.string
        if NAMES.search(said):
            yield f"{file.relative_to(ROOT)}:{token.start[0]}: {NAMES.search(said)}"


def test_the_forms_of_a_name() -> None:
    assert forms("mole-hill") == ["mole-hill", "mole_hill", "Mole Hill", "MoleHill", "moleHill", "MOLE_HILL"]
    assert of_a_game(SOURCE / "games" / "mole_hill" / "rules.py", SOURCE / "games")
    assert not of_a_game(SOURCE / "games" / "__init__.py", SOURCE / "games")


def test_nothing_in_python_outside_a_game_names_a_game() -> None:
    assert [line for file in python_files() if file not in EXAMPLES for line in mentions(file)] == []


def test_examples_are_texts_only() -> None:
    for file in EXAMPLES:
        lines = list(mentions(file))
        assert lines, f"{file.name} names no game any more: take it off the list"


def test_nothing_in_the_page_outside_a_game_names_a_game() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in page_files()
        for match in NAMES.finditer(file.read_text("utf-8"))
    ]
    assert found == []


def classes() -> Iterator[tuple[str, Path]]:
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, file


def test_no_two_classes_share_a_name() -> None:
    found = defaultdict(set)
    for name, file in classes():
        found[name].add(str(file.relative_to(SOURCE)))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


@pytest.mark.parametrize("id_", BUILT_IN)
def test_everything_of_a_game_is_in_its_folder(id_: str) -> None:
    folder = id_.replace("-", "_")
    assert (SOURCE / "games" / folder / "plugin.py").is_file()
    assert (PAGE / "games" / folder).is_dir()

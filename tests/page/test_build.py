"""The shipped page is built from these sources, and its texts are there in every language."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from moleworks import boards
from moleworks.core import registry
from moleworks.matches.faces import Face
from moleworks.press import paper
from moleworks.web.api.editor import PressRequest
from scripts import page_texts, page_types, speech

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "page"
PACKAGES = ROOT / "src" / "moleworks"
BUILT = PACKAGES / "web" / "page"
SOURCE_PARTS = (
    "art_files.ts", "index.html", "package.json", "package-lock.json", "public", "sources.ts", "src",
    "svelte.config.js", "viewer_template.ts", "vite.config.ts",
)  # fmt: skip
ART = [PACKAGES / "press" / "art.json", *PACKAGES.glob("games/*/art.json")]
"""Outlines that the page shares with the printed games."""
ADVICE = "The page was changed and not built: run scripts/page."
TEXTS = page_texts.english()


def source_sum() -> str:
    """As page/sources.ts computes it."""
    files = [
        file
        for part in SOURCE_PARTS
        for file in ([PAGE / part], (PAGE / part).rglob("*"))[(PAGE / part).is_dir()]
    ]
    names = sorted(
        [
            *(file.relative_to(PAGE).as_posix() for file in files if file.is_file()),
            *(f"../{file.relative_to(ROOT).as_posix()}" for file in ART),
        ]
    )
    total = hashlib.sha256()
    for name in names:
        if not name.endswith(".test.ts"):
            content = hashlib.sha256((PAGE / name).read_bytes()).hexdigest()
            total.update(f"{content}  {name}\n".encode())
    return total.hexdigest()


def test_the_build_is_that_of_the_sources() -> None:
    assert (BUILT / "source.sum").read_text("utf-8").strip() == source_sum(), ADVICE


def test_the_texts_of_the_page_are_those_of_the_catalogues() -> None:
    for file, text in page_texts.contents().items():
        assert file.read_text("utf-8") == text, "run scripts/page_texts.py"


def test_the_speech_tests_hear_what_the_engine_says() -> None:
    for file, text in speech.contents().items():
        assert file.read_text("utf-8") == text, "run scripts/speech.py"


def sources() -> Iterator[str]:
    for file in sorted((PAGE / "src").rglob("*")):
        if file.suffix in {".svelte", ".ts"} and not file.name.endswith(".test.ts"):
            yield file.read_text("utf-8")


def used_by_name() -> set[str]:
    """Texts that a source names, in a call of t or in data of the types TextName and GameEditor."""
    used: set[str] = set()
    for text in sources():
        calls = re.findall(r"\bt\(((?:[^()]|\([^()]*\))*)\)", text)
        typed = [text] if re.search(r"import (type )?\{[^}]*\b(TextName|GameEditor)\b", text) else []
        used |= {name for part in (*calls, *typed) for name in re.findall(r"'([a-z][a-z0-9_]*)'", part)}
        used |= {
            name
            for name in TEXTS
            for kind in re.findall(r"\bt\(`(mark|speed|absent|sticker|face)_\$", text)
            if name in BY_KIND[kind]
        }
    return used


def stickers() -> list[str]:
    """The names of all stickers."""
    text = (PAGE / "src" / "story" / "stickers.ts").read_text("utf-8")
    (names,) = re.findall(r"STICKERS = \[([^\]]*)\]", text)
    return re.findall(r"'(\w+)'", names)


BY_KIND = {
    "mark": {"mark_slip", "mark_mistake", "mark_blunder"},
    "speed": {"speed_calm", "speed_normal", "speed_fast", "speed_none"},
    "absent": {"absent_computer", "absent_resign", "absent_wait"},
    "sticker": {f"sticker_{name}" for name in stickers()},
    "face": {f"face_{name}" for name in get_args(Face)},
}


def used_by_the_editor() -> set[str]:
    """Texts for papers, kinds of print and symmetries."""
    symmetries = (PAGE / "src" / "editor" / "symmetry.ts").read_text("utf-8")
    (kinds,) = re.findall(r"export type Symmetry = ([^;]*);", symmetries)
    found = {f"symmetry_{name}" for name in re.findall(r"'(\w+)'", kinds)}
    found |= {f"paper_{name}" for name in paper.PAPERS}
    kinds_of_print = get_args(get_type_hints(PressRequest)["kind"])
    return found | {f"print_{kind}".replace("-", "_") for kind in kinds_of_print}


def test_no_text_is_missing_or_unused() -> None:
    assert TEXTS.keys() - used_by_name() - used_by_the_editor() == set()
    assert used_by_the_editor() - TEXTS.keys() == set()
    kinds = {kind for text in sources() for kind in re.findall(r"\bnamed\(\s*'(\w+)'", text)}
    assert kinds == {"symmetry", "paper", "print"}


@pytest.mark.parametrize("id_", registry.BUILT_IN)
def test_everything_that_can_be_chosen_for_a_game_has_a_text(id_: str) -> None:
    texts = json.loads((page_texts.GAME_TEXTS / "en.json").read_text("utf-8"))[id_]
    game = registry.game(id_)
    values = {value for option in game.options.values() for value in option.values if isinstance(value, str)}
    assert all(texts[name] for name in ("title", "about", "source"))
    assert texts["boards"].keys() == set(boards.names(id_))
    assert texts["presets"].keys() == game.presets.keys()
    assert texts["options"].keys() == game.options.keys()
    assert texts["values"].keys() == values


def test_no_source_outside_a_games_folder_names_a_game() -> None:
    """Tests aside, only the list in games/index.ts does."""
    names = re.compile("|".join(id_.replace("-", "[-_ ]") for id_ in registry.BUILT_IN), re.IGNORECASE)
    folders = {id_.replace("-", "_") for id_ in registry.BUILT_IN}
    found = [
        file.relative_to(PAGE).as_posix()
        for file in sorted((PAGE / "src").rglob("*"))
        if file.suffix in {".svelte", ".ts", ".css"}
        and not file.name.endswith(".test.ts")
        and not folders & set(file.parts)
        and names.search(file.read_text("utf-8"))
    ]
    assert found == ["src/games/index.ts"]


PAPERS = {"paper_a4", "paper_a3", "paper_letter"}
ALIKE = {
    "fr": {
        "title",
        "code",
        "more",  # Options
        "position",
        "possible",
        "cost_points",
        "tool_centre",
        "bed_size",
        *PAPERS,
    },
    "de": {
        "title",
        "code",
        "pair",  # a colon alone: French has a space before it
        "semicolon",
        "computer",
        "computer_name",
        "computer_number",
        "link",
        "name",
        "fault_of",
        "space_is",
        "bed_size",
        *PAPERS,
    },
}
"""Texts that happen to be the same as in English."""
NAMES_OF_PUBLISHERS = {"Goldsieber", "Ravensburger"}


@pytest.mark.parametrize("code", ALIKE)
def test_no_text_is_left_in_english(code: str) -> None:
    texts: dict[str, str] = {}
    for folder in (page_texts.PAGE_TEXTS, page_texts.PAGE_TEXTS / "later"):
        texts |= json.loads((folder / f"{code}.json").read_text("utf-8"))
    assert texts.keys() == TEXTS.keys()
    assert {name for name, text in texts.items() if text == TEXTS[name]} <= ALIKE[code]


@pytest.mark.parametrize("code", ALIKE)
def test_no_text_of_a_game_is_left_in_english(code: str) -> None:
    english, texts = (
        json.loads((page_texts.GAME_TEXTS / f"{language}.json").read_text("utf-8"))
        for language in ("en", code)
    )
    for id_, mine in texts.items():
        same = set(_leaves(mine)) & set(_leaves(english[id_]))
        assert same - NAMES_OF_PUBLISHERS <= {english[id_]["title"]}


def _leaves(texts: dict[str, Any]) -> Iterator[str]:
    for value in texts.values():
        yield from _leaves(value) if isinstance(value, dict) else [value]


def test_no_page_asks_anybody_else() -> None:
    """The only addresses are names of XML namespaces and of error pages."""
    known = ("http://www.w3.org/", "https://svelte.dev/e/")
    for file in BUILT.rglob("*"):
        if file.suffix in {".html", ".js", ".css", ".webmanifest"}:
            found = re.findall(r"https?://[^\s\"'`)\\]+", file.read_text("utf-8"))
            assert [address for address in found if not address.startswith(known)] == [], file.name


def npm(*arguments: str, where: Path = PAGE) -> None:
    done = subprocess.run(["npm", *arguments], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


@pytest.fixture(scope="module")
def page_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the npm packages, linked if they are installed."""
    folder = tmp_path_factory.mktemp("copy") / "page"
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("node_modules"))
    for file in (*ART, BUILT / "kernels.json", BUILT / "kernels.wasm"):
        copy = folder.parent / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    if (PAGE / "node_modules").is_dir():
        (folder / "node_modules").symlink_to(PAGE / "node_modules")
    else:
        npm("ci", where=folder)
    return folder


@pytest.mark.needs("node")
def test_the_types_of_the_page_are_those_of_the_server(page_copy: Path) -> None:
    for file, text in page_types.contents(page_copy).items():
        assert file.read_text("utf-8") == text, "run scripts/page_types.py"


def test_the_page_declares_no_type_that_the_server_has() -> None:
    """Types that are made from those of the server aside, none has the same fields as one of the server."""
    documents = [page_types.server_document(), *map(page_types.game_document, registry.BUILT_IN)]
    known = {
        frozenset(schema["properties"]): name
        for document in documents
        for name, schema in document["components"]["schemas"].items()
        if len(schema.get("properties", ())) > 1
    }
    assert known[frozenset({"seat", "view", "legal"})] == "SeatView"
    declared = [fields for text in sources() if GENERATED not in text for fields in object_types(text)]
    assert {"x", "y", "w", "h"} in declared
    assert {known[fields] for fields in declared if fields in known} == set()


GENERATED = "generated by scripts/page_types.py"


def object_types(text: str) -> Iterator[frozenset[str]]:
    """The names of the fields of each object type, also where it has no name; not of a component's props."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    for body in re.findall(r"(?:interface [^{}]*|type \w+ = |: |<)\{([^{}()]*)\}(?! = \$props)", code):
        yield frozenset(re.findall(r"(?:^|;)\s*(?:readonly )?(\w+)\??:", body))


@pytest.mark.needs("node")
@pytest.mark.parametrize("command", [["run", "check"], ["test"]], ids=["check", "test"])
def test_the_page_passes_its_own_checks(page_copy: Path, command: Sequence[str]) -> None:
    npm(*command, where=page_copy)


@pytest.mark.needs("node")
def test_the_sources_build_to_what_is_shipped(page_copy: Path) -> None:
    npm("run", "build", "--", "--outDir", "../built", where=page_copy)
    assert contents(page_copy.parent / "built") == contents(BUILT), ADVICE

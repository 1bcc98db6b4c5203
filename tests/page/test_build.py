"""The page that is shipped is the one that these sources make, in words that every language has."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from moleworks import boards
from moleworks.games import GAMES
from moleworks.press import paper
from moleworks.web.words import WORDS
from scripts import speech
from scripts.words import written

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "page"
BUILT = ROOT / "src" / "moleworks" / "web" / "page"
PARTS = (
    "index.html", "package.json", "package-lock.json", "public", "sources.ts", "src", "svelte.config.js",
    "vite.config.ts",
)  # fmt: skip
ADVICE = "The page was changed and not built: run scripts/page."


def source_sum() -> str:
    """As page/sources.ts reckons it."""
    files = [
        file for part in PARTS for file in ([PAGE / part], (PAGE / part).rglob("*"))[(PAGE / part).is_dir()]
    ]
    names = sorted(file.relative_to(PAGE).as_posix() for file in files if file.is_file())
    total = hashlib.sha256()
    for name in names:
        if not name.endswith(".test.ts"):
            content = hashlib.sha256((PAGE / name).read_bytes()).hexdigest()
            total.update(f"{content}  {name}\n".encode())
    return total.hexdigest()


def test_the_build_is_that_of_the_sources() -> None:
    assert (BUILT / "source.sum").read_text("utf-8").strip() == source_sum(), ADVICE


def test_the_words_of_the_page_are_those_of_the_catalogues() -> None:
    for file, text in written().items():
        assert file.read_text("utf-8") == text, "run scripts/words.py"


def test_the_speech_tests_hear_what_the_engine_says() -> None:
    for file, text in speech.written().items():
        assert file.read_text("utf-8") == text, "run scripts/speech.py"


def sources() -> Iterator[str]:
    for file in sorted((PAGE / "src").rglob("*")):
        if file.suffix in {".svelte", ".ts"} and not file.name.endswith(".test.ts"):
            yield file.read_text("utf-8")


def called_by_name() -> set[str]:
    """Words that stand in a source, in a call of t or in data of the type Word."""
    used: set[str] = set()
    for text in sources():
        calls = re.findall(r"\bt\(((?:[^()]|\([^()]*\))*)\)", text)
        typed = [text] if re.search(r"import (type )?\{[^}]*\b(type Word|Craft)\b", text) else []
        used |= {word for part in (*calls, *typed) for word in re.findall(r"'([a-z][a-z_]*)'", part)}
        used |= {
            word
            for word in WORDS
            for kind in re.findall(r"\bt\(`(mark|speed|absent)_\$", text)
            if word in MARKS[kind]
        }
    return used


MARKS = {
    "mark": {"mark_slip", "mark_mistake", "mark_blunder"},
    "speed": {"speed_calm", "speed_normal", "speed_fast", "speed_none"},
    "absent": {"absent_computer", "absent_resign", "absent_wait"},
}


def called_by_the_games() -> set[str]:
    """Words for what the games bring along: their names, presets, options, values and boards."""
    found: set[str] = set()
    for id_, game in GAMES.items():
        found |= {f"{kind}_{id_}" for kind in ("title", "about", "source")}
        found |= {f"preset_{preset}" for preset in game.presets}
        found |= {f"option_{option}" for option in game.options}
        values = (value for option in game.options.values() for value in option.values)
        found |= {f"value_{value}" for value in values if isinstance(value, str)}
        found |= {f"board_{id_}_{board}" for board in boards.names(id_)}
    return {word.replace("-", "_") for word in found}


def called_by_the_workshop() -> set[str]:
    """Words for what the press and the workshop bring along: papers, kinds of print, symmetries, sheets."""
    symmetries = (PAGE / "src" / "workshop" / "symmetry.ts").read_text("utf-8")
    (kinds,) = re.findall(r"export type Symmetry = ([^;]*);", symmetries)
    found = {f"symmetry_{name}" for name in re.findall(r"'(\w+)'", kinds)}
    found |= {f"paper_{name}" for name in paper.PAPERS}
    found |= {f"sheet_{level}" for level in range(1, 1 + len(boards.named("mole-company", "classic").boards))}
    return found | {f"print_{kind}".replace("-", "_") for kind in paper.Kind}


def test_no_word_is_missing_or_unused() -> None:
    brought = called_by_the_games() | called_by_the_workshop()
    assert WORDS.keys() - called_by_name() - brought == set()
    assert brought - WORDS.keys() == set()
    kinds = {kind for text in sources() for kind in re.findall(r"\bnamed\(\s*'(\w+)'", text)}
    assert kinds == {
        "title",
        "about",
        "source",
        "preset",
        "option",
        "value",
        "board",
        "symmetry",
        "paper",
        "print",
        "sheet",
    }
    english = json.loads((PAGE / "src" / "words" / "en.json").read_text("utf-8"))
    assert english.keys() == WORDS.keys()


PAPERS = {"paper_a4", "paper_a3", "paper_letter"}
ALIKE = {
    "fr": {
        "title",
        "code",
        "position",
        "possible",
        "preset_goldsieber",
        "preset_ravensburger",
        "cost_points",
        "tool_centre",
        *PAPERS,
    },
    "de": {
        "title",
        "code",
        "pair",  # a colon alone: French has a space before it
        "computer",
        "link",
        "preset_goldsieber",
        "preset_ravensburger",
        "name",
        "fault_of",
        "space_is",
        *PAPERS,
    },
}
"""Words that happen to be the same as in English."""


@pytest.mark.parametrize("code", ALIKE)
def test_no_word_is_left_in_english(code: str) -> None:
    words = json.loads((PAGE / "src" / "words" / f"{code}.json").read_text("utf-8"))
    assert words.keys() == WORDS.keys()
    same = {name for name, text in words.items() if text == WORDS[name] and not name.startswith("title_")}
    assert same <= ALIKE[code]


def test_no_page_asks_anybody_else() -> None:
    """Neither for fonts nor for anything: the only addresses are names of vocabularies."""
    known = ("http://www.w3.org/", "https://svelte.dev/e/")
    for file in BUILT.rglob("*"):
        if file.suffix in {".html", ".js", ".css", ".webmanifest"}:
            found = re.findall(r"https?://[^\s\"'`)\\]+", file.read_text("utf-8"))
            assert [address for address in found if not address.startswith(known)] == [], file.name


def needed(*chunks: str) -> set[str]:
    """Scripts with all that they import before they run."""
    found: set[str] = set()
    waiting = list(chunks)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = (BUILT / "assets" / name).read_text("utf-8")
            waiting += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)
    return found


def test_little_has_to_come_before_the_first_board_of_any_game() -> None:
    boards = [file.name for file in (BUILT / "assets").glob("*-board.js")]
    covers = [file.name for file in (BUILT / "assets").glob("*-Cover.js")]
    assert len(boards) == len(covers) == 3
    scripts = needed("index.js", "fr.js", "Match.js", *covers, *boards) | {"style.css"}
    sizes = {name: len(gzip.compress((BUILT / "assets" / name).read_bytes())) for name in scripts}
    assert sum(sizes.values()) <= 90_000, sizes


def npm(*arguments: str, where: Path = PAGE) -> None:
    done = subprocess.run(["npm", *arguments], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with npm's packages, those of the clone if it has them."""
    folder = tmp_path_factory.mktemp("workshop") / "page"
    shutil.copytree(PAGE, folder, ignore=shutil.ignore_patterns("node_modules"))
    if (PAGE / "node_modules").is_dir():
        (folder / "node_modules").symlink_to(PAGE / "node_modules")
    else:
        npm("ci", where=folder)
    return folder


@pytest.mark.needs("node")
@pytest.mark.parametrize("command", [["run", "check"], ["test"]], ids=["check", "test"])
def test_the_page_passes_its_own_checks(workshop: Path, command: Sequence[str]) -> None:
    npm(*command, where=workshop)


@pytest.mark.needs("node")
def test_the_sources_build_to_what_is_shipped(workshop: Path) -> None:
    npm("run", "build", "--", "--outDir", "../built", where=workshop)
    assert contents(workshop.parent / "built") == contents(BUILT), ADVICE

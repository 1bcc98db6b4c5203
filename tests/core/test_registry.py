"""The registry of games: ids, lazy loading, and broken packages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from moleworks.core import registry
from moleworks.core.messages import Complaint
from moleworks.core.plugin import API_VERSION, Plugin
from moleworks.core.registry import GAMES, MissingPart, PluginError, UnknownGame
from moleworks.games.mole_hill.plugin import PLUGIN as MOLE_HILL_PLUGIN
from moleworks.speech import GameWords

BUILT_IN = ("mole-hill", "mole-company", "buddel-bande")

Offer = Callable[..., None]

GOOD = f"""
from moleworks.core.plugin import Plugin
from moleworks.games.mole_hill.game import MoleHill

class OtherGame(MoleHill):
    id = "other-game"
    title = "Other Game"

GAME = OtherGame()
PLUGIN = Plugin("other-game", {API_VERSION}, "good_package", "good_package:GAME")
"""


class Distribution:
    """The package that an entry point comes from."""

    def __init__(self, name: str) -> None:
        self.name = name


class EntryPoint:
    def __init__(self, name: str, value: str, package: str) -> None:
        self.name, self.value, self.module = name, value, value.partition(":")[0]
        self.dist = Distribution(package)


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Offer]:
    """A function that adds an entry point, and the module that it names."""
    entries: list[EntryPoint] = []
    modules: list[str] = []

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "moleworks.games"
        return entries

    def add(name: str, module: str, source: str | None, package: str | None = None) -> None:
        if source is not None:
            (tmp_path / f"{module}.py").write_text(source)
            modules.append(module)
        entries.append(EntryPoint(name, f"{module}:PLUGIN", package or module.replace("_", "-")))
        registry.reload()

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    monkeypatch.syspath_prepend(tmp_path)
    registry.reload()
    yield add
    monkeypatch.undo()
    for module in modules:
        sys.modules.pop(module, None)
    registry.reload()


def record(**changes: Any) -> str:
    """The source of a module with a plug-in record."""
    fields = {"id": "x-game", "api": API_VERSION, "package": "broken", "game": "broken:GAME"} | changes
    return f"from moleworks.core.plugin import Plugin\nPLUGIN = Plugin(**{fields!r})\n"


def test_the_built_in_games_come_first_in_their_order() -> None:
    assert registry.ids()[:3] == tuple(registry.BUILT_IN) == BUILT_IN
    assert tuple(GAMES)[:3] == BUILT_IN
    assert len(GAMES) == len(registry.ids())
    assert all(game.id == id_ for id_, game in GAMES.items())


def test_a_game_is_one_object() -> None:
    assert GAMES["mole-hill"] is registry.game("mole-hill") is GAMES["mole-hill"]
    assert registry.plugin("mole-hill") is MOLE_HILL_PLUGIN


@pytest.mark.parametrize("id_", ["chess", "", "Mole-Hill", "mole_hill", "../etc", "x" * 1000])
def test_an_unknown_id_is_a_key_error_and_a_complaint(id_: str) -> None:
    assert id_ not in GAMES
    assert GAMES.get(id_) is None
    for ask in (registry.plugin, registry.game, GAMES.__getitem__):
        with pytest.raises(KeyError) as found:
            ask(id_)
        error = found.value
        assert isinstance(error, UnknownGame)
        assert isinstance(error, Complaint)
        shown = f"There is no game {id_[:40]}; there are mole-hill, mole-company, buddel-bande"
        assert str(error).startswith(shown)


def test_what_is_no_text_is_no_id() -> None:
    for junk in (7, None, ("mole-hill",)):
        assert not GAMES.__contains__(junk)


def test_a_part_is_loaded_once_and_a_missing_one_is_named() -> None:
    words = registry.required_part("mole-hill", "words", GameWords)
    assert registry.part("mole-hill", "words", GameWords) is words
    assert registry.part("mole-hill", "compiled_legal", ModuleType) is None
    with pytest.raises(MissingPart, match=r"The game mole-hill does not bring .*: compiled_legal."):
        registry.required_part("mole-hill", "compiled_legal", ModuleType)


def test_importing_the_games_loads_no_game_and_no_other_package() -> None:
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import moleworks.games\n"
        "new = set(sys.modules) - before\n"
        "games = [n for n in new if n.startswith('moleworks.games.')]\n"
        "roots = {n.partition('.')[0] for n in new} - set(sys.stdlib_module_names) - {'moleworks'}\n"
        "print(games, sorted(roots), 'importlib.metadata' in new)\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["[]", "[]", "False"]


def test_using_a_game_loads_that_game_alone() -> None:
    program = (
        "import sys\n"
        "from moleworks.games import GAMES\n"
        "GAMES['mole-hill'].title\n"
        "print(sorted({n.split('.')[2] for n in sys.modules if n.startswith('moleworks.games.')}))\n"
        "print('importlib.metadata' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "['mole_hill']"


def test_a_good_package_is_listed_and_played(offer: Offer) -> None:
    offer("other-game", "good_package", GOOD)
    assert registry.problems() == ()
    assert registry.ids() == (*BUILT_IN, "other-game")
    assert GAMES["other-game"].title == "Other Game"
    assert registry.part("other-game", "words", GameWords) is None
    assert "other-game" in {plugin.id for plugin in registry.loaded()}


BROKEN: dict[str, tuple[str, str | None, str]] = {
    "no module": ("x-game", None, "ModuleNotFoundError: No module named 'broken'"),
    "import error": ("x-game", "import a_module_that_is_nowhere\n", "ModuleNotFoundError"),
    "syntax error": ("x-game", "def\n", "SyntaxError"),
    "exit at import": ("x-game", "raise SystemExit(3)\n", "SystemExit: 3"),
    "no attribute": ("x-game", "", "AttributeError"),
    "wrong object": ("x-game", "PLUGIN = 7\n", "broken:PLUGIN is no moleworks.core.plugin.Plugin"),
    "wrong version": (
        "x-game",
        record(api=99),
        f"it is made for version 99 of the game interface, and this is version {API_VERSION}",
    ),
    "another id": ("x-game", record(id="y-game"), "its record has the id 'y-game'"),
    "no game": ("x-game", record(game="broken:PLUGIN"), "broken:PLUGIN is no moleworks.core.game.Game"),
    "another game's rules": (
        "x-game",
        record(game="moleworks.games.mole_hill.game:MOLE_HILL"),
        "moleworks.games.mole_hill.game:MOLE_HILL is not its game",
    ),
    "too many players": (
        "x-game",
        GOOD.replace("other-game", "x-game").replace("good_package", "broken")
        + "OtherGame.player_counts = range(2, 6)\n",
        "games are for 1 to 4 players, and this one is for range(2, 6)",
    ),
    "id of a built-in game": ("mole-hill", "raise SystemExit(3)\n", "Moleworks has a game with this id"),
    "capitals": ("X-Game", "raise SystemExit(3)\n", "a game's id has small letters, digits and hyphens only"),
    "path": ("../x", "raise SystemExit(3)\n", "a game's id has small letters, digits and hyphens only"),
    "long": ("x" * 41, "raise SystemExit(3)\n", "hyphens only, 40 at most"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_package_costs_a_sentence_and_itself_alone(
    offer: Offer, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    id_, source, reason = BROKEN[case]
    offer("other-game", "good_package", GOOD)
    offer(id_, "broken", source)
    assert registry.ids() == (*BUILT_IN, "other-game")
    (problem,) = registry.problems()
    assert isinstance(problem, PluginError)
    assert str(problem).startswith(f"The game {id_[:40]} of the package broken cannot be used: ")
    assert reason in str(problem)
    assert "{" not in str(problem)
    assert str(problem) in caplog.text
    assert GAMES["other-game"].title == "Other Game"
    assert registry.plugin("mole-hill") is MOLE_HILL_PLUGIN
    assert {plugin.id for plugin in registry.loaded()} <= {*BUILT_IN, "other-game"}
    if id_ not in BUILT_IN:
        assert id_ not in GAMES
        with pytest.raises((PluginError, UnknownGame)):
            registry.plugin(id_)


def test_two_packages_with_one_id(offer: Offer) -> None:
    """The first by name keeps it, whatever the order in which they are found."""
    offer("other-game", "second", "raise SystemExit(3)\n", "second-package")
    offer("other-game", "good_package", GOOD, "first-package")
    (problem,) = registry.problems()
    expected = "the package first-package has a game with this id"
    assert str(problem) == f"The game other-game of the package second-package cannot be used: {expected}."
    assert GAMES["other-game"].title == "Other Game"


def test_a_part_that_does_not_fit_is_a_sentence(offer: Offer) -> None:
    source = GOOD.replace('"good_package:GAME")', '"good_package:GAME", words="math")')
    offer("other-game", "good_package", source)
    with pytest.raises(PluginError, match=r"math is no moleworks.speech.game_words.GameWords: it lacks"):
        registry.part("other-game", "words", GameWords)
    assert GAMES["other-game"].title == "Other Game"


def test_a_package_that_comes_later_is_seen_after_a_reload(offer: Offer) -> None:
    assert registry.ids() == BUILT_IN
    offer("other-game", "good_package", GOOD)  # it reloads
    assert "other-game" in registry.ids()


def test_every_part_of_a_built_in_game_is_where_its_record_says() -> None:
    for id_ in BUILT_IN:
        plugin = registry.plugin(id_)
        for name in Plugin._fields[3:]:
            path = getattr(plugin, name)
            assert path is None or registry.part(id_, name, object) is not None

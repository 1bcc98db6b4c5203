"""The interface of games holds no `Any`, and every part of every game fits its protocol.

Mypy checks the assignments at the top of this module; the tests check the same when they run.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from moleworks import boards, record, speech
from moleworks.boards import BoardFile
from moleworks.core import game as game_module
from moleworks.core import messages, plugin, registry
from moleworks.core.game import Game, View
from moleworks.core.plugin import Plugin
from moleworks.engine import FromView, Player, Reference
from moleworks.engine.legal_actions import CompiledLegal
from moleworks.engine.solving.game_solver import GameSolver
from moleworks.games.buddel_bande import board_file as buddel_bande_board_file
from moleworks.games.buddel_bande import page_texts as buddel_bande_page_texts
from moleworks.games.buddel_bande import press as buddel_bande_press
from moleworks.games.buddel_bande import rendering as buddel_bande_picture
from moleworks.games.buddel_bande import setup_texts as buddel_bande_setup_texts
from moleworks.games.buddel_bande import state_from_view as buddel_bande_from_view
from moleworks.games.buddel_bande import terminal as buddel_bande_terminal
from moleworks.games.buddel_bande import understand as buddel_bande_understand
from moleworks.games.buddel_bande import words as buddel_bande_words
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.observation import BuddelBandeObservation
from moleworks.games.buddel_bande.player import player as buddel_bande_player
from moleworks.games.buddel_bande.player import reference as buddel_bande_reference
from moleworks.games.buddel_bande.press import solid as buddel_bande_solids
from moleworks.games.buddel_bande.view_types import BuddelBandeView
from moleworks.games.mole_company import board_file as mole_company_board_file
from moleworks.games.mole_company import compiled_legal as mole_company_compiled_legal
from moleworks.games.mole_company import page_texts as mole_company_page_texts
from moleworks.games.mole_company import press as mole_company_press
from moleworks.games.mole_company import rendering as mole_company_picture
from moleworks.games.mole_company import setup_texts as mole_company_setup_texts
from moleworks.games.mole_company import state_from_view as mole_company_from_view
from moleworks.games.mole_company import terminal as mole_company_terminal
from moleworks.games.mole_company import understand as mole_company_understand
from moleworks.games.mole_company import words as mole_company_words
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.observation import MoleCompanyObservation
from moleworks.games.mole_company.player import player as mole_company_player
from moleworks.games.mole_company.player import reference as mole_company_reference
from moleworks.games.mole_company.press import solid as mole_company_solids
from moleworks.games.mole_company.view_types import MoleCompanyView
from moleworks.games.mole_hill import board_file as mole_hill_board_file
from moleworks.games.mole_hill import page_texts as mole_hill_page_texts
from moleworks.games.mole_hill import press as mole_hill_press
from moleworks.games.mole_hill import rendering as mole_hill_picture
from moleworks.games.mole_hill import setup_texts as mole_hill_setup_texts
from moleworks.games.mole_hill import state_from_view as mole_hill_from_view
from moleworks.games.mole_hill import terminal as mole_hill_terminal
from moleworks.games.mole_hill import understand as mole_hill_understand
from moleworks.games.mole_hill import words as mole_hill_words
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.observation import MoleHillObservation
from moleworks.games.mole_hill.player import player as mole_hill_player
from moleworks.games.mole_hill.player import reference as mole_hill_reference
from moleworks.games.mole_hill.press import solid as mole_hill_solids
from moleworks.games.mole_hill.view_types import MoleHillView
from moleworks.press.game_print_set import GamePrintSet
from moleworks.press.solid.export import GameSolids
from moleworks.puzzles.game_puzzles import GamePuzzles
from moleworks.record import Match
from moleworks.research.batches.batch_kernels import BatchKernels
from moleworks.research.encoded_planes import EncodedPlanes
from moleworks.research.rendering import GamePicture
from moleworks.speech import GameUnderstanding, GameWords, table_settings
from moleworks.speech.game_words import BoardMap
from moleworks.speech.setup_texts import SetupTexts
from moleworks.terminal.game_drawing import CaptionedDrawing, GameDrawing
from moleworks.web.page_texts import GamePageTexts

BOARD_FILES: list[BoardFile] = [mole_hill_board_file, mole_company_board_file, buddel_bande_board_file]
SETUP_TEXTS: list[SetupTexts] = [
    mole_hill_setup_texts,
    mole_company_setup_texts,
    buddel_bande_setup_texts,
]
PAGE_TEXTS: list[GamePageTexts] = [mole_hill_page_texts, mole_company_page_texts, buddel_bande_page_texts]
DRAWINGS: list[GameDrawing] = [mole_hill_terminal, mole_company_terminal, buddel_bande_terminal]
CAPTIONS: list[CaptionedDrawing] = [mole_company_terminal, buddel_bande_terminal]
PICTURES: list[GamePicture] = [mole_hill_picture, mole_company_picture, buddel_bande_picture]
OBSERVATIONS: list[type[EncodedPlanes]] = [
    MoleHillObservation,
    MoleCompanyObservation,
    BuddelBandeObservation,
]
PRINT_SETS: list[GamePrintSet] = [mole_hill_press, mole_company_press, buddel_bande_press]
SOLIDS: list[GameSolids] = [mole_hill_solids, mole_company_solids, buddel_bande_solids]
REFERENCES: list[Mapping[str, Reference]] = [
    mole_hill_reference.REFERENCES,
    mole_company_reference.REFERENCES,
    buddel_bande_reference.REFERENCES,
]

HILL_GAME: Game[MoleHillState] = MOLE_HILL
HILL_WORDS: GameWords[MoleHillState] = mole_hill_words
HILL_UNDERSTANDING: GameUnderstanding[MoleHillState] = mole_hill_understand
HILL_FROM_VIEW: FromView[MoleHillState] = mole_hill_from_view
HILL_PLAYER: Player[MoleHillState] = mole_hill_player.PLAYER

COMPANY_GAME: Game[MoleCompanyState] = MOLE_COMPANY
COMPANY_WORDS: GameWords[MoleCompanyState] = mole_company_words
COMPANY_UNDERSTANDING: GameUnderstanding[MoleCompanyState] = mole_company_understand
COMPANY_FROM_VIEW: FromView[MoleCompanyState] = mole_company_from_view
COMPANY_PLAYER: Player[MoleCompanyState] = mole_company_player.PLAYER
COMPANY_LEGAL: CompiledLegal[MoleCompanyState] = mole_company_compiled_legal

BANDE_GAME: Game[BuddelBandeState] = BUDDEL_BANDE
BANDE_WORDS: GameWords[BuddelBandeState] = buddel_bande_words
BANDE_UNDERSTANDING: GameUnderstanding[BuddelBandeState] = buddel_bande_understand
BANDE_FROM_VIEW: FromView[BuddelBandeState] = buddel_bande_from_view
BANDE_PLAYER: Player[BuddelBandeState] = buddel_bande_player.PLAYER

PROTOCOLS: dict[str, type[Any]] = {
    "game": Game,
    "board_file": BoardFile,
    "from_view": FromView,
    "words": GameWords,
    "understand": GameUnderstanding,
    "setup_texts": SetupTexts,
    "second_person": Mapping,
    "board_map": BoardMap,
    "brief": Mapping,
    "moments": Collection,
    "emblems": Mapping,
    "table_settings": Mapping,
    "page_texts": GamePageTexts,
    "terminal": GameDrawing,
    "compiled_legal": CompiledLegal,
    "player": Player,
    "references": Mapping,
    "solver": GameSolver,
    "observation": type,
    "picture": GamePicture,
    "batch": BatchKernels,
    "press": GamePrintSet,
    "solids": GameSolids,
    "puzzles": GamePuzzles,
}

GENERIC_MODULES = [
    import_module(f"{package.__name__}.{file.stem}".removesuffix(".__init__"))
    for package in (boards, record, speech)
    for file in sorted(Path(str(package.__file__)).parent.glob("*.py"))
]

VIEWS: dict[str, Any] = {
    "mole-hill": MoleHillView,
    "mole-company": MoleCompanyView,
    "buddel-bande": BuddelBandeView,
}


def types_in(hint: object) -> Iterator[object]:
    """A type and all that it is made of."""
    yield hint
    for part in typing.get_args(hint):
        for inner in part if isinstance(part, list) else [part]:
            yield from types_in(inner)


def holds_any(function: Any) -> bool:
    return any(part is Any for hint in typing.get_type_hints(function).values() for part in types_in(hint))


def functions(owner: Any) -> Iterator[tuple[str, Any]]:
    """The functions and methods that a module or a class defines itself."""
    module = owner.__name__ if isinstance(owner, ModuleType) else owner.__module__
    for name, value in vars(owner).items():
        member = (
            value.fget if isinstance(value, property) else inspect.unwrap(getattr(value, "__func__", value))
        )
        if inspect.isfunction(member) and member.__module__ == module:
            yield name, member
        elif isinstance(owner, ModuleType) and inspect.isclass(value) and value.__module__ == module:
            yield from ((f"{name}.{inner}", method) for inner, method in functions(value))


def test_a_hint_of_any_is_found() -> None:
    def inside(values: Mapping[str, list[Any]]) -> None:
        del values

    assert holds_any(inside)
    assert not holds_any(types_in)


@pytest.mark.parametrize("name", [name for name, _ in functions(Game)])
def test_no_method_of_a_game_holds_any(name: str) -> None:
    function = getattr(Game, name)
    hints = typing.get_type_hints(function)
    assert set(hints) >= {*inspect.signature(function).parameters, "return"} - {"self"}, "all is annotated"
    assert not holds_any(function)


def test_the_class_variables_of_a_game_hold_no_any() -> None:
    assert not holds_any(Game)
    assert not holds_any(View)
    assert not holds_any(Plugin)


@pytest.mark.parametrize(
    "module",
    [game_module, plugin, registry, messages, *GENERIC_MODULES],
    ids=lambda module: module.__name__,
)
def test_no_function_of_the_core_holds_any(module: ModuleType) -> None:
    found = dict(functions(module))
    # A named tuple makes some methods of its own.
    own = {name: function for name, function in found.items() if not name.endswith(("._make", "._replace"))}
    assert found == {} or own
    assert [name for name, function in own.items() if "__new__" not in name and holds_any(function)] == []


def test_every_part_has_a_protocol() -> None:
    assert set(PROTOCOLS) == set(Plugin._fields) - {"id", "api", "package"}


@pytest.mark.parametrize("part", PROTOCOLS)
@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_parts_fit_their_protocols(game: str, part: str) -> None:
    """What mypy cannot see: that the record names the right module."""
    found = registry.part(game, part, PROTOCOLS[part])
    assert found is None or isinstance(found, PROTOCOLS[part])
    assert found is not None or part in {"compiled_legal", "emblems", "solver", "table_settings"}


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_settings_of_a_table_bring_whole_words_and_a_whole_reader(game: str) -> None:
    for setting in table_settings.offered(game).values():
        assert isinstance(setting.words, GameWords)
        assert isinstance(setting.understand, GameUnderstanding)
        assert "{given}" in setting.not_understood


@pytest.mark.parametrize("game", VIEWS)
def test_a_view_has_the_fields_that_its_type_says(game: str) -> None:
    match, kind = Match.begin(game), VIEWS[game]
    for seat in (None, 0, 1):
        view = match.game.view(match.state, seat)
        assert set(view) == kind.__required_keys__
        assert set(view) > View.__required_keys__
    assert typing.get_type_hints(type(match.game).view)["return"] is kind

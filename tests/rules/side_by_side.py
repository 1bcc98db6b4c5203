"""Play the engine and the brute-force rules side by side; both must agree after every action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moleworks import boards
from tests.rules.brute import End, Position
from tests.rules.brute_band import BuddelBande
from tests.rules.brute_company import MoleCompany
from tests.rules.brute_hill import MoleHill
from tests.rules.example_game import ExampleGame
from tests.rules.pages import CLASSIC, Data, resolved


@dataclass(frozen=True)
class Case:
    """A set-up for both."""

    game: str
    board: str | Data
    players: int
    preset: str
    options: tuple[tuple[str, Any], ...] = ()
    rotations: tuple[int, ...] | None = None

    def __str__(self) -> str:
        board = self.board if isinstance(self.board, str) else self.board["name"]
        options = "".join(f"-{value}" for _, value in self.options)
        turns = "-" + "".join(map(str, self.rotations)) if self.rotations else ""
        return f"{self.game}-{board}-{self.players}-{self.preset}{options}{turns}"

    def engine(self) -> ExampleGame:
        return ExampleGame(
            self.game, self.board, self.players, self.preset, self.rotations, **dict(self.options)
        )

    def brute(self) -> Position:
        options = resolved(self.game, self.preset, self.players) | dict(self.options)
        if self.game == "mole-hill":
            return MoleHill(self.data(), options)
        if self.game == "mole-company":
            return MoleCompany(self.data(), self.players, options, self.rotations or (0, 0, 0, 0))
        return BuddelBande(self.data(), self.players, options)

    def data(self) -> Data:
        """The classic boards come from the pages, not from the engine."""
        if not isinstance(self.board, str):
            return self.board
        if self.board == "classic":
            return CLASSIC[self.game]
        return boards.data(self.game, boards.named(self.game, self.board))


def tidy(view: dict[str, Any]) -> dict[str, Any]:
    """Sorted, where the protocol fixes no order."""
    seen = dict(view)
    for field in {"rods", "holes", "specials"} & set(seen):
        seen[field] = sorted(seen[field])
    if "left" in seen:
        seen["left"] = [sorted(discs) for discs in seen["left"]]
        seen["moles"] = [sorted(team) for team in seen["moles"]]
        seen["dotted"] = sorted(sorted(pair) for pair in seen["dotted"])
    return seen


def agree(table: ExampleGame, brute: Position, players: int) -> None:
    """Compare everything in the game interface, except secrets that are in no view."""
    assert (table.actor, table.mover, table.phase) == (brute.actor(), brute.mover(), brute.phase)
    assert table.names == brute.names()
    for name in table.names:
        assert name.isascii()
        assert not set(name) & set(" \t\n")
        assert name.startswith(("=", "deal:")) == table.chance_acts
    assert table.odds == brute.odds()
    assert not table.odds or sum(table.odds.values()) == 1
    assert table.scores == brute.scores()
    if brute.end is None:
        assert table.outcome is None
    else:
        rule, winner, draw = brute.end
        assert table.outcome is not None
        assert table.outcome[1:] == (winner, draw)
        assert not rule or table.outcome.rule == rule
    for seat in (None, *range(players)):
        expected = brute.view(seat)
        seen = {field: value for field, value in tidy(table.view(seat)).items() if field in expected}
        if brute.end:  # nobody jumps any more, and the protocol does not say what the field holds then
            expected.pop("jump", None)
            seen.pop("jump", None)
        assert seen == expected


def same_refusals(table: ExampleGame, brute: Position, names: Sequence[str]) -> None:
    """Both forbid the same, by the same rule."""
    said = {name: table.rule(name) for name in names}
    assert said == {name: brute.why(name) for name in names}


def some_name(game: str, dice: random.Random) -> str:
    """A name of a right shape that may or may not exist."""
    if game == "mole-hill":
        return one_of(dice, square(dice), f"{square(dice)}|{square(dice)}", neighbours(dice))
    if game == "mole-company":
        word = dice.choice(["flip", "stop", "wait"])
        move = f"{square(dice)}-{square(dice)}"
        return one_of(dice, square(dice), move, move, move, f"={dice.randint(1, 6)}", word)
    mole = f"{dice.choice('SML')}{dice.randint(1, 4)}"
    hill = dice.randint(0, 27)
    seats = "".join(dice.sample("0123", dice.randint(2, 4)))
    return one_of(
        dice, f"{mole}>{hill}", f"{mole}>home", f"dog>{hill}", "pass", f"deal:{mole[0]}={seats}",
        "=" + dice.choice("SMLADE") + dice.choice("clf"),
    )  # fmt: skip


def one_of(dice: random.Random, *names: str) -> str:
    return dice.choice(names)


def square(dice: random.Random) -> str:
    return dice.choice("abcdefghij") + str(dice.randint(1, 9))


def neighbours(dice: random.Random) -> str:
    column, row = dice.randint(0, 8), dice.randint(1, 8)
    across = dice.random() < 0.5
    return f"{'abcdefghij'[column]}{row}|{'abcdefghij'[column + across]}{row + (not across)}"


def choose(brute: Position, dice: random.Random, digging: float) -> str:
    """Any legal action; in Mole Company mostly into holes, for else no board is ever filled."""
    names = sorted(brute.names())
    if isinstance(brute, MoleCompany) and brute.phase == "move" and dice.random() < digging:
        free = [name for name in names if brute.space(name[:2]) not in brute.holes]
        into = [name for name in free if brute.space(name[3:]) in brute.holes]
        names = into or free or names
    return dice.choice(names)


@dataclass
class Played:
    """What a random game went through."""

    end: End | None
    phases: set[str]
    actions: int


def play_out(case: Case, seed: int, most: int = 400, probes: int = 3, digging: float = 0.9) -> Played:
    """One random game, both in step, with some forbidden names tried on the way."""
    dice = random.Random(f"{case} {seed}")
    table, brute = case.engine(), case.brute()
    phases = set()
    for actions in range(most):
        phases.add(brute.phase)
        agree(table, brute, case.players)
        same_refusals(table, brute, [some_name(case.game, dice) for _ in range(probes)])
        if brute.end:
            return Played(brute.end, phases, actions)
        name = choose(brute, dice, digging)
        table.play(name)
        brute.play(name)
    return Played(None, phases, most)

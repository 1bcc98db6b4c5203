"""A match is its list of action names; everything else follows by replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from moleworks import boards
from moleworks.games import GAMES, BadSetup, Complaint, Game, Setup
from moleworks.games.game import N_
from moleworks.record.trail import Trail


class CannotPlay(Complaint):
    """One action of a list cannot be played; `cause` says why, and nothing of the list was played."""

    def __init__(self, index: int, name: str, cause: Complaint) -> None:
        super().__init__(cause.message.text, **cause.message.values)
        self.place = cause.place
        self.index, self.name, self.cause = index, name, cause


class Match:
    """A game being played: its set-up, the names of the actions so far, and the state after each of them.

    Like its trails, a copy of it costs nothing.

    >>> match = Match.begin("mole-hill")
    >>> match.play(["e4", "e4|f4", "e5"])
    >>> match.names, match.game.phase(match.state)
    (['e4', 'e4|f4', 'e5'], 'rod')
    """

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.state: Any = game.start(setup)
        self._names = Trail[str]()
        self._heard = Trail[str]()
        self._before = Trail[Any]()
        """The state before each action."""

    @classmethod
    def begin(
        cls,
        game: str,
        *,
        board: Any = "classic",
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> Match:
        """A new match; the board is a name, or a whole board as data or as `boards` made it."""
        if game not in GAMES:
            raise BadSetup(
                N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES)
            )
        rules = GAMES[game]
        return cls(rules, rules.setup(_board(game, board), players, preset, options, rotations))

    def copy(self) -> Match:
        """The same match, to go on with apart from this one."""
        other = Match.__new__(Match)
        other.game, other.setup, other.state = self.game, self.setup, self.state
        other._names, other._heard = self._names.copy(), self._heard.copy()
        other._before = self._before.copy()
        return other

    @property
    def names(self) -> list[str]:
        """Of the actions so far."""
        return list(self._names)

    @property
    def ply(self) -> int:
        return len(self._names)

    def before(self, ply: int) -> Any:
        """The state before the action with that index; after the last one, that of now."""
        return self.state if ply == self.ply else self._before[ply]

    def play(self, names: Iterable[str]) -> None:
        """Play these actions: all of them, or none (`CannotPlay`)."""
        state, steps = self.state, []
        for index, name in enumerate(names):
            try:
                action = self.game.parse(state, name)
            except Complaint as cause:
                raise CannotPlay(index, name, cause) from cause
            state = self.game.play(state, action)
            steps.append((name, state))
        for name, after in steps:
            self.step(name, after)

    def act(self, action: int) -> None:
        """Play one action that is known to be legal, by its number."""
        game, state = self.game, self.state
        self.step(game.name(state, action), game.play(state, action))

    def step(self, name: str, after: Any) -> None:
        """Go on by an action of which it is known that it is legal, and what state it leads to."""
        self._before.append(self.state)
        self._names.append(name)
        if self.game.heard(name):
            self._heard.append(name)
        self.state = after

    def undo(self, count: int = 1) -> None:
        """Take back the last actions, chance included."""
        if not 1 <= count <= self.ply:
            raise Complaint(
                N_("{count} actions cannot be taken back: {ply} were played."), count=count, ply=self.ply
            )
        self.state = self._before[-count]
        self._heard.drop(sum(map(self.game.heard, self.names[-count:])))
        self._names.drop(count)
        self._before.drop(count)

    def movers(self) -> list[int | None]:
        """Whose turn each action belonged to."""
        return [self.game.mover(state) for state in self._before]

    def heard(self) -> tuple[str, ...]:
        """The actions that everybody at the table knows of."""
        return tuple(self._heard)

    def terms(self) -> dict[str, Any]:
        """What was agreed before the first action, as data: for `Match.begin`, and for `new` of an engine."""
        setup = self.setup
        told = {
            "game": setup.game,
            "players": setup.players,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": self.board_data(),
            "rotations": setup.rotations,
        }
        return {name: value for name, value in told.items() if value is not None}

    def board_data(self) -> str | dict[str, Any]:
        """The board's name if it came with the game, else the whole board as data."""
        board, game = self.setup.board, self.game.id
        known = board.name in boards.names(game) and boards.named(game, board.name) == board
        return str(board.name) if known else boards.data(game, board)


def _board(game: str, board: Any) -> Any:
    if isinstance(board, str):
        return boards.named(game, board)
    if not isinstance(board, dict):
        return board
    checked = boards.check(board)
    if board["game"] != game:
        raise BadSetup(
            N_("This board is for {other}, not for {game}."), "board", other=board["game"], game=game
        )
    return checked

"""A match: the set-up, the names of the actions so far, and the states they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from moleworks import boards
from moleworks.core.game import AnyGame, Board, Setup, State
from moleworks.core.messages import N_, BadSetup, Complaint
from moleworks.core.registry import GAMES
from moleworks.record.shared_list import SharedList


class CannotPlay(Complaint):
    """One action of a list is illegal; `cause` says why. No action of the list was played."""

    def __init__(self, index: int, name: str, cause: Complaint) -> None:
        super().__init__(cause.message.text, **cause.message.values)
        self.place = cause.place
        self.index, self.name, self.cause = index, name, cause


class Match:
    """A game with the names of its actions so far and the state after each of them. Copies are cheap.

    >>> match = Match.begin("mole-hill")
    >>> match.play(["e4", "e4|f4", "e5"])
    >>> match.names, match.game.phase(match.state)
    (['e4', 'e4|f4', 'e5'], 'rod')
    """

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.state: State = game.start(setup)
        self._names = SharedList[str]()
        self._public_names = SharedList[str]()
        self._before = SharedList[State]()
        """The state before each action."""

    @classmethod
    def begin(
        cls,
        game: str,
        *,
        board: Board | Mapping[str, object] | str = "classic",
        players: int | None = None,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        rotations: Sequence[int] | None = None,
    ) -> Match:
        """Start a match. The board is a name, board data, or a board object."""
        rules = GAMES[game]
        return cls(rules, rules.setup(_board(game, board), players, preset, options, rotations))

    def copy(self) -> Match:
        """An independent copy."""
        other = Match.__new__(Match)
        other.game, other.setup, other.state = self.game, self.setup, self.state
        other._names, other._public_names = self._names.copy(), self._public_names.copy()
        other._before = self._before.copy()
        return other

    @property
    def names(self) -> list[str]:
        """The names of the actions so far."""
        return list(self._names)

    @property
    def ply(self) -> int:
        return len(self._names)

    def before(self, ply: int) -> State:
        """The state before the action with this index; the current one for the index after the last."""
        return self.state if ply == self.ply else self._before[ply]

    def play(self, names: Iterable[str]) -> None:
        """Play all these actions, or none of them; then it raises `CannotPlay`."""
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
        """Play one action that is known to be legal."""
        game, state = self.game, self.state
        self.step(game.name(state, action), game.play(state, action))

    def step(self, name: str, after: State) -> None:
        """Append an action that is known to be legal, and the state after it."""
        self._before.append(self.state)
        self._names.append(name)
        if self.game.is_public(name):
            self._public_names.append(name)
        self.state = after

    def undo(self, count: int = 1) -> None:
        """Undo the last actions; actions of chance count too."""
        if not 1 <= count <= self.ply:
            raise Complaint(
                N_("{count} actions cannot be taken back: {ply} were played."), count=count, ply=self.ply
            )
        self.state = self._before[-count]
        self._public_names.drop(sum(map(self.game.is_public, self.names[-count:])))
        self._names.drop(count)
        self._before.drop(count)

    def movers(self) -> list[int | None]:
        """For each action, the seat whose turn it was."""
        return [self.game.mover(state) for state in self._before]

    def public_actions(self) -> tuple[str, ...]:
        """The names of the actions that every seat knows of."""
        return tuple(self._public_names)

    def setup_data(self) -> dict[str, object]:
        """The set-up as data, for `Match.begin` and for the command `new` of the engine protocol."""
        setup = self.setup
        data: dict[str, object] = {
            "game": setup.game,
            "players": setup.players,
            "preset": setup.preset,
            "options": dict(setup.options),
            "board": self.board_data(),
            "rotations": setup.rotations,
        }
        return {name: value for name, value in data.items() if value is not None}

    def board_data(self) -> str | dict[str, object]:
        """The name of the board if it comes with the game, else the board as data."""
        board, game = self.setup.board, self.game.id
        known = board.name in boards.names(game) and boards.named(game, board.name) == board
        return str(board.name) if known else boards.data(game, board)


def _board(game: str, board: Board | Mapping[str, object] | str) -> Board:
    if isinstance(board, str):
        return boards.named(game, board)
    if not isinstance(board, Mapping):
        return board
    checked = boards.check(board)
    if board["game"] != game:
        raise BadSetup(
            N_("This board is for {other}, not for {game}."), "board", other=board["game"], game=game
        )
    return checked

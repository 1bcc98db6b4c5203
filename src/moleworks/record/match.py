"""A match: the set-up, the names of the actions so far, and the states they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from moleworks import boards
from moleworks.core.game import CHANCE, AnyGame, Board, Outcome, Setup, State
from moleworks.core.messages import N_, BadSetup, Complaint
from moleworks.core.registry import GAMES
from moleworks.record.shared_list import SharedList


class CannotPlay(Complaint):
    """One action of a list is illegal. No action of the list was played."""

    index: int
    """Its place in the list, from 0."""
    name: str
    cause: Complaint
    """Why it is illegal: `Refused`, or `Malformed` if it is no action name."""

    def __init__(self, index: int, name: str, cause: Complaint) -> None:
        super().__init__(cause.message.text, **cause.message.values)
        self.place = cause.place
        self.index, self.name, self.cause = index, name, cause


class Match:
    """A game with the names of its actions so far and the state after each of them. Copies are cheap.

    >>> match = Match.begin("mole-hill", board="patch")
    >>> match.play("c3")
    >>> match.play(["c3|c4", "b2"])
    >>> match.names, match.game.phase(match.state)
    (['c3', 'c3|c4', 'b2'], 'rod')
    >>> match
    <Match of mole-hill: 3 actions, seat 1 to act (rod)>
    >>> print(match)
          a     b     c     d     e
       ╭─────────────────────────────╮
     5 │ ✿2                      ❀1  │ 5
       │     ·     ·     ·     ·     │
     4 │                             │ 4
       │     ·     ·━━━━━·     ·     │
     3 │             ╭─╮             │ 3
       │     ·     ·     ·     ·     │
     2 │      (•.•)                  │ 2
       │     ·     ·     ·     ·     │
     1 │ ❀1                      ✿2  │ 1
       ╰─────────────────────────────╯
          a     b     c     d     e
    Round 1: seat 0 is the mole, seat 1 the gardener.
    Molehills: 2 of 10, 0 of them dark. Points: seat 0 0, seat 1 0.
    Seat 1 is to act (rod).
    """

    game: AnyGame
    """The rules."""
    setup: Setup
    """What was agreed before the first action."""
    state: State
    """The state after the last action. It holds everything, secrets too."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.state = game.start(setup)
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

    def name(self, ply: int) -> str:
        """The name of the action with this index."""
        return self._names[ply]

    @property
    def ply(self) -> int:
        """The number of actions so far, dice and deals included."""
        return len(self._names)

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions, in a fixed order; empty once the game is over.

        Where chance acts, they are what dice, discs or a deal can give.

        >>> match = Match.begin("mole-hill", board="patch")
        >>> match.play(["a1", "a1|a2"])
        >>> match.legal
        ['b1', 'b2']
        """
        return [self.game.name(self.state, action) for action in self.game.legal(self.state)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on.

        >>> match = Match.begin("buddel-bande", options={"turn_limit": 1})
        >>> match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc", "S1>1"])
        >>> match.over, match.outcome
        (True, Outcome(rule='BB13', winner=None, draw=True))
        """
        return self.game.outcome(self.state)

    def before(self, ply: int) -> State:
        """The state before the action with this index; the current one for the index after the last."""
        return self.state if ply == self.ply else self._before[ply]

    def play(self, names: str | Iterable[str]) -> None:
        """Play one action or several by name: all of them, or none if one is illegal (`CannotPlay`).

        >>> match = Match.begin("mole-hill")
        >>> match.play("e4")
        >>> match.play(["e4|f4", "e5"])
        >>> match.play("e5")
        Traceback (most recent call last):
            ...
        moleworks.record.match.CannotPlay: It is the gardener's turn: lay a rod between two squares, ...
        """
        state, steps = self.state, []
        for index, name in enumerate([names] if isinstance(names, str) else names):
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
                N_("{count} actions cannot be undone: {ply} were played."), count=count, ply=self.ply
            )
        self.state = self._before[-count]
        self._public_names.drop(
            sum(map(self.game.is_public, (self.name(ply) for ply in range(self.ply - count, self.ply))))
        )
        self._names.drop(count)
        self._before.drop(count)

    def __repr__(self) -> str:
        count = "1 action" if self.ply == 1 else f"{self.ply} actions"
        return f"<Match of {self.game.id}: {count}, {self._turn()}>"

    def _turn(self) -> str:
        """Who is to act, or how the game ended, for `repr`."""
        outcome, actor = self.outcome, self.game.actor(self.state)
        if outcome is None:
            who = "chance" if actor == CHANCE else f"seat {actor}"
            return f"{who} to act ({self.game.phase(self.state)})"
        if outcome.winner is not None:
            return f"won by seat {outcome.winner} ({outcome.rule})"
        return f"drawn ({outcome.rule})" if outcome.draw else f"over ({outcome.rule})"

    def __str__(self) -> str:
        """The board drawn as in a terminal, or described if its game has no drawing; then the turn.

        It shows what everybody at the table sees. Secrets are in `state` only.
        """
        # Drawing is above this layer, and loads Rich.
        from moleworks.terminal.captions import captioned_position  # noqa: PLC0415

        return "\n".join(line.plain.rstrip() for line in captioned_position(self.state, None))

    def _repr_svg_(self) -> str | None:
        """The board with its pieces as a picture for notebooks; None if its game has no print set.

        It shows what everybody at the table sees. Secrets are in `state` only.
        """
        # Print sets are above this layer, and load the fonts.
        from moleworks.press.position_svg import position_svg  # noqa: PLC0415

        return position_svg(self)

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

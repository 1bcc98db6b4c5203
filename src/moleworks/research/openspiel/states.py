"""OpenSpiel states: a state of a game and its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import pyspiel

from moleworks.core.game import CHANCE, AnyGame, State, View
from moleworks.research.encoding import GameEncoding, for_setup

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
MAX_SAMPLES = 4096
"""How many sampled states are kept for one position."""


class HistoryNode:
    """A state of a game and the action that led to it. It is immutable, so copies share it."""

    # Random play needs the last three only; the others are set on first use.
    __slots__ = ("_heard", "_known", "_possible_actions", "_samples", "given", "name", "previous", "state")
    _heard: str
    _possible_actions: tuple[int, list[list[int]]]
    _samples: dict[tuple[int, ...], OpenSpielState]
    _known: tuple[int, str]

    def __init__(self, state: State, previous: HistoryNode | None, name: str, given: bool = False) -> None:
        self.state = state
        self.previous = previous
        self.name = name
        self.given = given
        """Whether the action is one of the game's opening, which nobody chooses."""

    def __deepcopy__(self, memo: object) -> HistoryNode:
        """OpenSpiel copies everything when it clones a state."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        given: list[bool] = []
        node = self
        while node.previous is not None:
            given.append(node.given)
            node = node.previous
        return _replay, (for_setup(self.state.setup), self.names(), given[::-1])

    @property
    def chosen(self) -> HistoryNode | None:
        """The last node whose action is not one of the game's opening; None at the start."""
        node = self
        while node.given and node.previous is not None:
            node = node.previous
        return node if node.previous is not None else None

    def numbers(self, encoding: GameEncoding) -> list[int]:
        """All actions so far by their numbers, as OpenSpiel's history has them."""
        found = []
        node = self.chosen
        while node is not None and node.previous is not None:
            found.append(_number(encoding, node.previous.state, node.name))
            node = node.previous.chosen
        return found[::-1]

    def names(self) -> tuple[str, ...]:
        """All actions so far, secret ones included."""
        found = []
        node = self
        while node.previous is not None:
            found.append(node.name)
            node = node.previous
        return tuple(reversed(found))

    def heard(self, game: AnyGame) -> str:
        """The public actions so far."""
        new = []
        node: HistoryNode | None = self
        while node is not None and not hasattr(node, "_heard"):
            new.append(node)
            node = node.previous
        heard = "" if node is None else node._heard
        for later in reversed(new):
            if later.name and game.is_public(later.name):
                heard = f"{heard} {later.name}" if heard else later.name
            later._heard = heard
        return heard

    def known(self, seat: int, text: Callable[[], str]) -> str:
        """What a seat knows as text: searches ask for it several times in a row."""
        if not hasattr(self, "_known") or self._known[0] != seat:
            self._known = seat, text()
        return self._known[1]

    def possible_actions(self, encoding: GameEncoding, seat: int) -> list[list[int]]:
        """For each action so far, the numbers of those that agree with the knowledge of a seat."""
        if not hasattr(self, "_possible_actions") or self._possible_actions[0] != seat:
            view, heard = encoding.game.view(self.state, seat), self.heard(encoding.game).split()
            found: list[list[int]] = []
            node = self
            while node.previous is not None:
                if not node.given:
                    found.append(_possible_numbers(encoding, node.previous.state, node.name, view, heard))
                node = node.previous
            self._possible_actions = seat, found[::-1]
            self._samples = {}
        return self._possible_actions[1]

    def sample(self, game: Any, seat: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A random state after a history that a seat cannot tell from this one: a copy of its own.

        Most searches ask again and again, and a copy takes a fiftieth of the time of a replay.
        """
        possible = self.possible_actions(game.encoding, seat)
        drawn = tuple(
            choices[int(sampler() * len(choices))] if len(choices) > 1 else choices[0] for choices in possible
        )
        found: Any = self._samples.get(drawn)
        if found is None:
            found = game.new_initial_state()
            for number in drawn:
                found.apply_action(number)
            if len(self._samples) < MAX_SAMPLES:
                self._samples[drawn] = found
        return cast(OpenSpielState, found.clone())


def _replay(encoding: GameEncoding, names: Sequence[str], given: Sequence[bool]) -> HistoryNode:
    node = HistoryNode(encoding.start, None, "")
    for name, its in zip(names, given, strict=True):
        action = encoding.game.parse(node.state, name)
        node = HistoryNode(encoding.game.play(node.state, action), node, name, its)
    return node


def _possible_numbers(
    encoding: GameEncoding, state: State, name: str, view: View, heard: Sequence[str]
) -> list[int]:
    game = encoding.game
    if game.is_public(name):
        return [_number(encoding, state, name)]
    names = (game.name(state, action) for action in game.legal(state))
    return [
        _number(encoding, state, other)
        for other in names
        if game.may_have_been(state.setup, other, view, heard)
    ]


def _number(encoding: GameEncoding, state: State, name: str) -> int:
    """The number of an action before which the state was this."""
    table = encoding.chance if encoding.game.actor(state) == CHANCE else encoding.seats
    return table.number[name]


class OpenSpielState(pyspiel.State):
    """A state of a game for OpenSpiel.

    The most used methods are also defined under their public names, so that calls do not go through C++.

    The history in C++ cannot be shortened. So once an action was taken back, Python's methods answer from the
    nodes, and the history in C++ stays as it is; copies have a right one again.
    """

    _undone = False
    """Whether an action was taken back. Set only then: a clone copies all attributes of the object."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._shared = _GameFunctions(game.encoding)
        self._node = HistoryNode(game.encoding.start, None, "")
        self._actor = self._player_to_act(game.encoding.start)
        self._opening: tuple[str, ...] = game.opening
        self._play_opening()

    def _player_to_act(self, state: State) -> int:
        actor = self._shared.game.actor(state)
        return TERMINAL if actor is None else actor

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        return self._actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._actor == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether dice, discs or a deal decide."""
        return self._actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self._shared.legal(self._node.state) if player == self._actor else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal actions; none for a player who is not to act."""
        actor = self._actor
        if actor >= 0 and (player is None or player == actor):
            return self._shared.legal(self._node.state)
        if actor == CHANCE:  # for any player
            return [number for number, _ in self.chance_outcomes()]
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of what chance can do, each with its probability."""
        return self._shared.encoding.outcomes(self._node.state)

    def apply_action(self, number: int) -> None:
        """Play an action, which is legal."""
        if self._undone:
            self._apply_action(number)
        else:
            super().apply_action(number)

    def _apply_action(self, number: int) -> None:
        play, actor, seats, chance = self._shared.parts
        node = self._node
        actions, name = chance if self._actor == CHANCE else seats
        state = play(node.state, actions[number])
        self._node = HistoryNode(state, node, name(node.state, number))
        whose = actor(state)
        self._actor = TERMINAL if whose is None else whose
        if self._opening:
            self._play_opening()

    def _play_opening(self) -> None:
        """Play the game's opening, once the events that are secret are over."""
        game, state = self._shared.game, self._node.state
        if not self._opening or any(not game.is_public(game.name(state, one)) for one in game.legal(state)):
            return
        for name in self._opening:
            state = game.play(state, game.parse(state, name))
            self._node = HistoryNode(state, self._node, name, given=True)
        self._opening = ()
        self._actor = self._player_to_act(state)

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action, which was this one."""
        node = self._node.chosen
        if node is None or node.previous is None:
            raise ValueError("Nothing was played that could be taken back.")
        encoding, before = self._shared.encoding, node.previous
        last = self._player_to_act(before.state), _number(encoding, before.state, node.name)
        if (player, action) != last:
            raise ValueError(f"The last action was {last[1]} by player {last[0]}, not {action} by {player}.")
        if node is not self._node:
            self._opening = self.get_game().opening
        self._node, self._actor, self._undone = before, last[0], True

    def _with_history(self) -> OpenSpielState:
        """A copy after undoing, whose history in C++ is right."""
        copy: Any = self.get_game().new_initial_state()
        for number in self._node.numbers(self._shared.encoding):
            copy.apply_action(number)
        copy._node = self._node  # it has what searches have kept
        return cast(OpenSpielState, copy)

    def history(self) -> list[int]:
        """The numbers of all actions so far."""
        return self._node.numbers(self._shared.encoding) if self._undone else super().history()

    def move_number(self) -> int:
        """How many actions there were so far."""
        return len(self.history()) if self._undone else super().move_number()

    def is_initial_state(self) -> bool:
        """Whether nothing was played so far."""
        return self._node.chosen is None if self._undone else super().is_initial_state()

    def full_history(self) -> list[Any]:
        """All actions so far, each with its player."""
        return self._with_history().full_history() if self._undone else super().full_history()

    def history_str(self) -> str:
        """The numbers of all actions so far as a text."""
        return self._with_history().history_str() if self._undone else super().history_str()

    def serialize(self) -> str:
        """The state as a text, as OpenSpiel writes it."""
        return self._with_history().serialize() if self._undone else super().serialize()

    def clone(self) -> OpenSpielState:
        """An independent copy."""
        return self._with_history() if self._undone else super().clone()

    def child(self, action: int) -> OpenSpielState:
        """A copy after an action."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def __getstate__(self) -> Any:
        return (self._with_history() if self._undone else super()).__getstate__()

    def play(self, names: Iterable[str]) -> None:
        """Play actions by their names, those of chance included."""
        encoding = self._shared.encoding
        for name in names:
            table = encoding.chance if self._actor == CHANCE else encoding.seats
            self.apply_action(table.number[name])

    def _action_to_string(self, player: int, number: int) -> str:
        _, name = self._shared.chance if player == CHANCE else self._shared.seats
        return name(self._node.state, number)

    def string_to_action(self, *arguments: Any) -> int:
        """The number of a name; a player given before it is ignored."""
        encoding = self._shared.encoding
        table = encoding.chance if self._actor == CHANCE else encoding.seats
        name = str(arguments[-1])
        encoding.game.parse(self._node.state, name)  # raises a complaint if it is illegal
        return table.number[name]

    def returns(self) -> list[float]:
        """The result by seat; zeros while the game goes on."""
        return self._shared.encoding.returns(self._node.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A random state that agrees with the knowledge of a seat."""
        return self._node.sample(self.get_game(), player, sampler)

    def known(self, seat: int, text: Callable[[], str]) -> str:
        """The information state of a seat, as `text` makes it if it was not asked for last."""
        return self._node.known(seat, text)

    @property
    def moleworks_state(self) -> Any:
        """The state of the game itself, secrets included."""
        return self._node.state

    @property
    def heard(self) -> tuple[str, ...]:
        """The public actions so far."""
        return tuple(self._node.heard(self._shared.game).split())

    def observe(self, seat: int | None) -> Any:
        """The observation of a seat as an array, or that of a spectator (None)."""
        return self._shared.encoding.observe(self._node.state, seat)

    def __str__(self) -> str:
        """All actions so far, secret ones included."""
        return " ".join(self._node.names())


class _GameFunctions:
    """Functions and tables that all states of a game share, looked up once."""

    def __init__(self, encoding: GameEncoding) -> None:
        self.encoding, self.game = encoding, encoding.game
        self.legal = encoding.seats.legal
        self.seats = encoding.seats.actions, encoding.seats.name
        self.chance = encoding.chance.actions, encoding.chance.name
        self.parts = encoding.game.play, encoding.game.actor, self.seats, self.chance

    def __deepcopy__(self, memo: object) -> _GameFunctions:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _GameFunctions, (self.encoding,)

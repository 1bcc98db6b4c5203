"""A record as data: every position as somebody may see it, in words and views, and variations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moleworks import speech
from moleworks.core.game import AnyGame, State
from moleworks.core.messages import N_, Complaint
from moleworks.record import Match, Record
from moleworks.record.match import CannotPlay
from moleworks.replay.outcome_data import MatchOutcome, outcome_by_rule
from moleworks.replay.setup_data import SetupReply, setup_reply
from moleworks.speech.seat_names import (
    default_names,
    is_computer,
    parse_seat_name,
    remove_computer_mark,
    seat_names,
    spoken_names,
)
from moleworks.speech.second_person import you
from moleworks.texts import Language


class RecordStep(msgspec.Struct, frozen=True):
    """The view after an action, the action, the seat whose turn it was, and the action in words.

    `outcome`: how the game ended, if a rule ended it with this action.
    """

    ply: int
    name: str | None
    seat: int | None
    view: dict[str, Any]
    said: list[str]
    outcome: MatchOutcome | None = None


class RecordReplay(msgspec.Struct, frozen=True):
    """A record to replay; `over` if a rule ended the game, `ply` is the number of the last position.

    `levels`: the levels of computers, where the record names them.
    """

    setup: SetupReply
    names: list[str]
    levels: list[int | None]
    over: bool
    ply: int
    steps: list[RecordStep]


class PositionDescription(msgspec.Struct, frozen=True):
    """A position in words, what is to be done in it, and by its name what is on each space."""

    ask: str
    said: list[str]
    spaces: dict[str, str]


class VariationReply(msgspec.Struct, frozen=True):
    """A variation: its first action in words, and its steps as far as they can be played."""

    ply: int
    action: str
    steps: list[RecordStep]


class RecordNarrator:
    """Describes a record in one language, as one seat or everybody may see it."""

    def __init__(
        self,
        record: Record,
        words: Language,
        seat: int | None = None,
        *,
        open_: bool = False,
        reader: int | None = None,
    ) -> None:
        """`open_`: what any seat may see is shown. `reader`: the seat of the only reader, who is "you"."""
        self.match, self.words = record.match, words
        if seat is not None and seat >= self.match.setup.players:
            raise Complaint(N_("There is no seat {seat} at this table."), seat=seat)
        self.seat, self.open = seat, open_
        self.names = record_names(record, words)
        self.told_names = self.names if reader is None else names_for_reader(record, words, reader)
        self.tags = record.seats or self.names

    def view(self, state: State) -> dict[str, Any]:
        """The view of the record's reader; with everything open, all seats' views as one."""
        game = self.match.game
        if not self.open:
            return dict(game.view(state, self.seat))
        everybody = (None, *range(self.match.setup.players))
        return merge_views([game.view(state, seat) for seat in everybody])

    def step(self, match: Match, ply: int) -> RecordStep:
        """One position of the record, and what led to it in sentences."""
        game: AnyGame = match.game
        after = match.before(ply)
        if not ply:
            return RecordStep(0, None, None, self.view(after), [])
        before, name = match.before(ply - 1), match.name(ply - 1)
        sentences = speech.tell(game, before, name, after, self.told_names, self.seat)
        said = [self.words.tell(message) for message in sentences]
        outcome = outcome_by_rule(game.outcome(after))
        return RecordStep(ply, name, game.mover(before), self.view(after), said, outcome)

    def replay(self, first: int = 0, most: int | None = None) -> RecordReplay:
        """The positions from the first one on, or at most so many of them."""
        match = self.match
        last = match.ply + 1 if most is None else min(match.ply + 1, first + most)
        return RecordReplay(
            setup_reply(match, self.words, [], match.ply),
            list(self.names),
            [parse_seat_name(name).level for name in self.tags],
            match.over,
            match.ply,
            [self.step(match, ply) for ply in range(first, last)],
        )

    def variation(self, ply: int, line: Sequence[str]) -> VariationReply:
        """The positions of a line that branches off; it ends before its first illegal action."""
        match = self._match_at(ply)
        game, tell = match.game, self.words.tell
        action = tell(speech.action(game, match.state, line[0])) if line else ""
        for name in line:
            try:
                match.play([name])
            except CannotPlay:
                break
        steps = [self.step(match, played) for played in range(ply + 1, match.ply + 1)]
        return VariationReply(ply, action if steps else "", steps)

    def describe(self, ply: int, line: Sequence[str] = ()) -> PositionDescription:
        """A position in sentences, after the first `ply` actions and those of a line that branches off."""
        match = self._match_at(ply)
        if line:
            match.play(line)
        return describe_position(match.game, match.state, self.words, self.told_names, self.seat)

    def _match_at(self, ply: int) -> Match:
        """A copy of the match after its first `ply` actions."""
        if ply > self.match.ply:
            raise Complaint(N_("The record ends before that."))
        match = self.match.copy()
        if ply < match.ply:
            match.undo(match.ply - ply)
        return match


def describe_position(
    game: AnyGame, state: State, words: Language, names: Sequence[str], seat: int | None
) -> PositionDescription:
    """A position in sentences, as far as a seat knows it."""
    tell = words.tell
    return PositionDescription(
        ask=tell(speech.ask(game, state, names)),
        said=[tell(message) for message in speech.position(game, state, names, seat)],
        spaces={
            name: tell(speech.space(game, state, name, names, seat, typed=False))
            for name in speech.places(game, state)
        },
    )


def record_names(record: Record, words: Language) -> tuple[str, ...]:
    """The names of the players of a record; default names for "?" and "Computer"."""
    return _with_defaults(record, default_names(words, _humans(record)))


def names_for_reader(record: Record, words: Language, reader: int) -> tuple[str, ...]:
    """The names as one player reads them in sentences, who is "you"; the only computer is "the computer"."""
    names = _with_defaults(record, spoken_names(words, _humans(record)))
    return tuple(you(words) if seat == reader else name for seat, name in enumerate(names))


def _bare_names(record: Record) -> tuple[str, ...]:
    return seat_names(record) or ("?",) * record.match.setup.players


def _humans(record: Record) -> tuple[bool, ...]:
    """Which players have no name of a computer; one with a name of its own counts as they do."""
    return tuple(not is_computer(remove_computer_mark(name)) for name in _bare_names(record))


def _with_defaults(record: Record, defaults: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        name if human and name != "?" else other
        for name, human, other in zip(_bare_names(record), _humans(record), defaults, strict=True)
    )


def merge_views(views: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """Everything that any of these views shows.

    >>> merge_views([{"M1": {"at": 3}}, {"M1": {"at": 3, "owner": 1}}])
    {'M1': {'at': 3, 'owner': 1}}
    """
    names = dict.fromkeys(name for view in views for name in view)
    return {name: _merge([view[name] for view in views if name in view]) for name in names}


def _merge(values: Sequence[object]) -> object:
    parts = [value for value in values if isinstance(value, Mapping)]
    if len(parts) == len(values):
        return merge_views(parts)
    return next((value for value in values if value is not None), None)

"""The messages and replies that the server sends about a match, as types: `at`, `table` and others.

`client_messages` builds them. The OpenAPI document and the types of the page are generated from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from moleworks.matches.faces import Face
from moleworks.matches.time_control import TimeControl
from moleworks.replay.outcome_data import MatchOutcome

StatusName = Literal["waiting", "playing", "over", "archived"]
SeatKind = Literal["open", "person", "computer", "bot"]
NotDone = Literal["stale", "repeated"]
"""Why a command was not done: the match has gone on since, or the command came before."""
OfferKind = Literal["draw", "rematch", "undo"]


class ResponseModel(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all messages and replies."""


class NewsEntry(ResponseModel, frozen=True, omit_defaults=True):
    """An entry of the log: an action's name, or an event (`!...`); None if it is a secret."""

    seq: int
    seat: int | None
    name: str | None
    id: str | None = None


class SeatView(ResponseModel, frozen=True):
    """What one seat sees and may do now; a watcher has no seat."""

    seat: int | None
    view: Mapping[str, Any]
    legal: list[str]


class StepWords(ResponseModel, frozen=True, omit_defaults=True):
    """An entry of the log in words, and the view after it if it was an action.

    `brief`: the same in fewer sentences or words; empty if there are no fewer.
    `moment`: those of the sentences that tell something to stop at, such as the end of a round.
    `secret` is what this seat alone learned by it; True if there is something but secrets are hidden.
    """

    seq: int
    said: list[str]
    brief: list[str] = []
    moment: list[str] = []
    view: Mapping[str, Any] | None = None
    secret: str | bool | None = None


class SeatWords(ResponseModel, frozen=True):
    """What a seat sees and may do, in words; of the spaces only those whose words changed.

    `hidden`: this seat knows something that not everybody does. `known`: what that is, in notes.
    `mine`: the part of `position` about this seat.
    """

    seat: int | None
    hidden: bool
    spaces: dict[str, str]
    actions: dict[str, str]
    position: list[str]
    mine: list[str]
    known: list[str]
    steps: list[StepWords]


class MatchWords(ResponseModel, frozen=True):
    """What is to do now, and the words for each of the client's seats; for clients that ask by `words=1`."""

    ask: str
    standing: list[str]
    """The score, a sentence for each player or for all."""
    eyes: list[SeatWords]


class AtMessage(ResponseModel, frozen=True, omit_defaults=True, tag_field="type", tag="at"):
    """The position of the match. `why`: a command was not done because it was stale or repeated."""

    seq: int
    ply: int
    status: StatusName
    actor: int | None
    news: list[NewsEntry]
    eyes: list[SeatView]
    id: str | None = None
    why: NotDone | None = None
    words: MatchWords | None = None


class TableSeat(ResponseModel, frozen=True):
    """Who has a seat, and whether they are connected."""

    seat: int
    kind: SeatKind
    level: int | None
    name: str
    here: bool
    resigned: bool
    phone: bool
    """Whether a phone shows this seat's secrets."""
    emblem: str | None
    """What stands for the player; None in games without such signs."""
    face: Face
    """What the player's moles wear."""


class Proposal(ResponseModel, frozen=True):
    """What a seat proposes, and who has agreed."""

    what: OfferKind
    by: int
    agreed: list[int]


class TableMessage(ResponseModel, frozen=True, tag_field="type", tag="table"):
    """The seats, the proposals, the time left for the turn, and the outcome.

    `left`: seconds from the moment this is sent; None if no clock runs. `late`: the seat whose time is
    over. `played_for`: the seat for which a computer did the last action because its time was over.
    `moved`: the seat on whose device the match was begun, without a server; that device knew everything.
    """

    game: str
    preset: str
    options: dict[str, bool | int | str]
    board: str
    seats: list[TableSeat]
    offers: list[Proposal]
    pace: TimeControl
    since: float
    left: float | None
    late: int | None
    played_for: int | None
    moved: int | None
    outcome: MatchOutcome | None
    next: str | None


class EmoteMessage(ResponseModel, frozen=True, tag_field="type", tag="emote"):
    """A player sends one of the emotes."""

    seat: int
    name: str


class RefusedMessage(ResponseModel, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """Why a command was not done; `rule` is the number of the rule that forbids an action."""

    id: str | None
    reason: str
    rule: str | None = None
    values: Mapping[str, str | int] | None = None
    """The names and numbers in the reason, which a page can show on the board."""


class SetupData(ResponseModel, frozen=True):
    """The set-up of a match: how another program begins the same one."""

    game: str
    players: int
    preset: str
    options: dict[str, bool | int | str]
    board: str | dict[str, Any]
    """The name of a board that comes with the game, or the whole board."""
    rotations: tuple[int, ...] | None = None


class RedactedRecord(ResponseModel, frozen=True):
    """While the match hides something: its set-up, the public actions, and one's own seat's view."""

    setup: SetupData
    heard: Sequence[str]
    view: Mapping[str, Any]


class JoinReply(ResponseModel, frozen=True):
    """The match and the seat that was taken; a watcher has no seat."""

    match: str
    seat: int | None


ServerMessage = AtMessage | TableMessage | EmoteMessage | RefusedMessage

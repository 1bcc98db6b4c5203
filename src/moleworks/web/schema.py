"""The messages and replies of the server, as types: for the OpenAPI document and for client authors.

`matches.messages` builds these messages as plain data; the tests check them against these types.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from moleworks.matches.time_control import TimeControl

MatchStatus = Literal["waiting", "playing", "over", "archived"]
SeatKind = Literal["open", "person", "computer", "bot"]


class ResponseModel(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all messages and replies."""


class NewsEntry(ResponseModel, frozen=True):
    """An entry of the log: an action's name, or an event (`!...`); None if it is a secret."""

    seq: int
    seat: int | None
    name: str | None
    id: str | None = None


class SeatView(ResponseModel, frozen=True):
    """What one seat sees and may do now; a watcher has no seat."""

    seat: int | None
    view: dict[str, Any]
    legal: list[str]


class StepWords(ResponseModel, frozen=True):
    """An entry of the log in words, and the view after it if it was an action.

    `secret` is what this seat alone learned by it; True if there is something but secrets are hidden.
    """

    seq: int
    said: list[str]
    view: dict[str, Any] | None = None
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


class AtMessage(ResponseModel, frozen=True, tag_field="type", tag="at"):
    """The position of the match. `why`: a command was not done because it was stale or repeated."""

    seq: int
    ply: int
    status: MatchStatus
    actor: int | None
    news: list[NewsEntry]
    eyes: list[SeatView]
    id: str | None = None
    why: Literal["stale", "repeated"] | None = None
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


class Proposal(ResponseModel, frozen=True):
    """What a seat proposes, and who has agreed."""

    what: Literal["draw", "rematch", "undo"]
    by: int
    agreed: list[int]


class MatchOutcome(ResponseModel, frozen=True):
    """How the match ended: by a rule, or by what people did."""

    winner: int | None
    draw: bool
    rule: str | None
    why: str | None


class TableMessage(ResponseModel, frozen=True, tag_field="type", tag="table"):
    """The seats, the proposals, the time left for the turn, and the outcome.

    `left`: seconds from the moment this is sent; None if no clock runs. `late`: the seat whose time is
    over. `played_for`: the seat for which a computer did the last action because its time was over.
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
    outcome: MatchOutcome | None
    next: str | None


class EmoteMessage(ResponseModel, frozen=True, tag_field="type", tag="emote"):
    """A player sends one of the emotes."""

    seat: int
    name: str


class RefusedMessage(ResponseModel, frozen=True, tag_field="type", tag="refused"):
    """Why a command was not done; `rule` is the number of the rule that forbids an action."""

    id: str | None
    reason: str
    rule: str | None = None
    values: dict[str, Any] | None = None


ServerMessage = AtMessage | TableMessage | EmoteMessage | RefusedMessage


class AnalysedChoice(ResponseModel, frozen=True):
    """A choice of a seat: the best action, its value and why, and the value of the one played (`worth`)."""

    best: str
    value: float
    why: str
    line: list[str]
    worth: float
    in_points: bool
    cost: float
    given: float
    mark: Literal["slip", "mistake", "blunder"] | None


class AnalysedAction(ResponseModel, frozen=True):
    """An action, the chances of winning after it by seat, and the choice or the luck in it."""

    ply: int
    action: str
    actor: int | None
    mover: int | None
    chances: list[float]
    choice: AnalysedChoice | None
    luck: list[float] | None


class SeatSummary(ResponseModel, frozen=True):
    """The sums of a seat: chances at start and end, luck, and what was given away and received."""

    start: float
    end: float
    luck: float
    given: float
    received: float
    points: float
    choices: int
    marks: list[int]
    accuracy: float | None


class AnalysisReply(ResponseModel, frozen=True):
    """Progress of an analysis from 0 to 1, and at 1 its result; ask again until then."""

    done: float
    start: list[float] | None = None
    """The chances of winning before the first action, by seat."""
    moments: list[AnalysedAction] | None = None
    accounts: list[SeatSummary] | None = None


class OpenedSeat(ResponseModel, frozen=True, omit_defaults=True):
    """A seat of a new match; anybody with its link or token may take it."""

    seat: int
    kind: str
    link: str | None = None
    token: str | None = None


class WatchLink(ResponseModel, frozen=True):
    link: str
    token: str


class OpenedMatch(ResponseModel, frozen=True):
    """A new match, for its host; the tokens are sent only this once."""

    id: str
    code: str | None
    seats: list[OpenedSeat]
    watch: WatchLink


class JoinReply(ResponseModel, frozen=True):
    """The match and the seat that was taken; a watcher has no seat."""

    match: str
    seat: int | None


class MySeat(ResponseModel, frozen=True):
    seat: int
    kind: SeatKind
    name: str


class MyMatch(ResponseModel, frozen=True):
    """One of the caller's own matches."""

    id: str
    game: str
    status: MatchStatus
    code: str | None
    created: float
    changed: float
    seats: list[MySeat]
    mine: list[int]
    host: bool


class Me(ResponseModel, frozen=True):
    """Everything that is stored about the caller."""

    name: str | None
    matches: list[MyMatch]

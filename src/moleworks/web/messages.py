"""The shape of what clients are told, for the OpenAPI document and for who writes a client.

The service makes these messages itself (`service.tidings`); the tests hold both against each other.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from moleworks.service.pace import Pace

Status = Literal["waiting", "playing", "over", "archived"]
Kind = Literal["open", "person", "computer", "bot"]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is told."""


class News(Shape, frozen=True):
    """An entry of the log: an action's name, or an event (`!...`); none if not all may hear it."""

    seq: int
    seat: int | None
    name: str | None
    id: str | None = None


class Eye(Shape, frozen=True):
    """What one seat sees and may do now; a watcher has no seat."""

    seat: int | None
    view: dict[str, Any]
    legal: list[str]


class StepTold(Shape, frozen=True):
    """An entry of the log in words, and what was seen after it if it was an action.

    `secret` is what this seat alone learned by it; only that there is something, where secrets are hidden.
    """

    seq: int
    said: list[str]
    view: dict[str, Any] | None = None
    secret: str | bool | None = None


class EyeTold(Shape, frozen=True):
    """What a seat sees and may do, in words; of the spaces only those whose words changed.

    `hidden`: this seat knows something that not everybody does. `known`: what that is, as one would
    write it into a notebook. `mine`: the part of `position` about it.
    """

    seat: int | None
    hidden: bool
    spaces: dict[str, str]
    actions: dict[str, str]
    position: list[str]
    mine: list[str]
    known: list[str]
    steps: list[StepTold]


class AtTold(Shape, frozen=True):
    """What is to do, and what each of the client's seats is told; for clients that ask by `words=1`."""

    ask: str
    standing: list[str]
    """The score, a sentence for each player or for all."""
    eyes: list[EyeTold]


class At(Shape, frozen=True, tag_field="type", tag="at"):
    """Where the match is. `why`: a command was not done, for the client knew less, or had sent it before."""

    seq: int
    ply: int
    status: Status
    actor: int | None
    news: list[News]
    eyes: list[Eye]
    id: str | None = None
    why: Literal["stale", "repeated"] | None = None
    words: AtTold | None = None


class TableSeat(Shape, frozen=True):
    """Who has a seat, and whether they are there."""

    seat: int
    kind: Kind
    level: int | None
    name: str
    here: bool
    resigned: bool
    phone: bool
    """Whether a phone shows this seat's secrets."""


class Proposal(Shape, frozen=True):
    """What a seat proposes, and who has agreed."""

    what: Literal["draw", "rematch", "undo"]
    by: int
    agreed: list[int]


class Ended(Shape, frozen=True):
    """How it ended: by a rule, or by what people did."""

    winner: int | None
    draw: bool
    rule: str | None
    why: str | None


class Table(Shape, frozen=True, tag_field="type", tag="table"):
    """Who is at the table, what is proposed, what time is left for the turn, and how it ended.

    `left`: seconds, from the moment this is sent; none where no clock runs. `late`: the seat whose time is
    over. `played_for`: the seat for which a computer did the last action, as its time was over.
    """

    game: str
    preset: str
    options: dict[str, bool | int | str]
    board: str
    seats: list[TableSeat]
    offers: list[Proposal]
    pace: Pace
    since: float
    left: float | None
    late: int | None
    played_for: int | None
    outcome: Ended | None
    next: str | None


class Said(Shape, frozen=True, tag_field="type", tag="emote"):
    """Somebody says one of a dozen things."""

    seat: int
    name: str


class NotDone(Shape, frozen=True, tag_field="type", tag="refused"):
    """Why a command was not done; `rule` is the number of the rule that forbids an action."""

    id: str | None
    reason: str
    rule: str | None = None
    values: dict[str, Any] | None = None


Message = At | Table | Said | NotDone


class ChoiceTold(Shape, frozen=True):
    """What a seat might have done: the best action, its worth beside that of the one played, and why."""

    best: str
    value: float
    why: str
    line: list[str]
    worth: float
    in_points: bool
    cost: float
    given: float
    mark: Literal["slip", "mistake", "blunder"] | None


class MomentTold(Shape, frozen=True):
    """An action, the chances of winning by seat after it, and what was chosen, or what chance gave."""

    ply: int
    action: str
    actor: int | None
    mover: int | None
    chances: list[float]
    choice: ChoiceTold | None
    luck: list[float] | None


class AccountTold(Shape, frozen=True):
    """A seat's match: how it stood, what luck gave, what was given away and received."""

    start: float
    end: float
    luck: float
    given: float
    received: float
    points: float
    choices: int
    marks: list[int]
    accuracy: float | None


class AnalysisTold(Shape, frozen=True):
    """How far the analysis is, from 0 to 1: ask again. At 1 comes what was found."""

    done: float
    start: list[float] | None = None
    """The chances of winning before the first action, by seat."""
    moments: list[MomentTold] | None = None
    accounts: list[AccountTold] | None = None


class OpenedSeat(Shape, frozen=True, omit_defaults=True):
    """A seat of a new match; with the link or the token, whoever has it may sit down."""

    seat: int
    kind: str
    link: str | None = None
    token: str | None = None


class Watch(Shape, frozen=True):
    link: str
    token: str


class OpenedMatch(Shape, frozen=True):
    """What the host of a new match gets; the tokens are told this once only."""

    id: str
    code: str | None
    seats: list[OpenedSeat]
    watch: Watch


class Joined(Shape, frozen=True):
    """Where somebody sits now; a watcher has no seat."""

    match: str
    seat: int | None


class MySeat(Shape, frozen=True):
    seat: int
    kind: Kind
    name: str


class MyMatch(Shape, frozen=True):
    """A match of one's own."""

    id: str
    game: str
    status: Status
    code: str | None
    created: float
    changed: float
    seats: list[MySeat]
    mine: list[int]
    host: bool


class Me(Shape, frozen=True):
    """What is kept about whoever asks."""

    name: str | None
    matches: list[MyMatch]

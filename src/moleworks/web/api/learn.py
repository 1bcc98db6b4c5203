"""Learning: lessons, numbered rules, and positions to try something in. Nothing of it is kept."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from moleworks import speech
from moleworks.games import CHANCE, GAMES, Complaint, Game
from moleworks.games.game import N_, Value
from moleworks.learn import Example, Laid, Step, book
from moleworks.record import Match
from moleworks.record.match import CannotPlay
from moleworks.service import tidings
from moleworks.service.commands import SeatNumber
from moleworks.service.course import Course
from moleworks.service.store.rows import Entry
from moleworks.speech.names import default_names
from moleworks.speech.places import places
from moleworks.texts import Language
from moleworks.web import wording
from moleworks.web.api.common import Asks
from moleworks.web.api.words import Agreed, Sentence, agreed

Which = Literal["mole-hill", "mole-company", "buddel-bande"]
GameId = Annotated[Which, PathParameter(description="The id of a game.")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MOST_ACTIONS = 200
"""Longer than any lesson or example; so a try costs little."""
MOST_ANSWERS = 12


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: what was agreed, on a board that comes with the game, and what was played since."""

    game: Which
    board: Literal["classic", "patch", "burrow", "stroll"] = "classic"
    players: Annotated[int, Meta(ge=2, le=4)] | None = None
    preset: Name | None = None
    options: Annotated[dict[Name, Value], Meta(max_length=10)] = {}
    rotations: Annotated[list[int], Meta(max_length=8)] | None = None
    actions: Annotated[list[Name], Meta(max_length=MOST_ACTIONS)] = []

    def played(self) -> Match:
        match = Match.begin(
            self.game,
            board=self.board,
            players=self.players,
            preset=self.preset,
            options=self.options,
            rotations=self.rotations,
        )
        match.play(self.actions)
        return match


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action tried by a seat, and what others and chance do then; without an action, only a look."""

    position: Position
    seat: SeatNumber = 0
    action: Name | None = None
    then: Annotated[list[Name], Meta(max_length=MOST_ANSWERS)] = []


class Tried(msgspec.Struct, frozen=True):
    """Where it led, as a match tells it (`at`), or why it is not allowed (`refused`)."""

    setup: Agreed
    at: dict[str, Any] | None = None
    refused: dict[str, Any] | None = None


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a position."""

    position: Position
    space: Name
    seat: SeatNumber = 0


class Put(msgspec.Struct, frozen=True):
    """A position as `POST /api/try` reads it."""

    game: str
    board: str
    players: int
    preset: str | None
    options: dict[str, Value]
    rotations: list[int] | None
    actions: list[str]


class Task(msgspec.Struct, frozen=True):
    """A step of a lesson: what to do, one of the actions that are meant (or any), and what then happens."""

    position: Put
    seat: int
    text: str
    done: str
    hint: str
    want: list[str]
    then: list[str]


class Sample(msgspec.Struct, frozen=True):
    """A position of a rule, and what is worth trying there, legal or not, in words."""

    position: Put
    seat: int
    text: str
    tries: dict[str, str]


class Numbered(msgspec.Struct, frozen=True):
    """A rule by its number."""

    number: str
    title: str
    text: str
    examples: list[Sample]


class Sheet(msgspec.Struct, frozen=True):
    """A preset: how it sets each option, by the number of players."""

    preset: str
    options: dict[str, dict[str, Value]]


class Settled(msgspec.Struct, frozen=True):
    """An option: the number of the rule that it belongs to, and the values it can have; none for a number."""

    option: str
    rule: str
    values: list[Value]


class RuleBook(msgspec.Struct, frozen=True):
    """All rules of a game, its options, and its presets."""

    rules: list[Numbered]
    options: list[Settled]
    presets: list[Sheet]


@get("/lessons/{game:str}")
async def lesson(game: GameId, caller: Asks) -> list[Task]:
    """A lesson of about two minutes, step by step, in the caller's language."""
    here, code = book(game), caller.words.code
    return [_task(step, _put(game, here.laid, before), code) for step, before in here.lesson()]


@get("/rules/{game:str}")
async def rules(game: GameId, caller: Asks) -> RuleBook:
    """The numbered rules with examples, in the caller's language, and how the presets differ."""
    code = caller.words.code
    numbered = [
        Numbered(
            number=rule.number,
            title=rule.title.said(code),
            text=rule.text.said(code),
            examples=[_sample(game, example, caller.words) for example in rule.examples],
        )
        for rule in book(game).rules
    ]
    options = [
        Settled(option, rule.number, list(GAMES[game].options[option].values))
        for rule in book(game).rules
        for option in rule.options
    ]
    return RuleBook(numbered, options, [_sheet(GAMES[game], preset) for preset in GAMES[game].presets])


@post("/try", status_code=200)
async def attempt(data: JSONBody[Try], caller: Asks) -> Tried:
    """Try an action in a position, by the rules; nothing is kept."""
    match = data.position.played()
    if data.seat >= match.setup.players:
        raise Complaint(N_("There is no seat {seat} at this table."), seat=data.seat)
    setup = agreed(match, caller.words, [data.seat], match.ply)
    if data.action is not None:
        try:
            match.play([data.action])
        except CannotPlay as error:
            names = _names(match, data.seat, caller.words)
            cause = wording.reasoned(error.cause, match.game, names)
            return Tried(setup, refused=tidings.refused(cause, caller.words, None))
        match.play(data.then)
    return Tried(setup, at=_told(match, len(data.position.actions), data.seat, caller.words))


@post("/try/around", status_code=200)
async def around(data: JSONBody[Where], caller: Asks) -> Sentence:
    """What is around a space of a position, in one sentence."""
    match = data.position.played()
    if data.space not in places(match.game, match.state) or data.seat >= match.setup.players:
        raise Complaint(N_("There is no place {place} on this board."), place=data.space)
    names = _names(match, data.seat, caller.words)
    return Sentence(
        caller.words.tell(speech.neighbours(match.game, match.state, data.space, names, data.seat))
    )


def _told(match: Match, known: int, seat: int, words: Language) -> dict[str, Any]:
    """As a match tells it to who knew so many of its actions."""
    course = Course(match, 0.0, waiting=False)
    course.seq = match.ply
    actors = [match.game.actor(match.before(ply)) for ply in range(match.ply)]
    entries = [
        Entry(seq, None if actor == CHANCE else actor, name, None, 0.0)
        for seq, (name, actor) in enumerate(zip(match.names, actors, strict=True), start=1)
    ]
    at = tidings.whereabouts(course, (seat,), entries[known:])
    tongue = wording.Tongue((seat,), words, wording.Wish(""))
    return tongue.told(at, course, _names(match, seat, words))


def _names(match: Match, seat: int, words: Language) -> tuple[str, ...]:
    return default_names(words, tuple(other == seat for other in range(match.setup.players)))


def _put(game: str, laid: Laid, actions: list[str]) -> Put:
    return Put(game, laid.board, laid.players, laid.preset, laid.options, laid.rotations, actions)


def _sheet(game: Game[Any], preset: str) -> Sheet:
    resolved = {str(players): game.resolved(preset, players) for players in game.seats}
    return Sheet(
        preset,
        {name: {players: chosen[name] for players, chosen in resolved.items()} for name in game.options},
    )


def _task(step: Step, position: Put, code: str) -> Task:
    return Task(
        position=position,
        seat=step.seat,
        text=step.text.said(code),
        done=step.done.said(code),
        hint=step.hint.said(code),
        want=step.want,
        then=step.then.split(),
    )


def _sample(game: str, example: Example, words: Language) -> Sample:
    match = example.match(game)
    tries = {
        name: words.tell(speech.action(match.game, match.state, name))
        for name in (*example.allowed, *example.refused)
    }
    position = _put(game, example.laid, match.names)
    return Sample(position, example.seat, example.text.said(words.code), tries)


ROUTES = (lesson, rules, attempt, around)

"""A match in words, for clients that ask for them: what each of their seats hears, sees and may say.

Nothing is said here that `speech` would not say to that seat. A device that several people share can ask to
be told no secret at all (`hide=all`); who plays the memory game hears one only at the moment it is learned
(`hide=old`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qs

import msgspec

from moleworks import speech
from moleworks.games import Complaint, Game, Message, Refused
from moleworks.games.game import N_
from moleworks.service import looking, tidings
from moleworks.service.course import Course
from moleworks.service.room import Room
from moleworks.service.store.rows import COMPUTER
from moleworks.service.tidings import Eyes
from moleworks.speech.names import default_names
from moleworks.speech.places import places
from moleworks.texts import Language

Hide = Literal["", "old", "all"]
STEPS = 24
"""So many actions are told one by one, with what was seen after each; of more, only where they led."""

EVENTS: Mapping[str, str] = {
    "undo": N_("{player} takes an action back."),
    "resign": N_("{player} resigns."),
    "offer draw": N_("{player} proposes a draw."),
    "offer rematch": N_("{player} would like to play again."),
    "offer undo": N_("{player} asks to take an action back."),
    "accept draw": N_("{player} agrees to a draw."),
    "accept rematch": N_("{player} wants to play again, too."),
    "accept undo": N_("{player} agrees: the action is taken back."),
    "decline draw": N_("{player} plays on: no draw."),
    "decline rematch": N_("{player} does not want to play again."),
    "decline undo": N_("{player} does not agree: the action stands."),
    "phone": N_("{player} sees secrets on a phone now."),
    "late": N_("The time of {player} is over."),
    "absent": N_("{player} is away: in the next match the computer plays that seat."),
    "link": N_("There is a new link to the seat of {player}: whoever comes by it has the seat."),
    "out": N_("Who had seat {number} before has it no longer."),
    "seat person": N_("{player} sits down on seat {number}."),
    "seat bot": N_("{player}, a bot, sits down on seat {number}."),
    "seat computer": N_("The computer plays seat {number} now."),
    "seat open": N_("Seat {number} is open."),
    "late computer": N_("The time of {player} is over: a computer plays this turn."),
}
"""What people do around the game, by the words of the log."""

_decode = msgspec.json.Decoder().decode


class Wish(NamedTuple):
    """What a client wants to be told."""

    hide: Hide


def wished(query: str) -> Wish | None:
    """Whether words are wanted (`words=1`), and what of the secrets; None if they are not."""
    asked = parse_qs(query)
    if asked.get("words", [""])[-1] != "1":
        return None
    hide = asked.get("hide", [""])[-1]
    if hide not in {"", "old", "all"}:
        raise Complaint(N_("hide is old or all."))
    return Wish(hide)  # type: ignore[arg-type] # it is one of them


class Tongue:
    """Puts words into the `at` messages of one connection; of the spaces, only what changed is said again."""

    def __init__(self, eyes: Eyes, words: Language, wish: Wish) -> None:
        self.words, self.wish = words, wish
        self.eyes: tuple[int | None, ...] = eyes or (None,)
        self._known: dict[int | None, dict[str, str]] = {}

    def forget(self) -> None:
        """The client has missed something: all is told anew."""
        self._known.clear()

    def worded(self, message: bytes, room: Room) -> bytes:
        """The message, if it is an `at`, with its words."""
        if not message.startswith(tidings.AT):
            return message
        at = _decode(message)
        if at["seq"] != room.course.seq:  # a moment that has passed; the next one brings its own words
            if not self.wish.hide:
                return message
            # What was seen then cannot be hidden any more: where the match is now is told in its place.
            seats = tuple(seat for seat in self.eyes if seat is not None)
            at |= tidings.whereabouts(room.course, seats, ())
        return tidings.encode(self.told(at, room.course, called(room, self.words)))

    def told(self, at: dict[str, Any], course: Course, names: Sequence[str]) -> dict[str, Any]:
        """What an `at` says of this course, with its words."""
        told = [self._eye(course, names, seat, at["news"]) for seat in self.eyes]
        if self.wish.hide:
            for eye in at["eyes"]:
                eye["view"] = course.match.game.view(course.state, None)
        ask = asked(course, names)
        standing = speech.standing(course.match.game, course.state, names)
        words = {"ask": self.words.tell(ask), "standing": [self.words.tell(said) for said in standing]}
        return {**at, "words": {**words, "eyes": told}}

    def _eye(
        self, course: Course, names: Sequence[str], seat: int | None, news: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        game, state, tell = course.match.game, course.state, self.words.tell
        seen = None if self.wish.hide else seat
        spaces = {name: tell(speech.space(game, state, name, names, seen)) for name in places(game, state)}
        known = self._known.get(seat, {})
        self._known[seat] = spaces
        mine = seat is not None and course.actor == seat
        legal = [game.name(state, action) for action in game.legal(state)] if mine else []
        position = speech.position(game, state, names, seen)
        own = () if seat is None else speech.own(game, state, names, seat, seen)
        return {
            "seat": seat,
            "hidden": seat is not None and game.view(state, seat) != game.view(state, None),
            "spaces": {name: said for name, said in spaces.items() if known.get(name) != said},
            "actions": {name: tell(speech.action(game, state, name)) for name in legal},
            "position": [tell(message) for message in position],
            "mine": [tell(message) for message in own],
            "known": [
                tell(message)
                for message in (() if seen is None else speech.notebook(game, state, names, seen))
            ],
            "steps": list(self._steps(course, names, seat, news)),
        }

    def _steps(
        self, course: Course, names: Sequence[str], seat: int | None, news: Sequence[Mapping[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        """What each of the last entries did, and what was seen after it."""
        plies = _plies(course, news)
        for entry in news[-STEPS:]:
            ply = plies.get(entry["seq"])
            if ply is None:
                said = event(entry["name"] or "", entry["seat"], names)
                yield {"seq": entry["seq"], "said": [self.words.tell(said)] if said else []}
            else:
                yield {"seq": entry["seq"], **self._step(course, names, seat, ply)}

    def _step(self, course: Course, names: Sequence[str], seat: int | None, ply: int) -> dict[str, Any]:
        match, tell, hide = course.match, self.words.tell, self.wish.hide
        before, after, name = match.before(ply), match.before(ply + 1), match.names[ply]
        seen = None if hide else seat
        told: dict[str, Any] = {
            "said": [tell(message) for message in speech.tell(match.game, before, name, after, names, seen)],
            "view": match.game.view(after, seen),
        }
        secret = None if seat is None else speech.secret(match.game, before, name, after, names, seat)
        if secret is not None:
            told["secret"] = True if hide == "all" else tell(secret)
        return told


def called(room: Room, words: Language) -> tuple[str, ...]:
    """What the players are called; whoever has no name is called by what they are."""
    people = tuple(hand.kind != COMPUTER for hand in room.course.hands)
    usual = default_names(words, people)
    return tuple(name or other for name, other in zip(looking.names(room), usual, strict=True))


def asked(course: Course, names: Sequence[str]) -> Message:
    """What is to do; where people have ended the match and not a rule, how that was."""
    ending = course.ending
    if ending is None:
        return speech.ask(course.match.game, course.state, names)
    if ending.winner is not None:
        return Message(N_("{name} has won!"), {"name": names[ending.winner]})
    return Message(N_("It is a draw.") if ending.draw else N_("The match is over."))


def reasoned(error: Complaint, game: Game[Any], names: Sequence[str]) -> Complaint:
    """A refusal as it is said at this table; any other complaint as it is."""
    if not isinstance(error, Refused):
        return error
    said = copy(error)
    said.message = speech.reason(game, error.refusal, names)
    return said


def event(name: str, seat: int | None, names: Sequence[str]) -> Message | None:
    """What somebody did around the game, if it is worth a sentence."""
    if not name.startswith("!"):
        return None
    word, *rest = name[1:].split()
    if word in {"seat", "link", "out"}:  # whoever does it, it is about the seat that is named
        seat, rest = int(rest[0]), rest[1:]
    text = EVENTS.get(" ".join([word, *rest[:1]])) or EVENTS.get(word)
    return Message(text, {"player": names[seat], "number": seat + 1}) if text and seat is not None else None


def log(course: Course, names: Sequence[str], seat: int | None, words: Language) -> list[dict[str, Any]]:
    """Everything that was played, in words, as this seat may know it."""
    match = course.match
    told = []
    for ply, (name, mover) in enumerate(zip(match.names, match.movers(), strict=True)):
        said = speech.tell(match.game, match.before(ply), name, match.before(ply + 1), names, seat)
        heard = bool(course.outcome) or match.game.heard(name)
        told.append(
            {
                "ply": ply + 1,
                "seat": mover,
                "name": name if heard else None,
                "said": [words.tell(message) for message in said],
            }
        )
    return told


def _plies(course: Course, news: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """By entry of the log: which action of the match it is; none for what was taken back since."""
    found: dict[int, int] = {}
    ply = course.match.ply
    for entry in reversed(news):
        name = entry["name"]
        if name is not None and name.startswith("!"):
            if name.startswith(("!undo", "!accept undo")):
                break
            continue
        ply -= 1
        if ply < 0:
            break
        found[entry["seq"]] = ply
    return found

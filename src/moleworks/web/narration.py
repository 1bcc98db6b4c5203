"""Add sentences to the messages of a match, for clients that ask for them (`words=1`).

Only what `speech` says to that seat is said here. A device that several people share can ask for no secrets
at all (`hide=all`); a player without the notebook hears a secret only when it is learned (`hide=old`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qs

import msgspec

from moleworks import speech
from moleworks.core.game import AnyGame
from moleworks.core.messages import N_, Complaint, Message, Refused
from moleworks.matches import client_messages, review
from moleworks.matches.client_messages import ViewSeats
from moleworks.matches.live import LiveMatch
from moleworks.matches.log import MatchLog
from moleworks.matches.store.rows import COMPUTER
from moleworks.speech.seat_names import default_names
from moleworks.texts import Language

Hide = Literal["", "old", "all"]
MAX_STEPS = 24
"""How many of the last entries are described one by one, with the view after each."""

EVENT_TEXTS: Mapping[str, str] = {
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
"""Sentences for the events of the log, by the words of the entry."""

_decode = msgspec.json.Decoder().decode


class NarrationOptions(NamedTuple):
    """Which secrets the words of a client leave out."""

    hide: Hide


def narration_options(query: str) -> NarrationOptions | None:
    """The options in a query; None if no words are asked for."""
    fields = parse_qs(query)
    if fields.get("words", [""])[-1] != "1":
        return None
    hide = fields.get("hide", [""])[-1]
    if hide not in {"", "old", "all"}:
        raise Complaint(N_("hide is old or all."))
    return NarrationOptions(hide)  # type: ignore[arg-type] # it is one of them


class Narrator:
    """Adds words to the `at` messages of one connection; of the spaces, only those that changed."""

    def __init__(self, seats: ViewSeats, words: Language, options: NarrationOptions) -> None:
        self.words, self.hide = words, options.hide
        self.seats: tuple[int | None, ...] = seats or (None,)
        self._known: dict[int | None, dict[str, str]] = {}

    def forget(self) -> None:
        """Describe all spaces again, because the client missed a message."""
        self._known.clear()

    def add_words(self, message: bytes, live: LiveMatch) -> bytes:
        """The message with words, if it is an `at`."""
        if not message.startswith(client_messages.AT_PREFIX):
            return message
        at = _decode(message)
        if at["seq"] != live.log.seq:  # an older position; the message of the newer one has its own words
            if not self.hide:
                return message
            # The older view shows secrets, and its state is gone: send the current position instead.
            seats = tuple(seat for seat in self.seats if seat is not None)
            at |= client_messages.at_data(live.log, seats, ())
        return client_messages.encode(self.narrate(at, live.log, display_names(live, self.words)))

    def narrate(self, at: dict[str, Any], log: MatchLog, names: Sequence[str]) -> dict[str, Any]:
        """The data of an `at` message about this log, with words."""
        seat_words = [self._seat_words(log, names, seat, at["news"]) for seat in self.seats]
        if self.hide:
            for seat_view in at["eyes"]:
                seat_view["view"] = log.match.game.view(log.state, None)
        ask = prompt(log, names)
        standing = speech.standing(log.match.game, log.state, names)
        words = {"ask": self.words.tell(ask), "standing": [self.words.tell(said) for said in standing]}
        return {**at, "words": {**words, "eyes": seat_words}}

    def _seat_words(
        self, log: MatchLog, names: Sequence[str], seat: int | None, news: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        game, state, tell = log.match.game, log.state, self.words.tell
        viewer = None if self.hide else seat
        spaces = {
            name: tell(speech.space(game, state, name, names, viewer)) for name in speech.places(game, state)
        }
        known = self._known.get(seat, {})
        self._known[seat] = spaces
        mine = seat is not None and log.actor == seat
        legal = [game.name(state, action) for action in game.legal(state)] if mine else []
        position = speech.position(game, state, names, viewer)
        own = () if seat is None else speech.own(game, state, names, seat, viewer)
        return {
            "seat": seat,
            "hidden": seat is not None and game.view(state, seat) != game.view(state, None),
            "spaces": {name: said for name, said in spaces.items() if known.get(name) != said},
            "actions": {name: tell(speech.action(game, state, name)) for name in legal},
            "position": [tell(message) for message in position],
            "mine": [tell(message) for message in own],
            "known": [
                tell(message)
                for message in (() if viewer is None else speech.notebook(game, state, names, viewer))
            ],
            "steps": list(self._steps(log, names, seat, news)),
        }

    def _steps(
        self, log: MatchLog, names: Sequence[str], seat: int | None, news: Sequence[Mapping[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        """The last entries in words, with the view after each action."""
        plies = _plies(log, news)
        for entry in news[-MAX_STEPS:]:
            ply = plies.get(entry["seq"])
            if ply is None:
                said = event_text(entry["name"] or "", entry["seat"], names)
                yield {"seq": entry["seq"], "said": [self.words.tell(said)] if said else []}
            else:
                yield {"seq": entry["seq"], **self._step(log, names, seat, ply)}

    def _step(self, log: MatchLog, names: Sequence[str], seat: int | None, ply: int) -> dict[str, Any]:
        match, tell, hide = log.match, self.words.tell, self.hide
        before, after, name = match.before(ply), match.before(ply + 1), match.names[ply]
        viewer = None if hide else seat
        step: dict[str, Any] = {
            "said": [
                tell(message) for message in speech.tell(match.game, before, name, after, names, viewer)
            ],
            "view": match.game.view(after, viewer),
        }
        secret = None if seat is None else speech.secret(match.game, before, name, after, names, seat)
        if secret is not None:
            step["secret"] = True if hide == "all" else tell(secret)
        return step


def display_names(live: LiveMatch, words: Language) -> tuple[str, ...]:
    """The names of the players; a default name, such as "Computer", for those without one."""
    people = tuple(holder.kind != COMPUTER for holder in live.log.holders)
    defaults = default_names(words, people)
    return tuple(name or other for name, other in zip(review.player_names(live), defaults, strict=True))


def prompt(log: MatchLog, names: Sequence[str]) -> Message:
    """What is to do now; how the match ended, if people ended it and not a rule."""
    ending = log.ending
    if ending is None:
        return speech.ask(log.match.game, log.state, names)
    if ending.winner is not None:
        return Message(N_("{name} has won!"), {"name": names[ending.winner]})
    return Message(N_("It is a draw.") if ending.draw else N_("The match is over."))


def table_complaint(error: Complaint, game: AnyGame, names: Sequence[str]) -> Complaint:
    """A refusal with the names of these players; other complaints unchanged."""
    if not isinstance(error, Refused):
        return error
    named = copy(error)
    named.message = speech.reason(game, error.refusal, names)
    return named


def event_text(name: str, seat: int | None, names: Sequence[str]) -> Message | None:
    """The sentence for an event of the log, if it has one."""
    if not name.startswith("!"):
        return None
    word, *rest = name[1:].split()
    if word in {"seat", "link", "out"}:  # these name the seat they are about
        seat, rest = int(rest[0]), rest[1:]
    text = EVENT_TEXTS.get(" ".join([word, *rest[:1]])) or EVENT_TEXTS.get(word)
    return Message(text, {"player": names[seat], "number": seat + 1}) if text and seat is not None else None


def log_in_words(
    log: MatchLog, names: Sequence[str], seat: int | None, words: Language
) -> list[dict[str, Any]]:
    """All actions in words, as this seat may know them."""
    match = log.match
    actions = []
    for ply, (name, mover) in enumerate(zip(match.names, match.movers(), strict=True)):
        said = speech.tell(match.game, match.before(ply), name, match.before(ply + 1), names, seat)
        public = bool(log.outcome) or match.game.is_public(name)
        actions.append(
            {
                "ply": ply + 1,
                "seat": mover,
                "name": name if public else None,
                "said": [words.tell(message) for message in said],
            }
        )
    return actions


def _plies(log: MatchLog, news: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The index of the action of each entry, by `seq`; entries that were undone since have none."""
    found: dict[int, int] = {}
    ply = log.match.ply
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

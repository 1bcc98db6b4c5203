"""Add sentences to the messages of a match, for clients that ask for them (`words=1`).

Only what `speech` says to that seat is said here. A device that several people share can ask for no secrets
at all (`hide=all`); a player without the notebook hears a secret only when it is learned (`hide=old`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Literal, NamedTuple, TypeVar
from urllib.parse import parse_qs

import msgspec

from moleworks import speech
from moleworks.core.game import AnyGame
from moleworks.core.messages import N_, Complaint, Message, Refused
from moleworks.matches import client_messages, review, step_clock
from moleworks.matches.client_messages import SharedMessage, ViewSeats
from moleworks.matches.live import LiveMatch
from moleworks.matches.log import MatchLog
from moleworks.matches.message_types import AtMessage, MatchWords, NewsEntry, SeatView, SeatWords, StepWords
from moleworks.matches.position_cache import PositionCache
from moleworks.matches.store.rows import COMPUTER
from moleworks.speech.emblems import TableNames, table_names
from moleworks.speech.learned import newly_learned
from moleworks.speech.moments import moment
from moleworks.speech.remembered_views import with_remembered_views
from moleworks.speech.seat_names import spoken_names
from moleworks.speech.second_person import address, you
from moleworks.speech.sentences import Names
from moleworks.speech.table_settings import has_notebook
from moleworks.speech.the_computer import with_article
from moleworks.texts import Language, language

T = TypeVar("T")
Hide = Literal["", "old", "all"]
MAX_STEPS = 24
"""How many of the last entries are described one by one, with the view after each."""
WORTH_A_STEP = 0.001
"""CPU seconds after which others come first, before more words are found."""

EVENT_TEXTS: Mapping[str, str] = {
    "undo": N_("{player} undoes a move."),
    "resign": N_("{player} gives up."),
    "offer draw": N_("{player} proposes a draw."),
    "offer rematch": N_("{player} would like to play again."),
    "offer undo": N_("{player} asks to undo a move."),
    "accept draw": N_("{player} agrees to a draw."),
    "accept rematch": N_("{player} wants to play again, too."),
    "accept undo": N_("{player} agrees: the move is undone."),
    "decline draw": N_("{player} plays on: no draw."),
    "decline rematch": N_("{player} does not want to play again."),
    "decline undo": N_("{player} does not agree: the move stands."),
    "phone": N_("{player} sees secrets on a phone now."),
    "late": N_("{player} is out of time."),
    "absent": N_("{player} is away: in the next match the computer plays that seat."),
    "link": N_("There is a new link to the seat of {player}: whoever uses it gets the seat."),
    "out": N_("Whoever had this seat before has lost it."),
    "seat person": N_("{player} joins the game."),
    "seat bot": N_("{player}, a bot, joins the game."),
    "seat computer": N_("A computer plays on in one seat now."),
    "seat open": N_("A seat is open."),
    "moved": N_("{player} began this match without a server: that device knew all that is hidden."),
    "late computer": N_("{player} is out of time: a computer plays this turn."),
}
"""Sentences for the events of the log, by the words of the entry."""

SEAT_EVENTS = frozenset({"seat", "link", "out", "moved"})
"""Events whose entry names the seat they are about."""

KnownSpaces = tuple[tuple[tuple[str, str], ...], ...]
"""For each seat of a client, the names of all spaces and their words."""


class NarrationOptions(NamedTuple):
    """Which secrets the words of a client leave out."""

    hide: Hide


def narration_options(query: str, live: LiveMatch) -> NarrationOptions | None:
    """The options in a query; None if no words are asked for. A table without notebooks hides what is old."""
    fields = parse_qs(query)
    if fields.get("words", [""])[-1] != "1":
        return None
    hide = fields.get("hide", [""])[-1]
    if hide not in {"", "old", "all"}:
        raise Complaint(N_("hide is old or all."))
    if not hide and not has_notebook(live.log.match.game.id, display_names(live, language("en"))):
        hide = "old"
    return NarrationOptions(hide)  # type: ignore[arg-type] # it is one of them


class NarratedMessage(SharedMessage):
    """An `at` message with words, for all clients that knew the same words before."""

    def __init__(self, message: AtMessage, known: KnownSpaces) -> None:
        super().__init__(message)
        self.known = known
        """The words of all spaces, which these clients know from now on."""


class Narrator:
    """Adds words to the `at` messages of one connection; of the spaces, only those that changed."""

    def __init__(self, seats: ViewSeats, words: Language, options: NarrationOptions) -> None:
        self.words, self.hide = words, options.hide
        self.seats: tuple[int | None, ...] = seats or (None,)
        self._known: KnownSpaces = ()

    def _readers(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat is not None)

    def forget(self) -> None:
        """Describe all spaces again, because the client missed a message."""
        self._known = ()

    def add_words(self, shared: SharedMessage, live: LiveMatch) -> SharedMessage:
        """The message with words, if it is an `at`. Clients with the same options share it."""
        at, log = shared.message, live.log
        if not isinstance(at, AtMessage):
            return shared
        key = (self.words.code, self.hide, self._known)
        narrated = shared.variants.get(key)
        if isinstance(narrated, NarratedMessage):
            self._known = narrated.known
            return narrated
        if at.seq != log.seq:  # an older position; the message of the newer one has its own words
            if not self.hide:
                return shared
            # The older view shows secrets, and its state is gone: send the current position instead.
            seats = self._readers()
            now = client_messages.at_message(log, seats, ())
            at = msgspec.structs.replace(now, id=at.id, why=at.why)
        message = self.narrate(at, log, display_names(live, self.words, self._readers()), live.cache)
        narrated = shared.variants[key] = NarratedMessage(message, self._known)
        return narrated

    def narrate(
        self, at: AtMessage, log: MatchLog, names: Sequence[str], cache: PositionCache | None = None
    ) -> AtMessage:
        """An `at` message about this log, with words; `cache` has those that others asked for before."""
        found = _WordsOnce(self, log, names, cache or PositionCache())
        spaces = found.all_spaces()
        before = self._known or ((),) * len(spaces)
        self._known = spaces
        news, plies = at.news[-MAX_STEPS:], _plies(log, at.news)
        words = MatchWords(
            ask=found.ask(),
            standing=found.standing(),
            eyes=[
                msgspec.structs.replace(
                    found.seat(seat),
                    spaces=_changed(old, now),
                    steps=[found.step(seat, entry, plies.get(entry.seq)) for entry in news],
                )
                for seat, old, now in zip(self.seats, before, spaces, strict=True)
            ],
        )
        return msgspec.structs.replace(at, eyes=self._without_secrets(at, log), words=words)

    async def prepare(self, live: LiveMatch, seq: int) -> None:
        """Find the words that `add_words` needs for a client that knows entry `seq`, in short steps.

        They are kept with the position. If the match goes on meanwhile, they are of no use, which is rare.
        """
        log = live.log
        entries = [entry for entry in live.entries[-MAX_STEPS:] if entry.seq > seq]
        news = client_messages.public_entries(log, entries)
        names = display_names(live, self.words, self._readers())
        found, plies = _WordsOnce(self, log, names, live.cache), _plies(log, news)
        for seat in self.seats:
            works: list[Callable[[], object]] = [partial(found.spaces, seat), partial(found.seat, seat)]
            works += [partial(found.step, seat, entry, plies.get(entry.seq)) for entry in news]
            for work in works:
                if live.log.seq != log.seq:
                    return
                began = step_clock.begin()
                work()
                if step_clock.used_since(began) > WORTH_A_STEP:
                    await asyncio.sleep(0)

    def space_words(
        self, game: AnyGame, log: MatchLog, names: Sequence[str], seat: int | None
    ) -> tuple[tuple[str, str], ...]:
        """The words of all spaces for a seat."""
        viewer = None if self.hide else seat
        return tuple(
            (name, self.words.tell(speech.space(game, log.state, name, names, viewer, typed=False)))
            for name in speech.places(game, log.state)
        )

    def _without_secrets(self, at: AtMessage, log: MatchLog) -> list[SeatView]:
        """The views; as a watcher sees them, if secrets are hidden."""
        if not self.hide:
            return at.eyes
        view = log.match.game.view(log.state, None)
        return [
            msgspec.structs.replace(eye, view=view, legal=self._legal(log) if eye.legal else [])
            for eye in at.eyes
        ]

    def _legal(self, log: MatchLog) -> list[str]:
        """The legal actions; on a shared device, those that everybody may think legal."""
        game, state = log.match.game, log.state
        legal = game.publicly_legal(state) if self.hide == "all" else game.legal(state)
        return [game.name(state, action) for action in legal]

    def tell_all(self, messages: Iterable[Message]) -> list[str]:
        """Sentences in the client's language."""
        return [self.words.tell(message) for message in messages]

    def seat_words(self, game: AnyGame, log: MatchLog, names: Sequence[str], seat: int | None) -> SeatWords:
        """All but the spaces and the steps, which depend on what a client knows."""
        state, tell = log.state, self.words.tell
        viewer = None if self.hide else seat
        mine = seat is not None and log.actor == seat
        legal = self._legal(log) if mine else []
        own = () if seat is None else speech.own(game, state, names, seat, viewer)
        notes = () if viewer is None else speech.notebook(game, state, names, viewer)
        if self.hide == "old" and seat is not None and not has_notebook(game.id, names):
            notes = newly_learned(log.match, names, seat)
        return SeatWords(
            seat=seat,
            hidden=seat is not None and game.view(state, seat) != game.view(state, None),
            spaces={},
            actions={name: tell(speech.action(game, state, name, names)) for name in legal},
            position=self.tell_all(speech.position(game, state, names, viewer)),
            mine=self.tell_all(own),
            known=self.tell_all(notes),
            steps=[],
        )

    def step_words(
        self,
        game: AnyGame,
        log: MatchLog,
        names: Sequence[str],
        seat: int | None,
        entry: NewsEntry,
        ply: int | None,
    ) -> StepWords:
        """An entry in words; of an action also the view after it."""
        match = log.match
        if ply is None:
            event = event_text(entry.name or "", entry.seat, names)
            said = [self.words.tell(with_article(address(game.id, event)))] if event else []
            return StepWords(seq=entry.seq, said=said)
        before, after, name = match.before(ply), match.before(ply + 1), match.name(ply)
        viewer = None if self.hide else seat
        secret = None if seat is None else speech.secret(game, before, name, after, names, seat)
        hidden = secret is not None and self.hide == "all"
        told = speech.told(game, before, name, after, names, viewer)
        said, brief = map(self.tell_all, told)
        return StepWords(
            seq=entry.seq,
            said=said,
            brief=brief if brief != said else [],
            moment=self.tell_all(moment(game.id, told.full)),
            view=game.view(after, viewer),
            secret=hidden or (secret and self.words.tell(secret)),
        )


class _WordsOnce:
    """The words of one position for all clients of a language: each part is computed when first asked for."""

    def __init__(self, narrator: Narrator, log: MatchLog, names: Sequence[str], cache: PositionCache) -> None:
        self._narrator, self._log, self._names, self._cache = narrator, log, names, cache
        self._shared = (narrator.words.code, narrator.hide, tuple(names))
        self._game = with_remembered_views(log.match.game)

    def _once(self, key: Hashable, compute: Callable[[], T]) -> T:
        return self._cache.get(self._log.seq, (key, self._shared), compute)

    def ask(self) -> str:
        return self._once("ask", lambda: self._narrator.words.tell(prompt(self._log, self._names)))

    def standing(self) -> list[str]:
        return self._once(
            "standing",
            lambda: self._narrator.tell_all(speech.standing(self._game, self._log.state, self._names)),
        )

    def spaces(self, seat: int | None) -> tuple[tuple[str, str], ...]:
        return self._once(
            ("spaces", seat),
            lambda: self._narrator.space_words(self._game, self._log, self._names, seat),
        )

    def all_spaces(self) -> KnownSpaces:
        """Those of all seats of the client; the same object, as long as they are the same."""
        seats = self._narrator.seats
        return self._once(("all spaces", seats), lambda: tuple(map(self.spaces, seats)))

    def seat(self, seat: int | None) -> SeatWords:
        return self._once(
            ("words", seat), lambda: self._narrator.seat_words(self._game, self._log, self._names, seat)
        )

    def step(self, seat: int | None, entry: NewsEntry, ply: int | None) -> StepWords:
        return self._once(
            ("step", seat, entry.seq),
            lambda: self._narrator.step_words(self._game, self._log, self._names, seat, entry, ply),
        )


def _changed(before: Sequence[tuple[str, str]], now: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The spaces whose words differ from those before."""
    if before is now:
        return {}
    known = dict(before)
    return {name: words for name, words in now if known.get(name) != words}


def display_names(live: LiveMatch, words: Language, readers: Collection[int] | None = None) -> TableNames:
    """The names of the players, with their emblems; a default name, such as "Computer", for those without.

    `readers` are the seats of those who read it: one who reads alone is "you".
    """
    people = tuple(holder.kind != COMPUTER for holder in live.log.holders)
    defaults = spoken_names(words, people)
    names = [name or other for name, other in zip(review.player_names(live), defaults, strict=True)]
    if readers is not None and len(readers) == 1:
        names[next(iter(readers))] = you(words)
    return table_names(live.log.match.game.id, names, [row.emblem for row in live.seats], live.table_settings)


def told_seat(live: LiveMatch, names: Names, seat: int | None) -> int | None:
    """The seat whose knowledge words and pictures may use: none at a table without notebooks."""
    return seat if has_notebook(live.log.match.game.id, names) else None


def prompt(log: MatchLog, names: Sequence[str]) -> Message:
    """What is to do now; how the match ended, if people ended it and not a rule."""
    ending = log.ending
    if ending is None:
        return speech.ask(log.match.game, log.state, names)
    if ending.winner is not None:
        won = Message(N_("{name} has won!"), {"name": names[ending.winner]})
        return with_article(address(log.match.game.id, won))
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
    if word in SEAT_EVENTS:
        seat, rest = int(rest[0]), rest[1:]
    text = EVENT_TEXTS.get(" ".join([word, *rest[:1]])) or EVENT_TEXTS.get(word)
    return Message(text, {"player": names[seat], "number": seat + 1}) if text and seat is not None else None


def _plies(log: MatchLog, news: Sequence[NewsEntry]) -> dict[int, int]:
    """The index of the action of each entry, by `seq`; entries that were undone since have none."""
    found: dict[int, int] = {}
    ply = log.match.ply
    for entry in reversed(news):
        name = entry.name
        if name is not None and name.startswith("!"):
            if name.startswith(("!undo", "!accept undo")):
                break
            continue
        ply -= 1
        if ply < 0:
            break
        found[entry.seq] = ply
    return found

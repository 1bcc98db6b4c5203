"""Play one match for a bot: receive messages, ask the bot, send commands, and reconnect.

The server decides everything. A play carries the number of the last entry that the bot knew and an id of its
own: if the connection breaks, the same play is sent again under the same id, so that it is played once.
"""

from __future__ import annotations

import copy
import json
import random
import secrets
import time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import msgspec

from moleworks.client.connection import (
    ConnectionLost,
    LiveConnection,
    ServerConnection,
    ServerRefused,
    Unreachable,
)
from moleworks.core.messages import N_, Complaint
from moleworks.matches.commands import Answer, AnyCommand, Look, Play, Resign
from moleworks.matches.message_types import (
    AtMessage,
    EmoteMessage,
    NewsEntry,
    RefusedMessage,
    SeatView,
    ServerMessage,
    TableMessage,
)
from moleworks.replay.outcome_data import MatchOutcome

if TYPE_CHECKING:
    from moleworks.client.bot import Bot

TICK = 1.0
"""Longest wait in seconds, because on some systems Ctrl-C does not interrupt a wait."""
TRIES = 5
"""How often a legal action is tried before the bot gives up."""
FIRST_WAIT, MAX_WAIT = 0.1, 10.0
"""Seconds between two tries to reconnect, doubled after each try."""
STABLE_SECONDS = 10.0
"""A connection that lasted this long resets the waiting time."""


class Result(NamedTuple):
    """How a match ended for a bot."""

    match: str
    seat: int
    winner: int | None
    draw: bool
    rule: str | None
    """The number of the rule that ended it."""
    why: str | None
    """The reason, if no rule ended it: somebody resigned or was out of time, or a draw was agreed."""

    @property
    def won(self) -> bool:
        """Whether the bot's own seat won."""
        return self.winner == self.seat


class CommandRefused(Complaint):
    """The server refused something; `rule` is the number of the rule that forbids it, if one does."""

    def __init__(self, reason: str, rule: str | None = None, about: str | None = None) -> None:
        super().__init__(N_("Refused: {reason}"), reason=reason)
        self.reason, self.rule, self.about = reason, rule, about


class PositionChanged(Exception):
    """The match went on while the bot was choosing; it will be asked again."""


class BotFailed(Complaint):
    """A bot could not choose. The cause is its error; `view` and `legal` are what it was given."""

    def __init__(self, error: Exception, view: dict[str, Any], legal: list[str]) -> None:
        super().__init__(
            N_("The bot cannot go on: {kind}: {reason}. It was shown {view} and could play {legal}."),
            kind=type(error).__name__,
            reason=error,
            view=json.dumps(view),
            legal=", ".join(legal),
        )
        self.view, self.legal = view, legal


class _Backoff:
    """Waits between tries to reconnect, and gives up after a time."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.reset()

    def reset(self) -> None:
        self.wait, self.since = FIRST_WAIT, time.monotonic()

    def pause(self, server: str) -> None:
        if time.monotonic() - self.since > self.limit:
            raise Unreachable(N_("The server {server} cannot be reached any more."), server=server)
        # Random, so that not all bots come back at the same moment.
        time.sleep(self.wait * random.uniform(0.5, 1.5))
        self.wait = min(2 * self.wait, MAX_WAIT)


class Session:
    """A bot's seat in one match."""

    def __init__(self, bot: Bot, server: ServerConnection, match: str) -> None:
        self.bot, self.server, self.match = bot, server, match
        self.seat = -1
        self.seq = 0
        """The last entry of the log before the position we know."""
        self._news_seq = 0
        """The last entry that the bot was told of; if some are missing, the server is asked for them."""
        self._look_id: str | None = None
        self.table: TableMessage | None = None
        self.at: AtMessage | None = None
        """The last `at` message; None while the position is unknown."""
        self.result: Result | None = None
        self.next: str | None = None
        """The id of the rematch."""
        self._connection: LiveConnection | None = None
        self._backoff = _Backoff(bot.gives_up)
        self._choice: str | None = None
        self._sent: Play | None = None
        """Our play that the server has not answered yet."""
        self._refusals = 0
        self._answered: set[tuple[str, int]] = set()
        self._resigned = False
        self._leave_time = float("inf")
        """When to leave, after the end."""

    # The connection

    def play(self) -> Result:
        """Play until the match is over and no rematch follows."""
        while True:
            began = time.monotonic()
            try:
                with self.server.live(self.match, self._news_seq) as self._connection:
                    self._answered.clear()
                    self._look_id = None
                    if self._sent:
                        self._connection.send(self._sent)
                    return self._play_connected()
            except ServerRefused:
                if self.result:
                    return self.result
                raise
            except ConnectionLost:
                self._connection = None
                if time.monotonic() - began > STABLE_SECONDS:
                    self._backoff.reset()
                if self.result and time.monotonic() > self._leave_time:
                    return self.result
                self._backoff.pause(self.server.url)

    def _play_connected(self) -> Result:
        assert self._connection is not None
        while not (self.result and (self.next or time.monotonic() >= self._leave_time)):
            message = self._connection.receive(0.0 if self._must_act() else min(TICK, self._time_left()))
            if message is not None:
                self._receive(message)
            elif self._must_act():
                self._act()
        return self.result

    def _time_left(self) -> float:
        return max(0.0, self._leave_time - time.monotonic())

    # Sending

    def do(self, command: AnyCommand) -> str:
        """Send a command that is not sent again if the connection breaks; returns its id."""
        id_ = _new_id()
        if self._connection is not None:
            self._connection.send(msgspec.structs.replace(command, id=id_))
        return id_

    def leave(self) -> None:
        """Leave as soon as the match is over."""
        self._leave_time = time.monotonic()

    def resign(self) -> None:
        """Resign, and wait until the server has stored it."""
        self._resigned = True
        command = Resign(id=_new_id())
        for _ in range(TRIES):
            try:
                self.server.do(self.match, command)
                return
            except ConnectionLost:
                self._backoff.pause(self.server.url)
            except ServerRefused:  # the match is over, or we have resigned already
                return

    def _must_act(self) -> bool:
        if self.at is None or not self.table or self._sent or self._resigned or self.result:
            return False
        return self.at.actor == self.seat and self.at.status == "playing"

    def _act(self) -> None:
        """Choose; then, once all messages that came meanwhile are received, play the choice."""
        assert self.at is not None
        assert self._connection is not None
        if self._choice is None:
            self._choose(self.at.eyes[0])
            return
        self._sent = Play(action=self._choice, seq=self.seq, id=_new_id())
        self._connection.send(self._sent)

    def _choose(self, seat_view: SeatView) -> None:
        view, legal = copy.deepcopy(dict(seat_view.view)), list(seat_view.legal)
        try:
            choice = self.bot.choose(view, legal)
            if self._resigned:
                return
            if choice not in seat_view.legal:
                raise ValueError(f"choose answered {choice!r}, which cannot be played here")
        except PositionChanged:
            self.at = None
            self._look()
            return
        except ConnectionLost:
            raise
        except Exception as error:  # noqa: BLE001 - the bot's author wants to see any error
            self._fail(error, seat_view)
        self._choice = choice

    def _look(self) -> None:
        """Ask for the position, and for the entries that the bot has missed."""
        self._look_id = self.do(Look(seq=self._news_seq))

    def _fail(self, error: Exception, seat_view: SeatView) -> NoReturn:
        """Stop the bot; it resigns first if it wants to, so that nobody waits for it."""
        view = dict(seat_view.view)
        if self.bot.on_error(error, view):
            self.resign()
        raise BotFailed(error, view, seat_view.legal) from error

    # Receiving

    def _receive(self, message: ServerMessage) -> None:
        match message:
            case AtMessage():
                self._receive_at(message)
            case TableMessage():
                self._receive_table(message)
            case RefusedMessage():
                self._receive_refusal(message)
            case EmoteMessage():
                self.bot.on_emote(message.seat, message.name)

    def _receive_at(self, message: AtMessage) -> None:
        before, self.at = self.at, message
        seat_view = message.eyes[0]
        if seat_view.seat is None:
            raise ServerRefused(403, N_("The seat has gone to somebody else."))
        self.seat = self.bot.seat = seat_view.seat
        if before is None or seat_view != before.eyes[0]:
            self._choice = None
        if self._sent and (self._is_ours(message) or any(map(self._is_ours, message.news))):
            self._sent = self._choice = None
            self._refusals = 0
        if message.seq > self.seq:
            self._backoff.reset()
        self.seq = message.seq
        self._report_news(message)
        if before is None and self.table:  # there may be older proposals
            self._answer_offers()
        self._check_end()

    def _report_news(self, message: AtMessage) -> None:
        """Report what happened to the bot, in order; ask the server for missing entries."""
        news = [entry for entry in message.news if entry.seq > self._news_seq]
        answered = self._look_id is not None and message.id == self._look_id
        if answered:
            self._look_id = None
        follows = bool(news) and news[0].seq == self._news_seq + 1
        if follows or answered:
            self._news_seq = self.seq
            if news:
                self.bot.on_news(news)
        elif self.seq > self._news_seq and self._look_id is None:
            self._look()

    def _is_ours(self, message: AtMessage | NewsEntry | RefusedMessage) -> bool:
        """Whether this message or entry answers our play."""
        return self._sent is not None and message.id == self._sent.id

    def _receive_table(self, message: TableMessage) -> None:
        self.table = self.bot.table = message
        if self.at is not None:
            self._answer_offers()
            self._check_end()

    def _answer_offers(self) -> None:
        """Answer the proposals of others, each once."""
        offers = self.table.offers if self.table else []
        self._answered &= {(offer.what, offer.by) for offer in offers}
        for offer in offers:
            known = (offer.what, offer.by)
            if offer.by == self.seat or self.seat in offer.agreed or known in self._answered:
                continue
            self._answered.add(known)
            self.do(Answer(what=offer.what, yes=self.bot.accepts(offer.what)))

    def _receive_refusal(self, message: RefusedMessage) -> None:
        refusal = CommandRefused(message.reason, message.rule, message.id)
        if not self._is_ours(message):
            self.bot.on_refused(refusal)
            return
        assert self._sent is not None
        # The server listed it as legal, so this may pass; try again a few times.
        self._refusals += 1
        if self._refusals >= TRIES and self.at is not None:
            self._fail(refusal, self.at.eyes[0])
        time.sleep(FIRST_WAIT * 2**self._refusals)
        self._sent = self.at = None
        self._look()

    def _check_end(self) -> None:
        """Notice the end of the match, and a rematch."""
        if not self.table or self.at is None:
            return
        outcome, resigned = self.table.outcome, self.table.seats[self.seat].resigned
        if outcome and self.at.status not in {"over", "archived"}:
            return  # the last position has not come yet
        if self.result is None and (outcome or resigned):
            end = outcome or MatchOutcome(winner=None, draw=False, rule=None, why="resigned")
            self.result = Result(self.match, self.seat, end.winner, end.draw, end.rule, end.why)
            self._leave_time = time.monotonic() + (self.bot.stays if outcome else 0.0)
            self.bot.on_end(self.result)
        if self.result:
            self.next = self.table.next


def _new_id() -> str:
    return secrets.token_hex(8)

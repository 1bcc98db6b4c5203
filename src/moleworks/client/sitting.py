"""One match as a bot lives through it: it hears, chooses, plays, answers, and comes back when it was cut off.

The server has the last word on everything. A play carries the number of the last entry that the bot knew
and an id of its own: if the connection breaks, the same play is sent again under the same id, so that it is
played once, whatever got lost on the way.
"""

from __future__ import annotations

import copy
import json
import random
import secrets
import time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from moleworks.client.wire import Line, Lost, TurnedAway, Unreachable, Wire
from moleworks.games import Complaint
from moleworks.games.game import N_

if TYPE_CHECKING:
    from moleworks.client.bot import Bot

TICK = 1.0
"""Seconds between two moments at which Ctrl-C is heard, on systems where waiting is deaf."""
TRIES = 5
"""Times that a legal action is tried before the bot gives up."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 10.0
"""Seconds between two tries to come back: doubled from one to the other."""
STEADY = 10.0
"""A connection that held so many seconds was a good one."""

Message = dict[str, Any]


class Result(NamedTuple):
    """How a match ended for a bot."""

    match: str
    seat: int
    winner: int | None
    draw: bool
    rule: str | None
    """The number of the rule that ended it."""
    why: str | None
    """What ended it, if no rule did: somebody resigned, or a draw was agreed."""

    @property
    def won(self) -> bool:
        return self.winner == self.seat


class NotDone(Complaint):
    """The server refused something; `rule` is the number of the rule that forbids it, if one does."""

    def __init__(self, reason: str, rule: str | None = None, about: str | None = None) -> None:
        super().__init__(N_("Refused: {reason}"), reason=reason)
        self.reason, self.rule, self.about = reason, rule, about


class MovedOn(Exception):
    """The match is not any more where the bot was asked about; it will be asked again."""


class BotFailed(Complaint):
    """A bot could not choose; the cause is what went wrong, and `view` and `legal` what it was asked."""

    def __init__(self, error: Exception, view: Message, legal: list[str]) -> None:
        super().__init__(
            N_("The bot cannot go on: {kind}: {reason}. It was shown {view} and could play {legal}."),
            kind=type(error).__name__,
            reason=error,
            view=json.dumps(view),
            legal=", ".join(legal),
        )
        self.view, self.legal = view, legal


class _Patience:
    """How long to wait before the next try, and when to give up."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.fresh()

    def fresh(self) -> None:
        self.wait, self.since = FIRST_WAIT, time.monotonic()

    def pause(self, server: str) -> None:
        if time.monotonic() - self.since > self.limit:
            raise Unreachable(N_("The server {server} cannot be reached any more."), server=server)
        # Not all bots shall come back in the same moment.
        time.sleep(self.wait * random.uniform(0.5, 1.5))
        self.wait = min(2 * self.wait, LONGEST_WAIT)


class Sitting:
    """A bot's seat in one match."""

    def __init__(self, bot: Bot, wire: Wire, match: str) -> None:
        self.bot, self.wire, self.match = bot, wire, match
        self.seat = -1
        self.seq = 0
        """The last entry of the log that led to the position we know."""
        self._told = 0
        """The last entry that the bot was told of; a gap before the position is filled by asking."""
        self._asked: str | None = None
        self.table: Message = {}
        self.at: Message | None = None
        """Where the match is; none while we do not know."""
        self.result: Result | None = None
        self.next: str | None = None
        """The rematch."""
        self._line: Line | None = None
        self._patience = _Patience(bot.gives_up)
        self._choice: str | None = None
        self._sent: Message | None = None
        """Our play that we have not heard of yet."""
        self._refused = 0
        self._answered: set[tuple[str, int]] = set()
        self._gone = False
        """Whether we have resigned."""
        self._leaves = float("inf")
        """When to go, after the end."""

    # Coming and going

    def follow(self) -> Result:
        """Play until the match is over and nobody wants another one."""
        while True:
            began = time.monotonic()
            try:
                with self.wire.live(self.match, self._told) as self._line:
                    self._answered.clear()
                    self._asked = None
                    if self._sent:
                        self._line.send(self._sent)
                    return self._followed()
            except TurnedAway:
                if self.result:
                    return self.result
                raise
            except Lost:
                self._line = None
                if time.monotonic() - began > STEADY:
                    self._patience.fresh()
                if self.result and time.monotonic() > self._leaves:
                    return self.result
                self._patience.pause(self.wire.server)

    def _followed(self) -> Result:
        assert self._line is not None
        while not (self.result and (self.next or time.monotonic() >= self._leaves)):
            message = self._line.hear(0.0 if self._to_do() else min(TICK, self._time_left()))
            if message is not None:
                self._hear(message)
            elif self._to_do():
                self._act()
        return self.result

    def _time_left(self) -> float:
        return max(0.0, self._leaves - time.monotonic())

    # Doing

    def do(self, command: Message) -> str:
        """Send something that need not arrive: if the connection breaks, it is not sent again."""
        number = _number()
        if self._line is not None:
            self._line.send(command | {"id": number})
        return number

    def leave(self) -> None:
        """Stay no longer, once the match is over."""
        self._leaves = time.monotonic()

    def resign(self) -> None:
        """Give up, and wait until that is kept."""
        self._gone = True
        command = {"do": "resign", "id": _number()}
        for _ in range(TRIES):
            try:
                self.wire.post(f"/matches/{self.match}/commands", command)
                return
            except Lost:
                self._patience.pause(self.wire.server)
            except TurnedAway:  # it is over, or done already
                return

    def _to_do(self) -> bool:
        if self.at is None or not self.table or self._sent or self._gone or self.result:
            return False
        mine: bool = self.at["actor"] == self.seat and self.at["status"] == "playing"
        return mine

    def _act(self) -> None:
        """Choose; and once everything has been heard that came meanwhile, play it."""
        assert self.at is not None
        assert self._line is not None
        if self._choice is None:
            self._choose(self.at["eyes"][0])
            return
        self._sent = {"do": "play", "action": self._choice, "seq": self.seq, "id": _number()}
        self._line.send(self._sent)

    def _choose(self, eye: Message) -> None:
        view, legal = copy.deepcopy(eye["view"]), list(eye["legal"])
        try:
            choice = self.bot.choose(view, legal)
            if self._gone:
                return
            if choice not in eye["legal"]:
                raise ValueError(f"choose answered {choice!r}, which cannot be played here")
        except MovedOn:
            self.at = None
            self._look()
            return
        except Lost:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the bot's author wants to see it
            self._fail(error, eye)
        self._choice = choice

    def _look(self) -> None:
        """Ask where the match is, and what happened on the way there."""
        self._asked = self.do({"do": "look", "seq": self._told})

    def _fail(self, error: Exception, eye: Message) -> NoReturn:
        """Stop, so that a mistake is not made again and again; nobody shall wait in vain for us."""
        if self.bot.on_error(error, eye["view"]):
            self.resign()
        raise BotFailed(error, eye["view"], eye["legal"]) from error

    # Hearing

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "at":
                self._hear_at(message)
            case "table":
                self._hear_table(message)
            case "refused":
                self._hear_refusal(message)
            case "emote":
                self.bot.on_emote(message["seat"], message["name"])

    def _hear_at(self, message: Message) -> None:
        before, self.at = self.at, message
        eye = message["eyes"][0]
        if eye["seat"] is None:
            raise TurnedAway(403, N_("The seat has gone to somebody else."))
        self.seat = self.bot.seat = eye["seat"]
        if before is None or eye != before["eyes"][0]:
            self._choice = None
        if self._sent and (self._is_ours(message) or any(map(self._is_ours, message["news"]))):
            self._sent = self._choice = None
            self._refused = 0
        if message["seq"] > self.seq:
            self._patience.fresh()
        self.seq = message["seq"]
        self._tell_news(message)
        if before is None and self.table:  # what was proposed before we came
            self._answer()
        self._see_end()

    def _tell_news(self, message: Message) -> None:
        """Tell the bot what happened, in order; after a gap the server is asked what was missed."""
        news = [entry for entry in message["news"] if entry["seq"] > self._told]
        answered = self._asked is not None and message.get("id") == self._asked
        if answered:
            self._asked = None
        follows = bool(news) and news[0]["seq"] == self._told + 1
        if follows or answered:
            self._told = self.seq
            if news:
                self.bot.on_news(news)
        elif self.seq > self._told and self._asked is None:
            self._look()

    def _is_ours(self, told: Message) -> bool:
        """Whether this tells what became of our play: it was done, or the match had gone on before."""
        return self._sent is not None and told.get("id") == self._sent["id"]

    def _hear_table(self, message: Message) -> None:
        self.table = self.bot.table = message
        if self.at is not None:
            self._answer()
            self._see_end()

    def _answer(self) -> None:
        """Agree or not to what others propose."""
        standing = {(offer["what"], offer["by"]) for offer in self.table["offers"]}
        self._answered &= standing
        for offer in self.table["offers"]:
            what, by = offer["what"], offer["by"]
            if by == self.seat or self.seat in offer["agreed"] or (what, by) in self._answered:
                continue
            self._answered.add((what, by))
            self.do({"do": "answer", "what": what, "yes": self.bot.answers(what)})

    def _hear_refusal(self, message: Message) -> None:
        refusal = NotDone(message["reason"], message.get("rule"), message.get("id"))
        if not self._is_ours(message):
            self.bot.on_refused(refusal)
            return
        assert self._sent is not None
        # It was among the legal actions: something is amiss there, for a moment or for good.
        self._refused += 1
        if self._refused >= TRIES and self.at is not None:
            self._fail(refusal, self.at["eyes"][0])
        time.sleep(FIRST_WAIT * 2**self._refused)
        self._sent = self.at = None
        self._look()

    def _see_end(self) -> None:
        """Notice that it is over, and what follows."""
        if not self.table or self.at is None:
            return
        ended, gone = self.table["outcome"], self.table["seats"][self.seat]["resigned"]
        if ended and self.at["status"] not in {"over", "archived"}:
            return  # the position at the end is on its way
        if self.result is None and (ended or gone):
            told = ended or {"winner": None, "draw": False, "rule": None, "why": "resigned"}
            self.result = Result(
                self.match, self.seat, told["winner"], told["draw"], told["rule"], told["why"]
            )
            self._leaves = time.monotonic() + (self.bot.stays if ended else 0.0)
            self.bot.on_end(self.result)
        if self.result:
            self.next = self.table["next"]


def _number() -> str:
    return secrets.token_hex(8)

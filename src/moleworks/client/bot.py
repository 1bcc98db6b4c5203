"""The base class of bots: `choose` has to be written, the other methods can be."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Literal

from moleworks.client.connection import ConnectionLost, ServerConnection, Unreachable
from moleworks.client.links import WrongLink, seat_link
from moleworks.client.session import CommandRefused, PositionChanged, Result, Session
from moleworks.core.messages import N_
from moleworks.matches.commands import Emote, Offer
from moleworks.matches.message_types import NewsEntry, TableMessage

if TYPE_CHECKING:
    from moleworks.engine import Knowledge

JsonView = dict[str, Any]


class Bot(ABC):
    """A program that plays a seat. Only `choose` has to be written."""

    stays: float = 0.0
    """Seconds to stay after the end of a match, in case somebody wants a rematch."""
    gives_up: float = 600.0
    """Seconds without a server after which the bot stops reconnecting."""

    def __init__(self, name: str = "", lang: str = "en") -> None:
        self.name, self.lang = name, lang
        self.seat = -1
        self.table: TableMessage | None = None
        """The last `table` message: seats, game, options, proposals; None before the first."""
        self._session: Session | None = None

    # To be written

    @abstractmethod
    def choose(self, view: JsonView, legal: list[str]) -> str:
        """One of the legal actions, for what the seat sees."""

    def draw_offered(self) -> bool:
        """Whether to agree to a draw."""
        return False

    def undo_offered(self) -> bool:
        """Whether another player may undo an action that needs our agreement."""
        return False

    def rematch_offered(self) -> bool:
        """Whether to play again; only asked while the bot `stays`."""
        return False

    def on_news(self, news: list[NewsEntry]) -> None:
        """Called with what happened: actions and events, each with `seq`, `seat` and `name`."""
        del news

    def on_emote(self, seat: int, name: str) -> None:
        """Called when somebody sends an emote."""
        del seat, name

    def on_refused(self, refusal: CommandRefused) -> None:
        """Called when a command other than an action was refused."""
        del refusal

    def on_end(self, result: Result) -> None:
        """Called at the end of a match; a rematch may be proposed here."""
        del result

    def on_error(self, error: Exception, view: JsonView) -> bool:
        """Called when `choose` failed; returns whether to resign. `join` then raises `BotFailed`."""
        print(f"{type(error).__name__}: {error}\n{json.dumps(view)}", file=sys.stderr)
        return True

    # To be used

    def join(self, link: str, token: str | None = None) -> Result:
        """Take the seat of a link, or of a server's address and a token, and play until the end."""
        server = ServerConnection(seat_link(link, token), self.lang)
        try:
            joined = server.join(self.name)
        except ConnectionLost as error:
            raise Unreachable(
                N_("The server {server} cannot be reached: {reason}"), server=server.url, reason=error
            ) from error
        if joined.seat is None:
            raise WrongLink(N_("This link is for watching. A bot needs the link of a seat."))
        match = joined.match
        while True:
            self._session = Session(self, server, match)
            result = self._session.play()
            if self._session.next is None:
                return result
            match = self._session.next

    def say(self, emote: str) -> None:
        """Send an emote, such as `hello` or `thanks`."""
        self._current_session().do(Emote(name=emote))

    def propose(self, what: Literal["draw", "rematch"]) -> None:
        """Propose a `draw`, or a `rematch` after the end."""
        self._current_session().do(Offer(what=what))

    def resign(self) -> None:
        """Give up; a later answer of `choose` is not played."""
        self._current_session().resign()

    def leave(self) -> None:
        """Stay no longer after the end; before the end it does nothing."""
        self._current_session().leave()

    def knowledge(self) -> Knowledge:
        """What the seat may know, for computer players: set-up, view, and the public actions.

        It is one request to the server. `PositionChanged` if the match went on: do not catch it.
        """
        from moleworks.client.knowledge import fetch_knowledge  # noqa: PLC0415 - most bots need no rules

        session = self._current_session()
        found = fetch_knowledge(session.server, session.match, self.seat)
        if session.at is not None and found.view != session.at.eyes[0].view:
            raise PositionChanged
        return found

    @property
    def display_name(self) -> str:
        """The bot's name at the table, which the server may have changed."""
        return self.table.seats[self.seat].name if self.table else self.name

    def accepts(self, what: str) -> bool:
        """Whether the bot agrees to a proposal."""
        hooks = {"draw": self.draw_offered, "undo": self.undo_offered, "rematch": self.rematch_offered}
        return what in hooks and hooks[what]()

    def _current_session(self) -> Session:
        if self._session is None:
            raise RuntimeError("this bot has not joined a match yet")
        return self._session

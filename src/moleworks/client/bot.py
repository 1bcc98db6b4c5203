"""What a bot is: one method to write, and more for who wants more."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from moleworks.client.links import WrongLink, seat_link
from moleworks.client.sitting import MovedOn, NotDone, Result, Sitting
from moleworks.client.wire import Lost, Unreachable, Wire
from moleworks.games.game import N_

if TYPE_CHECKING:
    from moleworks.players import Sight

View = dict[str, Any]


class Bot(ABC):
    """A program at the table. Write `choose`; the rest can stay as it is."""

    stays: float = 0.0
    """Seconds to stay after the end of a match, in case that somebody wants to play again."""
    gives_up: float = 600.0
    """Seconds without a server after which to stop trying to come back."""

    def __init__(self, name: str = "", lang: str = "en") -> None:
        self.name, self.lang = name, lang
        self.seat = -1
        self.table: dict[str, Any] = {}
        """Who is there, the game and its options, what is proposed: the last `table` message."""
        self._sitting: Sitting | None = None

    # What to write

    @abstractmethod
    def choose(self, view: View, legal: list[str]) -> str:
        """One of the legal actions, for what the seat sees."""

    def draw_offered(self) -> bool:
        """Whether to agree to a draw."""
        return False

    def undo_offered(self) -> bool:
        """Whether another player may take back what cannot be taken back without us."""
        return False

    def rematch_offered(self) -> bool:
        """Whether to play again; only asked while the bot `stays`."""
        return False

    def on_news(self, news: list[dict[str, Any]]) -> None:
        """Hear what happened: actions and events, each with `seq`, `seat` and `name`."""
        del news

    def on_emote(self, seat: int, name: str) -> None:
        """Hear what somebody said."""
        del seat, name

    def on_refused(self, refusal: NotDone) -> None:
        """Hear that something else than an action was not done."""
        del refusal

    def on_end(self, result: Result) -> None:
        """Hear how a match ended; a rematch may be proposed here."""
        del result

    def on_error(self, error: Exception, view: View) -> bool:
        """`choose` failed: whether to resign. In any case the bot stops, and `join` raises `BotFailed`."""
        print(f"{type(error).__name__}: {error}\n{json.dumps(view)}", file=sys.stderr)
        return True

    # What to use

    def join(self, link: str, token: str | None = None) -> Result:
        """Take the seat of a link, or of a server's address and a token; play, and say how it ended."""
        wire = Wire(seat_link(link, token), self.lang)
        try:
            joined = wire.join(self.name)
        except Lost as error:
            raise Unreachable(
                N_("The server {server} cannot be reached: {reason}"), server=wire.server, reason=error
            ) from error
        if joined["seat"] is None:
            raise WrongLink(N_("This link is for watching. A bot needs the link of a seat."))
        match: str = joined["match"]
        while True:
            self._sitting = Sitting(self, wire, match)
            result = self._sitting.follow()
            if self._sitting.next is None:
                return result
            match = self._sitting.next

    def say(self, emote: str) -> None:
        """Say one of a dozen things, such as `hello` or `thanks`."""
        self._at_table().do({"do": "emote", "name": emote})

    def propose(self, what: str) -> None:
        """Propose a `draw`, or a `rematch` after the end."""
        self._at_table().do({"do": "offer", "what": what})

    def resign(self) -> None:
        """Give up; whatever `choose` answers then is not played."""
        self._at_table().resign()

    def leave(self) -> None:
        """Stay no longer after the end; before the end it means nothing."""
        self._at_table().leave()

    def sight(self) -> Sight:
        """All that the seat may know, as the computer players want it: set-up, view, and what all have heard.

        It is one request to the server. `MovedOn` if it is not this seat's turn any more: let it pass.
        """
        from moleworks.client.sights import sight  # noqa: PLC0415 - most bots do without the rules

        sitting = self._at_table()
        found = sight(sitting.wire, sitting.match, self.seat)
        if sitting.at is not None and found.view != sitting.at["eyes"][0]["view"]:
            raise MovedOn
        return found

    @property
    def called(self) -> str:
        """The bot's name at the table."""
        return str(self.table["seats"][self.seat]["name"]) if self.table else self.name

    def answers(self, what: str) -> bool:
        """What the bot answers to a proposal."""
        asked = {"draw": self.draw_offered, "undo": self.undo_offered, "rematch": self.rematch_offered}
        return what in asked and asked[what]()

    def _at_table(self) -> Sitting:
        if self._sitting is None:
            raise RuntimeError("this bot has not joined a match yet")
        return self._sitting

"""What everything in `web` shares: the settings, the house, the limits and the counts of one process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from moleworks.service.analyses import Analyses
from moleworks.service.bus import bus_at
from moleworks.service.house import House, NotYours
from moleworks.service.prints import Prints
from moleworks.service.room import Room, Who
from moleworks.service.store import store_at
from moleworks.service.thinkers import Thinkers
from moleworks.service.tokens import new_id
from moleworks.service.trials import Trials
from moleworks.web.limits import AtOnce, Limit
from moleworks.web.metrics import Counts
from moleworks.web.persons import Caller, names_of
from moleworks.web.settings import Settings


class Site:
    """One process that serves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.public_url = settings.public_url
        """What links begin with, where that is not what the request was sent to."""
        self.hosts = names_of(settings.host, settings.public_url, settings.hosts)
        url, worker = settings.database_url, new_id()
        self.house = House(
            store_at(url), bus_at(url, worker), Thinkers(settings.thinkers), worker=worker, keep=settings.keep
        )
        self.counts = Counts()
        self.requests = Limit(settings.request_rate, settings.request_burst)
        self.matches = Limit(settings.matches_per_hour / 3600, settings.matches_per_hour)
        self.codes = Limit(settings.codes_per_minute / 60, settings.codes_per_minute)
        self.connections = AtOnce(settings.connections_per_address)
        self.hints = AtOnce(max(1, settings.hints_at_once // 2), settings.hints_at_once)
        self.analyses = Analyses(settings.analyses_at_once)
        self.trials = Trials(settings.trials_at_once)
        self.prints = Prints(settings.prints_at_once)
        self.phones: Callable[[], Awaitable[str]] | None = None
        """Listens on the home network too, and says at which address."""

    async def open(self) -> None:
        await self.house.open()

    async def close(self) -> None:
        self.analyses.close()
        self.trials.close()
        self.prints.close()
        await self.house.close()

    async def entered(self, match: str, caller: Caller) -> tuple[Room, Who]:
        """The room of a match and what the caller is there; `NotYours` for whoever has no business in it."""
        room = await self.house.room(match)
        who = await self.house.who(room, caller.person, caller.token)
        if not who.known:
            raise NotYours
        return room, who

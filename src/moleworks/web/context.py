"""The state that all requests of one process share: settings, match server, limits and metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from moleworks.matches.access import Access
from moleworks.matches.analyses import Analyses
from moleworks.matches.board_trials import BoardTrials
from moleworks.matches.bus import bus_at
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.live import LiveMatch
from moleworks.matches.print_jobs import PrintJobs
from moleworks.matches.server import MatchServer, NoAccess
from moleworks.matches.store import store_at
from moleworks.matches.store.store import MatchStore
from moleworks.matches.tokens import new_id
from moleworks.matches.work_pool import WorkPool
from moleworks.web.budgets import CostBudget, ReadingCost, RequestCost
from moleworks.web.identity import Caller, server_names
from moleworks.web.metrics import Metrics
from moleworks.web.open_connections import OpenConnections, max_connections
from moleworks.web.rate_limits import ConcurrencyLimit, RateLimit
from moleworks.web.settings import Settings


class AppContext:
    """Settings, match server, limits and metrics of one server process."""

    def __init__(
        self, settings: Settings, store: MatchStore | None = None, *, own_device: bool = False
    ) -> None:
        self.settings = settings
        self.public_url = settings.public_url
        """The start of links, if it is not the address that the request was sent to."""
        self.hosts = server_names(settings.host, settings.public_url, settings.hosts)
        url, worker = settings.database_url, new_id()
        self.match_server = MatchServer(
            store or store_at(url),
            bus_at(url, worker),
            EnginePool(settings.thinkers),
            worker=worker,
            retention=settings.keep,
        )
        self.metrics = Metrics()
        self.budget = CostBudget(settings.cpu_share)
        self.request_limit = RateLimit(settings.request_rate, settings.request_burst)
        self.match_limit = RateLimit(settings.matches_per_hour / 3600, settings.matches_per_hour)
        self.code_limit = RateLimit(settings.codes_per_minute / 60, settings.codes_per_minute)
        self.connection_limit = ConcurrencyLimit(settings.connections_per_address)
        # A browser needs some for requests, beside its WebSockets.
        self.open_connections = OpenConnections(
            2 * settings.connections_per_address, max_connections(), settings.trusts_proxy
        )
        self.hint_limit = ConcurrencyLimit(max(1, settings.hints_at_once // 2), settings.hints_at_once)
        self.analyses = Analyses(settings.analyses_at_once)
        self.board_trials = BoardTrials(settings.trials_at_once)
        self.print_jobs = PrintJobs(settings.prints_at_once)
        self.work_pool = WorkPool()
        self.own_device = own_device
        """Whether this runs in the players' own browser, which holds all secrets of their matches anyway."""
        self.open_home_network: Callable[[], Awaitable[str]] | None = None
        """Starts listening on the home network too, and returns the address there."""

    def cost(self, address: str, person: str | None, name: str) -> RequestCost:
        """What a request or a connection costs is charged to its address and its person."""
        senders = (address,) if person is None else (address, person)
        return RequestCost(self.budget, self.match_server.loop_watch, senders, name)

    def cost_of_reading(self, address: str) -> ReadingCost:
        """What reading a connection costs is charged to its address, unless that is a proxy's."""
        senders = () if self.settings.trusts_proxy(address) else (address,)
        return ReadingCost(self.budget, self.match_server.loop_watch, senders)

    async def open(self) -> None:
        """Open the store and start the match server."""
        await self.match_server.open(alone=not self.match_server.store.shared)

    async def close(self) -> None:
        """Stop all jobs, then the match server."""
        self.analyses.close()
        self.board_trials.close()
        self.print_jobs.close()
        self.work_pool.close()
        await self.match_server.close()

    async def enter(self, match: str, caller: Caller) -> tuple[LiveMatch, Access]:
        """The live match and what the caller may do in it; `NoAccess` if that is nothing."""
        live = await self.match_server.live_match(match)
        access = await self.match_server.access(live, caller.person, caller.token)
        if not access.granted:
            raise NoAccess
        live.owner = live.owner or caller.address
        live.note_sign_of_life(access.seats | access.peeks)
        return live, access

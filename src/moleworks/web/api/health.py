"""Routes for monitoring: health and Prometheus metrics, at the root, where such programs look."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from moleworks import __version__
from moleworks.core.messages import N_, Message
from moleworks.matches.store import StoreUnavailable
from moleworks.web.context import AppContext
from moleworks.web.problems import MetricsForbidden
from moleworks.web.routes import Reply, Request, get

READY = "last ready"
"""The name of the number that is written to see whether writing works."""
PROBE_SECONDS = 3.0
"""Seconds after which a database counts as not answering."""


class Health(msgspec.Struct, frozen=True):
    """The server runs, and its database answers."""

    ok: bool
    version: str


@get("/health")
async def health(context: AppContext) -> Health:
    """Whether the server runs and its database answers; else 503."""
    async with _timeout():
        await context.match_server.store.fetch("SELECT 1")
    return Health(ok=True, version=__version__)


@get("/health/live")
async def live() -> Health:
    """Whether the process runs and answers, whatever its database does: restart it if not."""
    return Health(ok=True, version=__version__)


@get("/health/ready")
async def ready(context: AppContext) -> Health:
    """Whether the server can do its work: something was just written to the database; else 503."""
    store = context.match_server.store
    async with _timeout():
        await store.save_numbers({READY: await store.time()})
    return Health(ok=True, version=__version__)


@asynccontextmanager
async def _timeout() -> AsyncIterator[None]:
    """Give up early: who asks will ask again."""
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            yield
    except TimeoutError:
        raise StoreUnavailable(Message(N_("The server does not answer."))) from None


@get("/metrics", media_type="text/plain")
async def metrics(request: Request, context: AppContext) -> Reply[str]:
    """Counts for Prometheus, for this computer and the addresses that `metrics_from` names."""
    if not context.settings.shows_metrics((request.scope.get("client") or ("",))[0]):
        raise MetricsForbidden
    match_server = context.match_server
    gauges = {
        "connections": context.connection_limit.total,
        "rooms": len(match_server.live_matches),
        "longest_step_seconds": match_server.loop_watch.longest,
        "listeners": sum(len(live.listeners) for live in match_server.live_matches.values()),
    }
    counters = {
        "long_steps": match_server.loop_watch.long_steps,
        "budget_waits": context.budget.waits,
        "budget_refusals": context.budget.refusals,
        "connections_refused": context.open_connections.refused,
        "half_requests": context.open_connections.timed_out,
        "works_killed": context.work_pool.killed,
    }
    page = context.metrics.page(gauges, counters, await match_server.store.counts())
    return Reply(page, media_type="text/plain; version=0.0.4")


ROUTES = (health, live, ready, metrics)

"""Routes for monitoring: health and Prometheus metrics, at the root, where such programs look."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get

from moleworks import __version__
from moleworks.web.api.common import ContextDep
from moleworks.web.problems import MetricsForbidden


class Health(msgspec.Struct, frozen=True):
    """The server runs, and its database answers."""

    ok: bool
    version: str


@get("/health")
async def health(context: ContextDep) -> Health:
    """Whether the server runs and its database answers; else 503."""
    await context.match_server.store.fetch("SELECT 1")
    return Health(ok=True, version=__version__)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any], context: ContextDep) -> Response[str]:
    """Counts for Prometheus, for this computer and the addresses that `metrics_from` names."""
    if not context.settings.shows_metrics(request.client.host if request.client else ""):
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
    return Response(page, media_type="text/plain; version=0.0.4")


ROUTES = (health, metrics)

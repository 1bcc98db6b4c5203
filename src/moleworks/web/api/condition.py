"""How the server does, for who watches over it: at the root, where such programs look."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get

from moleworks import __version__
from moleworks.web.api.common import Here
from moleworks.web.problems import Closed


class Health(msgspec.Struct, frozen=True):
    """The server runs, and its database answers."""

    ok: bool
    version: str


@get("/health")
async def health(site: Here) -> Health:
    """Whether the server runs and its database answers; else 503."""
    await site.house.store.fetch("SELECT 1")
    return Health(ok=True, version=__version__)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: Request[Any, Any, Any], site: Here) -> Response[str]:
    """Counts for Prometheus, for this computer and the addresses that `metrics_from` names."""
    if not site.settings.shows_metrics(request.client.host if request.client else ""):
        raise Closed
    house = site.house
    gauges = {
        "connections": site.connections.total,
        "rooms": len(house.rooms),
        "listeners": sum(len(room.ears) for room in house.rooms.values()),
    }
    page = site.counts.page(gauges, await house.store.counts())
    return Response(page, media_type="text/plain; version=0.0.4")


ROUTES = (health, metrics)

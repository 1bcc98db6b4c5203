"""The routes, and the application that answers them."""

from __future__ import annotations

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from moleworks.web.api import (
    after,
    condition,
    document,
    house,
    learn,
    matches,
    page,
    peek,
    play,
    records,
    words,
    workshop,
)
from moleworks.web.api.common import provide_caller, provide_site, sends_json
from moleworks.web.problems import HANDLERS
from moleworks.web.site import Site


def litestar(site: Site) -> Litestar:
    """What is asked for by single requests."""
    given = {
        "site": Provide(provide_site, sync_to_thread=False),
        "caller": Provide(provide_caller, sync_to_thread=False),
    }
    api = Router(
        "/api",
        route_handlers=[
            *matches.ROUTES,
            *play.ROUTES,
            *words.ROUTES,
            *peek.ROUTES,
            *after.ROUTES,
            *learn.ROUTES,
            *records.ROUTES,
            *workshop.ROUTES,
            *house.ROUTES,
        ],
        dependencies=given,
        guards=[sends_json],
    )
    root = Router("/", route_handlers=condition.ROUTES, dependencies=given)
    return Litestar(
        [api, root, document.route(api, root), *page.ROUTES],
        state=State({"site": site}),
        exception_handlers=HANDLERS,
        openapi_config=None,
        request_max_body_size=site.settings.body_bytes,
        logging_config=None,
    )

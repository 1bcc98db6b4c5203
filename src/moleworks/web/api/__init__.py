"""The HTTP API: all routes, and the Litestar application that serves them."""

from __future__ import annotations

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from moleworks.web.api import (
    catalogue,
    editor,
    health,
    learn,
    match_words,
    matches,
    openapi,
    page,
    phone_secrets,
    play,
    records,
    review,
)
from moleworks.web.api.common import provide_caller, provide_context, require_json
from moleworks.web.context import AppContext
from moleworks.web.problems import HANDLERS


def litestar(context: AppContext) -> Litestar:
    """The Litestar application with all routes."""
    documented = routers()
    return Litestar(
        [*documented, openapi.route(*documented), *page.ROUTES],
        state=State({"context": context}),
        exception_handlers=HANDLERS,
        openapi_config=None,
        request_max_body_size=context.settings.body_bytes,
        logging_config=None,
    )


def routers() -> tuple[Router, ...]:
    """The routes that the OpenAPI document describes."""
    dependencies = {
        "context": Provide(provide_context, sync_to_thread=False),
        "caller": Provide(provide_caller, sync_to_thread=False),
    }
    api = Router(
        "/api",
        route_handlers=[
            *matches.ROUTES,
            *play.ROUTES,
            *match_words.ROUTES,
            *phone_secrets.ROUTES,
            *review.ROUTES,
            *learn.ROUTES,
            *records.ROUTES,
            *editor.ROUTES,
            *catalogue.ROUTES,
        ],
        dependencies=dependencies,
        guards=[require_json],
    )
    return api, Router("/", route_handlers=health.ROUTES, dependencies=dependencies)

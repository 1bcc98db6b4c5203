"""The HTTP API: its routes, in files by their subjects."""

from __future__ import annotations

from moleworks.web.api import (
    catalogue,
    editor,
    health,
    learn,
    match_words,
    matches,
    moving,
    phone_secrets,
    play,
    puzzles,
    records,
    review,
    story,
)
from moleworks.web.routes import Route

API = "/api"
"""What the paths of `API_ROUTES` begin with."""
API_ROUTES: tuple[Route, ...] = (
    *matches.ROUTES,
    *moving.ROUTES,
    *play.ROUTES,
    *match_words.ROUTES,
    *phone_secrets.ROUTES,
    *review.ROUTES,
    *story.ROUTES,
    *learn.ROUTES,
    *puzzles.ROUTES,
    *records.ROUTES,
    *editor.ROUTES,
    *catalogue.ROUTES,
)
ROOT_ROUTES: tuple[Route, ...] = health.ROUTES
"""For monitoring, at the root."""

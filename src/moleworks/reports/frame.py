"""The frame of all reports: a self-contained HTML page that sends no requests."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from moleworks.reports.markup import Markup, element
from moleworks.texts import Language

MOLE = (
    "M2 40C6 27 17 20 32 20s26 7 30 20z",
    "M18 27C18 12 24 4 32 4s14 8 14 23c-8 4-20 4-28 0z",
)
"""A molehill, and the mole in it."""


def document(language: Language, title: str, about: Iterable[Markup], sections: Iterable[Markup]) -> str:
    """A whole page."""
    style = _style()
    head = element(
        "head",
        element("meta", charset="utf-8"),
        # Even if a text were inserted as markup, no script would run and nothing would be fetched.
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(style)),
    )
    body = element(
        "body",
        element("header", _mole(), element("div", element("h1", title), *about)),
        element("main", *sections),
    )
    whole = element("html", head, body, lang=language.code)
    return f"<!doctype html>\n{whole}\n"


def section(name: str, heading: str, *content: Markup) -> Markup:
    """A part of a page, labelled by its heading."""
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, *content, id=name, aria_labelledby=f"{name}-heading")


def scroller(label: str, content: Markup) -> Markup:
    """Content that scrolls sideways on narrow screens, also by arrow keys."""
    return element("div", content, class_="scroller", tabindex=0, role="region", aria_label=label)


def table(caption: str, headings: Sequence[str], rows: Sequence[Markup], **attributes: object) -> Markup:
    """A table with a caption and column headings."""
    head = element("tr", *(_heading(heading, at) for at, heading in enumerate(headings)))
    return element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *rows),
        **attributes,
    )


def row(heading: str, *cells: Markup, **attributes: object) -> Markup:
    """A table row that begins with a heading."""
    return element("tr", element("th", heading, scope="row"), *cells, **attributes)


def number(content: object) -> Markup:
    """A table cell with a number, which is aligned to the right."""
    return element("td", content, class_="number")


def minus(number: str) -> str:
    """Replace hyphens by minus signs."""
    return number.replace("-", "−")


def _heading(heading: str, at: int) -> Markup:
    """A column heading; an empty one is an ordinary cell."""
    return element("th", heading, scope="col", class_="later" if at else None) if heading else element("td")


@cache
def _style() -> str:
    return (Path(__file__).parent / "base.css").read_text("utf-8")


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _mole() -> Markup:
    hill, mole = MOLE
    return element(
        "svg",
        element("path", d=mole, class_="mole"),
        element("path", d=hill, class_="hill"),
        element("circle", cx=27, cy=12, r=1.6, class_="eye"),
        element("circle", cx=37, cy=12, r=1.6, class_="eye"),
        element("path", d="M29.5 16.5h5l-2.5 3z", class_="snout"),
        class_="picture",
        viewBox="0 0 64 42",
        aria_hidden="true",
    )

"""Write a report into the page's own viewer: one HTML file that needs no server.

The page's build makes the template (`page/viewer_template.ts`): all scripts and styles in one file, and a
policy that lets nothing else run or be fetched.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib import resources

import msgspec

PLACE = re.compile("@(language|title|report)@")
"""What is replaced in the template."""


def document(language: str, title: str, report: msgspec.Struct) -> str:
    """The HTML of the viewer with the data of a report in it."""
    # Only strings can contain "<"; without it no text ends the element or opens a comment.
    data = msgspec.json.encode(report).decode().replace("<", "\\u003c")
    parts = {"language": language, "title": escape(title), "report": data}
    return PLACE.sub(lambda place: parts[place[1]], _template())


@cache
def _template() -> str:
    return (resources.files("moleworks") / "web" / "page" / "viewer.template").read_text("utf-8")

"""Build HTML and SVG elements; all text is escaped."""

from __future__ import annotations

import re
from html import escape

EMPTY = {"circle", "line", "meta", "path", "rect"}
"""Elements without content, in HTML and SVG."""


NONBREAKING = re.compile(r" (?=[%:;!?»])|(?<=«) ")
"""Spaces that must not break: before French punctuation and before a percent sign."""


class Markup(str):
    """Text that is already markup; all other text is escaped."""

    __slots__ = ()


def element(name: str, /, *content: object, **attributes: object) -> Markup:
    """An element; `class_` is the attribute class, `data_x` is data-x, and None leaves an attribute out.

    >>> element("p", "a < b", element("b", "c"), class_="x", hidden=None)
    '<p class="x">a &lt; b<b>c</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Markup(f"<{name}{given}>" if name == "meta" else f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{join_markup(*content)}</{name}>")


def join_markup(*parts: object) -> Markup:
    """Join parts. Text is escaped, and spaces before punctuation become non-breaking.

    >>> join_markup("\u00ab Oui ! \u00bb", " : 5 %") == "\u00ab\u00a0Oui\u00a0!\u00a0\u00bb\u00a0: 5\u00a0%"
    True
    """
    return Markup(
        "".join(part if isinstance(part, Markup) else _keep_spaces(escape(str(part))) for part in parts)
    )


def _keep_spaces(text: str) -> str:
    return NONBREAKING.sub("\u00a0", text)

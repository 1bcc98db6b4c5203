"""Putting a page together so that nothing a player wrote can become a part of it but as text."""

from __future__ import annotations

import re
from html import escape

EMPTY = {"br", "circle", "input", "line", "meta", "path", "polygon", "polyline", "rect", "use"}
"""Elements without content, in HTML and in drawings."""


LOOSE = re.compile(r" (?=[%:;!?»])|(?<=«) ")
"""Spaces at which a line must not end: French writes them before its signs, everybody before a percent."""


class Markup(str):
    """Text that is markup already; every other text is escaped on its way in."""

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
        return Markup(f"<{name}{given}>" if name in {"br", "input", "meta"} else f"<{name}{given}/>")
    return Markup(f"<{name}{given}>{joined(*content)}</{name}>")


def joined(*parts: object) -> Markup:
    """One after the other; what is no markup is escaped, and no line begins with a sign that ends a sentence.

    >>> joined("\u00ab Oui ! \u00bb", " : 5 %") == "\u00ab\u00a0Oui\u00a0!\u00a0\u00bb\u00a0: 5\u00a0%"
    True
    """
    return Markup("".join(part if isinstance(part, Markup) else _held(escape(str(part))) for part in parts))


def _held(text: str) -> str:
    return LOOSE.sub("\u00a0", text)

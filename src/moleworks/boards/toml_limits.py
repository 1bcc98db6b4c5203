"""Bounds for the text of a TOML file, checked before parsing: `tomllib` is quadratic in a key's parts."""

from __future__ import annotations

import re

MAX_KEY_PARTS = 8
"""Parts of a dotted key, such as 2 in `title.en`; no board has more than 2."""
MAX_NESTING = 16
"""How deep arrays and tables may be nested; no board goes deeper than 3."""

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)|' + r"'''.*?(?:'{3,5}|\Z)|"  # texts of several lines
    # Texts of one line. One without its end reaches to the end of the line: the parser stops there anyway.
    r'"(?:[^"\\\n]|\\[^\n])*"?|' + r"'[^'\n]*'?|"
    r"#[^\n]*|[.=,\n\[\]{}]",
    re.DOTALL,
)
"""What matters for the bounds. Texts and comments are skipped as the parser skips them."""


def is_bounded(text: str) -> bool:
    """Whether the keys and the nesting of a TOML text are small enough to parse it; takes linear time.

    >>> is_bounded('title.en = "a.b.c.d.e.f.g.h.i.j"'), is_bounded("a.b.c.d.e.f.g.h.i = 1")
    (True, False)
    """
    dots = depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark == ".":
            dots += 1
            if dots >= MAX_KEY_PARTS:
                return False
        elif mark[0] in "[{":
            dots, depth = 0, depth + 1
            if depth > MAX_NESTING:
                return False
        elif mark[0] in "]}":
            dots, depth = 0, depth - 1
        elif mark[0] in "=,\n":
            dots = 0
    return True

"""How long a text is for the ear: what is said at once takes ten seconds at most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

PACE = 16
"""Characters a second of a voice that is not hurried."""
LONGEST = 10 * PACE
"""The most characters that are said at once."""

SENTENCES = re.compile(r"(?<=[.!?…])\s+")
ITEMS = re.compile(r"(?<=;) |(?<=,) ")


def parts(sentences: Iterable[str], longest: int = LONGEST) -> list[str]:
    """Sentences in parts that are short enough, cut at the ends of sentences, else after items of a list.

    >>> parts(["One two. Three.", "Four."], 16)
    ['One two. Three.', 'Four.']
    >>> parts(["Rods: a1 b1, a2 b2, a3 b3."], 16)
    ['Rods: a1 b1,', 'a2 b2, a3 b3.']
    """
    found: list[str] = []
    for piece in _pieces(sentences, longest):
        if found and len(found[-1]) + 1 + len(piece) <= longest:
            found[-1] += " " + piece
        else:
            found.append(piece)
    return found


def _pieces(sentences: Iterable[str], longest: int) -> Iterator[str]:
    """Sentences; of those that are too long the items."""
    for text in sentences:
        for sentence in SENTENCES.split(text):
            yield from [sentence] if len(sentence) <= longest else ITEMS.split(sentence)

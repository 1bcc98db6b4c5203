"""How long a text is for the ear: what is said at once takes ten seconds at most."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

PACE = 16
"""Characters a second of a voice that is not hurried."""
LONGEST = 10 * PACE
"""The most characters that are said at once."""
USUAL = 7 * PACE
"""So many characters are few enough to say everything."""

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


def told_at_once(
    full: Sequence[str], brief: Sequence[str], ask: str = "", told: Collection[int] = ()
) -> str:
    """What is said of an action with its parts, and of what is to be done now: as much as there is time for.

    `told`: the parts that what is to be done tells, too. Of several parts, all are said only if that takes no
    longer than usual.

    >>> told_at_once(["Lina digs."], ["Digs."], "Your turn.")
    'Lina digs. Your turn.'
    >>> told_at_once(["Lina digs " * 20], ["Digs."], "Your turn.")
    'Digs. Your turn.'
    >>> roll = "You roll: a leaf."
    >>> told_at_once(["Lina digs. " * 8, roll], ["Digs.", roll], "Your turn: go to a leaf.", {1})
    'Digs. You roll: a leaf. Your turn: go to a leaf.'
    """

    def untold(texts: Sequence[str]) -> list[str]:
        return [text for number, text in enumerate(texts) if number not in told]

    usual = [_joined(texts, ask) for texts in (full, untold(full), brief, untold(brief))]
    most = USUAL if len(full) > 1 else LONGEST
    short = next((text for text in usual if len(text) <= most), usual[-1])
    choices = (short, _joined(brief), _joined(untold(brief)))
    return next((text for text in choices if len(text) <= LONGEST), parts([_joined(brief)])[0])


def _joined(texts: Iterable[str], last: str = "") -> str:
    return " ".join(filter(None, (*texts, last)))

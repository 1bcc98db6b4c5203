"""Boards on paper: the press at work, in processes of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from moleworks import boards, press
from moleworks.games import Complaint
from moleworks.games.game import N_, Value
from moleworks.service.thinkers import Thinkers

KEPT = 12
"""So many prints are kept at hand: who has seen the preview wants the PDF next."""
WAITING = 6
"""So many may wait for their turn: who turns the pages of all kinds of print is not sent away."""


class Crowded(Complaint):
    """Others wait already."""

    def __init__(self) -> None:
        super().__init__(N_("Other boards are being printed just now: please ask again in a moment."))


class Wish(NamedTuple):
    """A board, and how it shall be printed."""

    board: Mapping[str, Any]
    """As data."""
    paper: str
    kind: str
    lang: str
    preset: str | None = None
    options: Mapping[str, Value] | None = None


class Page(NamedTuple):
    part: str
    """`set` or `rules`."""
    name: str
    svg: str


class Printed(NamedTuple):
    """Everything for an order: pictures of the pages, and a PDF for each part."""

    name: str
    pages: tuple[Page, ...]
    pdfs: Mapping[str, bytes]


class Prints:
    """What was asked for last; `most` are made at once, and `WAITING` more wait for it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._thinkers = Thinkers(most)
        self._kept: OrderedDict[str, asyncio.Task[Printed]] = OrderedDict()

    @property
    def busy(self) -> int:
        """How many are being made, or wait for it."""
        return sum(not task.done() for task in self._kept.values())

    async def of(self, wish: Wish) -> Printed:
        """The print; a complaint says what cannot be printed so, and why."""
        key = hashlib.sha256(json.dumps(wish, sort_keys=True).encode()).hexdigest()
        task = self._kept.get(key) or self._begun(key, wish)
        self._kept.move_to_end(key)
        try:
            # Who goes away before it is ready does not take it from the others.
            return await asyncio.shield(task)
        except Exception:
            self._kept.pop(key, None)
            raise

    def close(self) -> None:
        for task in self._kept.values():
            task.cancel()
        self._thinkers.close()

    def _begun(self, key: str, wish: Wish) -> asyncio.Task[Printed]:
        if self.busy >= self.most + WAITING:
            raise Crowded
        task = asyncio.get_running_loop().create_task(self._thinkers.run(_printed, wish))
        self._kept[key] = task
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return task


def _printed(wish: Wish) -> Printed:
    """In a process of its own."""
    board = boards.check(wish.board)
    order = press.order(
        wish.board["game"],
        board,
        paper=wish.paper,
        kind=wish.kind,
        lang=wish.lang,
        preset=wish.preset,
        options=wish.options,
    )
    pages: list[Page] = []
    pdfs: dict[str, bytes] = {}
    for file, content in press.files(order):
        part, _, rest = file.removeprefix(f"{order.name}-").partition("-")
        if file.endswith(".pdf"):
            pdfs[part.removesuffix(".pdf")] = content
        else:
            name = rest.partition("-")[2].removesuffix(".svg")
            pages.append(Page(part, name, content.decode()))
    return Printed(order.name, tuple(pages), pdfs)

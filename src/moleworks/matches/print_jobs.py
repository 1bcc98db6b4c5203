"""Print boards in other processes: as SVG, PDF, Braille files or 3D parts; and draw figures of a rulebook."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from moleworks import boards
from moleworks.core.game import Board, Value
from moleworks.core.messages import N_, Complaint
from moleworks.matches.engine_pool import EnginePool
from moleworks.matches.loop_watch import start_measured

MAX_RESULTS = 12
"""Results that are kept: after the preview, the PDF of the same request is asked for."""
MAX_WAITING = 6
"""Requests that may wait: someone who looks through all kinds of print is not turned away."""


class PrintQueueFull(Complaint):
    """Too many prints are waiting."""

    def __init__(self) -> None:
        super().__init__(N_("Other boards are being printed just now: please ask again in a moment."))


class PrintRequest(NamedTuple):
    """A board and how to print it."""

    board: Mapping[str, Any]
    """As data."""
    paper: str
    kind: str
    """A kind of print on paper, `braille`, `3d`, or `figures`: those of the rulebook."""
    lang: str
    preset: str | None = None
    options: Mapping[str, Value] | None = None
    bed: int | None = None
    """For a 3D printer: the side of its bed, in millimetres; None: the usual one."""
    players: int | None = None
    """For figures: of a match, how many play."""


class PrintedPage(NamedTuple):
    """One page of a printed set, as an SVG file."""

    part: str
    """`set`, `rules` or `figures`."""
    name: str
    title: str
    """In the reader's language."""
    svg: str


class PrintResult(NamedTuple):
    """The pages as pictures, a PDF for each part, and what else there is to download."""

    name: str
    pages: tuple[PrintedPage, ...]
    pdfs: Mapping[str, bytes]
    files: Mapping[str, bytes]
    """Braille files; parts for a 3D printer, and all of them in one archive."""


class PrintJobs:
    """Runs `limit` print jobs at once; `MAX_WAITING` more may wait."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._engine_pool = EnginePool(limit, long_work=True)
        self._tasks: OrderedDict[str, asyncio.Task[PrintResult]] = OrderedDict()

    @property
    def busy(self) -> int:
        """How many are running or waiting."""
        return sum(not task.done() for task in self._tasks.values())

    async def get(self, request: PrintRequest) -> PrintResult:
        """The result; a complaint says what cannot be printed and why."""
        key = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
        task = self._tasks.get(key) or self._start(key, request)
        self._tasks.move_to_end(key)
        try:
            # Others may wait for the same task when this caller is cancelled.
            return await asyncio.shield(task)
        except Exception:
            self._tasks.pop(key, None)
            raise

    def close(self) -> None:
        """Cancel all prints, and end their processes."""
        for task in self._tasks.values():
            task.cancel()
        self._engine_pool.close()

    def _start(self, key: str, request: PrintRequest) -> asyncio.Task[PrintResult]:
        if self.busy >= self.limit + MAX_WAITING:
            raise PrintQueueFull
        task = start_measured(self._engine_pool.run(_print, request))
        self._tasks[key] = task
        if len(self._tasks) > MAX_RESULTS:
            self._tasks.popitem(last=False)
        return task


def _print(request: PrintRequest) -> PrintResult:
    """Runs in another process."""
    from moleworks import press  # noqa: PLC0415 - no match needs it
    from moleworks.press import brf  # noqa: PLC0415
    from moleworks.press.svg import page_title  # noqa: PLC0415

    board = boards.check(request.board)
    if request.kind == "3d":
        return _print_solid(request, board)
    if request.kind == "figures":
        return _print_figures(request, board)
    order = press.order(
        request.board["game"],
        board,
        paper=request.paper,
        kind="swell" if request.kind == "braille" else request.kind,
        lang=request.lang,
        preset=request.preset,
        options=request.options,
    )
    if request.kind == "braille":
        name = f"{order.game.id}-{order.board.name}-braille-{order.language.code}"
        return PrintResult(name, (), {}, dict(brf.files(order)))
    pages: list[PrintedPage] = []
    pdfs: dict[str, bytes] = {}
    for file, content in press.files(order):
        part, _, rest = file.removeprefix(f"{order.name}-").partition("-")
        if file.endswith(".pdf"):
            pdfs[part.removesuffix(".pdf")] = content
        else:
            name = rest.partition("-")[2].removesuffix(".svg")
            svg = content.decode()
            pages.append(PrintedPage(part, name, page_title(svg), svg))
    return PrintResult(order.name, tuple(pages), pdfs, {})


def _print_solid(request: PrintRequest, board: Board) -> PrintResult:
    """The parts for a 3D printer, with a picture of each; everything in one archive comes first."""
    from moleworks.press import solid  # noqa: PLC0415 - no match needs it
    from moleworks.press.svg import page_title  # noqa: PLC0415

    order = solid.order(
        request.board["game"],
        board,
        lang=request.lang,
        preset=request.preset,
        options=request.options,
        bed=request.bed or solid.USUAL_BED,
    )
    made = dict(solid.files(order))
    pictures = {name: made.pop(name).decode() for name in list(made) if name.endswith(".svg")}
    pages = tuple(
        PrintedPage("set", name.removeprefix(f"{order.name}-").removesuffix(".svg"), page_title(svg), svg)
        for name, svg in pictures.items()
    )
    return PrintResult(order.name, pages, {}, {f"{order.name}.zip": _archive(made), **made})


def _print_figures(request: PrintRequest, board: Board) -> PrintResult:
    """The figures of a rulebook; what they show is their title."""
    from moleworks import press  # noqa: PLC0415 - no match needs it
    from moleworks.press.rulebook_figures import rulebook_figures  # noqa: PLC0415

    order = press.order(
        request.board["game"],
        board,
        lang=request.lang,
        preset=request.preset,
        options=request.options,
        players=request.players,
    )
    drawn = rulebook_figures(order)
    pages = tuple(PrintedPage("figures", figure.name, figure.alt, svg) for figure, svg in drawn)
    return PrintResult(order.name, pages, {}, {})


def _archive(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()

"""Routes of the board editor: check, try out and print boards. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.core.messages import N_, Complaint, Message
from moleworks.core.registry import GAMES
from moleworks.matches import board_trials, print_jobs, read_uploads
from moleworks.matches.read_uploads import CheckedBoard
from moleworks.texts import Language
from moleworks.web import examples
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import DocumentedReply, Reply, get, post
from moleworks.web.security import check_board

MAX_LEVEL = 3
"""Stronger computers take too long for a quick trial."""

BoardData = Annotated[
    dict[str, Any], Meta(description="A whole board as data.", extra_json_schema={"example": examples.BOARD})
]
Name = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]


class BoardUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as data, finished or not."""

    board: BoardData


class BoardFileUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a board file."""

    toml: Annotated[str, Meta(max_length=boards.LARGEST_FILE)]


class BoardTrialRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board that computers of equal strength try out."""

    board: BoardData
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    level: Annotated[int, Meta(ge=1, le=MAX_LEVEL)] = 1


class PressRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to print: by its game and name, or as data."""

    board: str | BoardData
    game: Annotated[str, Meta(max_length=40)] = ""
    paper: Literal["a4", "a3", "letter"] = "a4"
    kind: Literal["color", "ink-saver", "large-18", "large-24", "swell", "braille", "3d"] = "color"
    lang: Literal["en", "fr", "de"] = "en"
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, bool | int | str] = {}
    bed: Literal[180, 200, 220, 256] = 200
    """For a 3D printer: the side of its bed, in millimetres."""


class PressFileRequest(PressRequest, frozen=True, forbid_unknown_fields=True):
    """An order for one file of a set, by its name in the preview."""

    file: Annotated[str, Meta(max_length=200)] = ""


class PressPdfRequest(PressRequest, frozen=True, forbid_unknown_fields=True):
    """An order for a PDF: what to print, and which part of the set."""

    part: Literal["set", "rules"] = "set"


class FaultSpot(msgspec.Struct, frozen=True):
    """A space; `board` is the number of its board in a stack, 0 if there is only one board."""

    name: str
    board: int


class BoardFault(msgspec.Struct, frozen=True):
    """Why a board cannot be played on, in words, and where the fault is."""

    said: str
    field: str
    spots: list[FaultSpot]


class BoardCheck(msgspec.Struct, frozen=True):
    """A board, its file if it has no fault, and the bounds of what can be changed."""

    board: dict[str, Any]
    toml: str | None
    fault: BoardFault | None
    limits: dict[str, tuple[int, int]]


class SeatWinShare(msgspec.Struct, frozen=True):
    """The share of games that a seat wins, with a confidence interval."""

    share: float
    low: float
    high: float


class BoardTrialReply(msgspec.Struct, frozen=True):
    """Progress from 0 to 1, and the results so far; ask again until `done` is 1."""

    done: float
    games: int
    said: list[str]
    seats: list[SeatWinShare]


class PreviewPage(msgspec.Struct, frozen=True):
    """One page of a print, or one part for a 3D printer, as SVG; its title is in the order's language."""

    part: str
    name: str
    title: str
    svg: str


class PressPreview(msgspec.Struct, frozen=True):
    """The pages as they will be printed."""

    name: str
    pages: list[PreviewPage]
    files: list[str]
    """Names of files to download beside the PDFs: Braille files, or parts for a 3D printer."""


@get("/boards/{game}/{name}")
async def known_board(game: Name, name: Name) -> BoardCheck:
    """A board that comes with a game."""
    board = boards.named(game, name)
    values = boards.data(game, board)
    return _board_check(CheckedBoard(game, board, values, boards.to_toml(values)))


@post("/boards")
async def look_at_board(data: BoardUpload, context: AppContext, caller: Caller) -> BoardCheck:
    """Whether a board can be played on; if not, why not and where."""
    try:
        return _board_check(await checked_board(data.board, context, caller))
    except BoardError as error:
        game = data.board.get("game")
        limits = boards.limits(game) if isinstance(game, str) and game in GAMES else {}
        return BoardCheck(data.board, None, _fault(game, error, caller.words), dict(limits))


@post("/boards/file")
async def read_board(data: BoardFileUpload, context: AppContext, caller: Caller) -> BoardCheck:
    """A board from the text of its file."""
    values = await context.work_pool.run(caller.address, boards.parse, data.toml)
    return _board_check(await checked_board(values, context, caller))


@post("/boards/trial")
async def try_board(data: BoardTrialRequest, context: AppContext, caller: Caller) -> BoardTrialReply:
    """Who is favoured on a board, and how long games are. It runs while somebody asks."""
    trial = context.board_trials.get(await _trial_request(data, context, caller), _owner(caller))
    favours = [trial.win_share(seat) for seat in range(trial.seats)]
    return BoardTrialReply(
        trial.done,
        len(trial.winners),
        [caller.words.tell(message) for message in board_trials.trial_messages(trial, data.level)],
        [SeatWinShare(found.share, found.low, found.high) for found in favours] if trial.winners else [],
    )


@post("/boards/trial/stop", status=204)
async def stop_trial(data: BoardTrialRequest, context: AppContext, caller: Caller) -> None:
    """Stop a trial that one has asked for; it goes on for others who have."""
    context.board_trials.stop(await _trial_request(data, context, caller), _owner(caller))


@post("/press")
async def preview(data: PressRequest, context: AppContext, caller: Caller) -> PressPreview:
    """Every page of a set and of its rules, as SVG."""
    printed = await context.print_jobs.get(await _print_request(data, context, caller))
    return PressPreview(printed.name, [PreviewPage(*page) for page in printed.pages], list(printed.files))


@post(
    "/press/pdf",
    replies={200: DocumentedReply(bytes, description="A PDF.", media_type="application/pdf")},
)
async def pdf(data: PressPdfRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """A set or its rules as a PDF to print."""
    printed = await context.print_jobs.get(await _print_request(data, context, caller))
    if data.part not in printed.pdfs:
        raise Complaint(N_("There is no PDF of this kind; it has files of its own."))
    name = f'attachment; filename="{printed.name}-{data.part}.pdf"'
    return Reply(printed.pdfs[data.part], media_type="application/pdf", headers={"content-disposition": name})


@post(
    "/press/file",
    replies={200: DocumentedReply(bytes, description="A file.", media_type="application/octet-stream")},
)
async def press_file(data: PressFileRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """A Braille file, a part or a plate for a 3D printer, or an archive of all of them."""
    printed = await context.print_jobs.get(await _print_request(data, context, caller))
    if data.file not in printed.files:
        raise Complaint(N_("There is no file {file} in this set."), file=data.file)
    return Reply(
        printed.files[data.file],
        media_type="application/octet-stream",
        headers={"content-disposition": f'attachment; filename="{data.file}"'},
    )


def _owner(caller: Caller) -> str:
    """The sender of a request for a trial: a browser, or else an address."""
    return caller.person or caller.address


async def checked_board(values: Any, context: AppContext, caller: Caller) -> CheckedBoard:
    """A board that a client sent, checked in a process with limits; raises `BoardError`."""
    check_board(values, context.settings)
    return await context.work_pool.run(caller.address, read_uploads.check_board, values)


def _board_check(checked: CheckedBoard) -> BoardCheck:
    return BoardCheck(checked.values, checked.toml, None, dict(boards.limits(checked.game)))


def _fault(game: object, error: BoardError, words: Language) -> BoardFault:
    spots = [FaultSpot(*spot) for spot in error.spots]
    text, values = error.message
    file = boards.board_file(game) if isinstance(game, str) and game in GAMES else None
    if file is not None:
        values = {name: file.shown_value(name, value) for name, value in values.items()}
    reason = Message(text, values)
    where = ", ".join(words.tell(message) for message in _where(file, error))
    whole = Message(N_("{place}: {reason}"), {"place": where, "reason": reason}) if where else reason
    return BoardFault(words.tell(whole), error.field, spots)


def _where(file: boards.BoardFile | None, error: BoardError) -> list[Message]:
    """The spaces in words; if there are many, only their board."""
    stacks = sorted({spot.board for spot in error.spots if spot.board})
    labels = [file.board_label(level) for level in stacks] if file else []
    if len(error.spots) <= 4 and len(stacks) <= 1:
        return [*labels, *(Message("{name}", {"name": name}) for name, _ in error.spots)]
    if len(stacks) > 1:
        return [*labels[:1], Message("{name}", {"name": error.spots[0].name})]
    return labels


async def _trial_request(
    data: BoardTrialRequest, context: AppContext, caller: Caller
) -> board_trials.TrialRequest:
    checked = await checked_board(data.board, context, caller)
    GAMES[checked.game].setup(checked.board, data.players)
    return board_trials.TrialRequest(checked.values, data.players, data.level)


async def _print_request(data: PressRequest, context: AppContext, caller: Caller) -> print_jobs.PrintRequest:
    """The checked request, so that no process starts in vain."""
    if isinstance(data.board, dict):
        game, board, values, _ = await checked_board(data.board, context, caller)
    else:
        game, board = data.game, boards.named(data.game, data.board)
        values = boards.data(game, board)
    GAMES[game].setup(board, None, data.preset, data.options)
    return print_jobs.PrintRequest(
        values, data.paper, data.kind, data.lang, data.preset, dict(data.options), data.bed
    )


ROUTES = (known_board, look_at_board, read_board, try_board, stop_trial, preview, pdf, press_file)

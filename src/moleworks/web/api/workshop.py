"""The board workshop: boards looked at, tried out and printed; nothing is kept."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from moleworks import boards, speech
from moleworks.boards import BoardError
from moleworks.games import GAMES, Complaint, Message
from moleworks.games.game import N_
from moleworks.service import prints, trials
from moleworks.texts import Language
from moleworks.web.api.common import Asks, Here
from moleworks.web.safety import check_board
from moleworks.web.settings import Settings

EXAMPLE = boards.data("buddel-bande", boards.named("buddel-bande", "stroll"))
LEVELS = 3
"""Stronger computers take too long for a quick trial."""

Data = Annotated[
    dict[str, Any], Meta(description="A whole board as data.", extra_json_schema={"example": EXAMPLE})
]
Name = Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,40}$")]


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board in the making."""

    board: Data


class BroughtFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a board file."""

    toml: Annotated[str, Meta(max_length=boards.LARGEST_FILE)]


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to be tried out by equal computers."""

    board: Data
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    level: Annotated[int, Meta(ge=1, le=LEVELS)] = 1


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board to be printed: by its game and name, or whole."""

    board: str | Data
    game: Annotated[str, Meta(max_length=40)] = ""
    paper: Literal["a4", "a3", "letter"] = "a4"
    kind: Literal["color", "ink-saver", "swell"] = "color"
    lang: Literal["en", "fr", "de"] = "en"
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, bool | int | str] = {}


class WantedPdf(Wanted, frozen=True, forbid_unknown_fields=True):
    part: Literal["set", "rules"] = "set"


class Spot(msgspec.Struct, frozen=True):
    """A place; `board` is its number in a stack, 0 where there is one board only."""

    name: str
    board: int


class Fault(msgspec.Struct, frozen=True):
    """Why a board cannot be played, in words, and where on it that is."""

    said: str
    field: str
    spots: list[Spot]


class Looked(msgspec.Struct, frozen=True):
    """A board, the file it can be saved as if nothing is wrong with it, and within what it can be changed."""

    board: dict[str, Any]
    toml: str | None
    fault: Fault | None
    limits: dict[str, tuple[int, int]]


class Favour(msgspec.Struct, frozen=True):
    """The share of games that a seat wins, and between what it lies very probably."""

    share: float
    low: float
    high: float


class Trial(msgspec.Struct, frozen=True):
    """How far it is, from 0 to 1, and what it says so far; ask again until it is done."""

    done: float
    games: int
    said: list[str]
    seats: list[Favour]


class Leaf(msgspec.Struct, frozen=True):
    part: str
    name: str
    svg: str


class Preview(msgspec.Struct, frozen=True):
    """The pages as they will be printed."""

    name: str
    pages: list[Leaf]


@get("/boards/{game:str}/{name:str}")
async def known_board(game: Name, name: Name) -> Looked:
    """A board that comes with a game."""
    return _looked(game, _named(game, name))


@post("/boards", status_code=200)
async def look_at_board(data: JSONBody[Brought], site: Here, caller: Asks) -> Looked:
    """Whether a board can be played on; if not, why not and where."""
    check_board(data.board, site.settings)
    try:
        board = boards.check(data.board)
    except BoardError as error:
        game = data.board.get("game")
        limits = boards.LIMITS.get(game, {}) if isinstance(game, str) else {}
        return Looked(data.board, None, _fault(error, caller.words), dict(limits))
    return _looked(data.board["game"], board)


@post("/boards/file", status_code=200)
async def read_board(data: JSONBody[BroughtFile], site: Here) -> Looked:
    """A board from the text of its file."""
    values = boards.parsed(data.toml)
    check_board(values, site.settings)
    board = boards.check(values)
    return _looked(values["game"], board)


@post("/boards/trial", status_code=200)
async def try_board(data: JSONBody[Tried], site: Here, caller: Asks) -> Trial:
    """Who is favoured on a board, and how long games are; it goes on as long as somebody asks."""
    trial = site.trials.of(_wish(data, site.settings))
    favours = [trial.favour(seat) for seat in range(trial.seats)]
    return Trial(
        trial.done,
        len(trial.winners),
        [caller.words.tell(message) for message in trials.told(trial, data.level)],
        [Favour(found.share, found.low, found.high) for found in favours] if trial.winners else [],
    )


@post("/boards/trial/stop", status_code=204)
async def stop_trial(data: JSONBody[Tried], site: Here) -> None:
    """Nobody wants to know any more."""
    site.trials.stop(_wish(data, site.settings))


@post("/press", status_code=200)
async def preview(data: JSONBody[Wanted], site: Here) -> Preview:
    """Every page of a set and of its rules, as SVG."""
    printed = await site.prints.of(_order(data, site.settings))
    return Preview(printed.name, [Leaf(*page) for page in printed.pages])


@post(
    "/press/pdf",
    status_code=200,
    responses={
        200: ResponseSpec(bytes, generate_examples=False, description="A PDF.", media_type="application/pdf")
    },
)
async def pdf(data: JSONBody[WantedPdf], site: Here) -> Response[bytes]:
    """A set, or its rules, to be printed."""
    printed = await site.prints.of(_order(data, site.settings))
    name = f'attachment; filename="{printed.name}-{data.part}.pdf"'
    return Response(
        printed.pdfs[data.part], media_type="application/pdf", headers={"content-disposition": name}
    )


def _looked(game: str, board: Any) -> Looked:
    values = boards.data(game, board)
    return Looked(values, boards.written(values), None, dict(boards.LIMITS[game]))


def _named(game: str, name: str) -> Any:
    if game not in GAMES:
        raise Complaint(N_("There is no game {game}; there are {known}."), game=game, known=", ".join(GAMES))
    return boards.named(game, name)


def _fault(error: BoardError, words: Language) -> Fault:
    spots = [Spot(*spot) for spot in error.spots]
    text, values = error.message
    # A file has a letter for each symbol; here they are drawn.
    reason = Message(
        text,
        {name: speech.symbol(str(value)) if name == "symbol" else value for name, value in values.items()},
    )
    where = ", ".join(words.tell(message) for message in _where(error))
    whole = Message(N_("{place}: {reason}"), {"place": where, "reason": reason}) if where else reason
    return Fault(words.tell(whole), error.field, spots)


def _where(error: BoardError) -> list[Message]:
    """The places in words; of many, only their board."""
    stacks = sorted({spot.board for spot in error.spots if spot.board})
    if len(error.spots) <= 4 and len(stacks) <= 1:
        return [*map(speech.board, stacks), *(Message("{name}", {"name": name}) for name, _ in error.spots)]
    if len(stacks) > 1:
        return [speech.board(stacks[0]), Message("{name}", {"name": error.spots[0].name})]
    return [speech.board(level) for level in stacks]


def _wish(data: Tried, settings: Settings) -> trials.Wish:
    check_board(data.board, settings)
    board = boards.check(data.board)
    game = data.board["game"]
    GAMES[game].setup(board, data.players)
    return trials.Wish(boards.data(game, board), data.players, data.level)


def _order(data: Wanted, settings: Settings) -> prints.Wish:
    """Checked here, so that no process is started for nothing."""
    check_board(data.board, settings)
    whole = data.board if isinstance(data.board, dict) else None
    board = boards.check(whole) if whole is not None else _named(data.game, str(data.board))
    game = whole["game"] if whole is not None else data.game
    GAMES[game].setup(board, None, data.preset, data.options)
    return prints.Wish(
        boards.data(game, board), data.paper, data.kind, data.lang, data.preset, dict(data.options)
    )


ROUTES = (known_board, look_at_board, read_board, try_board, stop_trial, preview, pdf)

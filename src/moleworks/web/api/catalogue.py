"""Routes that belong to no match: games, emotes, texts, QR codes, and phones on the home network."""

from __future__ import annotations

import io
from string import Formatter
from typing import Annotated

import msgspec
from msgspec import Meta

from moleworks import boards, catalogue, lessons
from moleworks.core import registry
from moleworks.core.game import AnyGame, Value
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.matches.emotes import EMOTES
from moleworks.speech import setup_texts, table_settings
from moleworks.speech.emblems import emblems
from moleworks.texts import Language
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.page_texts import TEXTS
from moleworks.web.routes import Reply, get, post


class QRRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link of this server, to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class LanAddress(msgspec.Struct, frozen=True):
    """The server's address on the home network."""

    address: str


class PlayerCounts(msgspec.Struct, frozen=True):
    """How many can play."""

    min: int
    max: int


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A single rule: the values it can have, or a whole number between two bounds.

    `default` is that of the first preset for the fewest players.
    """

    default: Value
    minimum: int | None = None
    maximum: int | None = None
    values: list[Value] | None = None
    default_by_players: dict[str, Value] | None = None
    """Only where it depends on the number of players."""


class GameTexts(msgspec.Struct, frozen=True):
    """The names of what can be chosen for a game, in the caller's language."""

    title: str
    about: str
    source: str
    """How well the classic board is known."""
    boards: dict[str, str]
    presets: dict[str, str]
    options: dict[str, str]
    values: dict[str, str]
    """Of options that are set to a word."""
    emblems: dict[str, str]
    """The signs that stand for players, such as animals; the first is usually that of seat 0."""
    table_settings: dict[str, str]
    """What can be chosen for a table and changes no rule."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game, and what can be chosen for it."""

    id: str
    title: str
    players: PlayerCounts
    presets: list[str]
    options: dict[str, OptionInfo]
    boards: list[str]
    sources: dict[str, str]
    """By board, where its layout is known from."""
    texts: GameTexts
    lessons: bool
    """Whether there are a lesson and numbered rules."""
    print: bool
    """Whether its boards can be printed."""


@get("/games")
async def games(caller: Caller) -> list[GameInfo]:
    """The games with their presets, options and boards, and what these are called."""
    return [_game_info(game, caller.words) for game in GAMES.values()]


@get("/emotes")
async def emotes(caller: Caller) -> dict[str, str]:
    """What can be said at a table, in the caller's language."""
    return {name: caller.words.say(text) for name, text in EMOTES.items()}


@get("/texts")
async def texts(caller: Caller) -> dict[str, str]:
    """The texts of the page in the caller's language; the page fills in what stands in braces."""
    return {"lang": caller.words.code} | {
        name: _with_placeholders(caller.words, text) for name, text in TEXTS.items()
    }


@post("/qr", status=200, media_type="image/svg+xml")
async def qr(data: QRRequest, context: AppContext, caller: Caller) -> Reply[bytes]:
    """A link of this server as a QR code. The client sends the link, as only digests of tokens are stored."""
    if not data.text.startswith((f"{caller.base}/#", f"{context.public_url or caller.base}/#")):
        raise Complaint(N_("Only links of this server become QR codes."))
    try:
        import segno  # noqa: PLC0415 - a browser does without
    except ModuleNotFoundError:
        raise Complaint(N_("QR codes are drawn by a Moleworks server only.")) from None

    picture = io.BytesIO()
    segno.make_qr(data.text, error="m").save(picture, kind="svg", border=4, omitsize=True)
    return Reply(picture.getvalue(), media_type="image/svg+xml")


@post("/lan")
async def let_phones_in(context: AppContext, caller: Caller) -> LanAddress:
    """Listen on the home network too, from now on; only this computer may ask for it."""
    if context.open_home_network is None or caller.address not in {"127.0.0.1", "::1"} or caller.forwarded:
        raise Complaint(N_("Only the person who started Moleworks on this computer can let phones in."))
    return LanAddress(await context.open_home_network())


def _game_info(game: AnyGame, words: Language) -> GameInfo:
    extra = {
        "texts": _game_texts(game, words),
        "lessons": lessons.available(game.id),
        "print": registry.plugin(game.id).press is not None,
    }
    return msgspec.convert(catalogue.describe_game(game) | extra, GameInfo)


def _game_texts(game: AnyGame, words: Language) -> GameTexts:
    id_, tell = game.id, words.tell
    values = [value for option in game.options.values() for value in option.values if isinstance(value, str)]
    return GameTexts(
        title=tell(setup_texts.title(id_)),
        about=tell(setup_texts.about(id_)),
        source=tell(setup_texts.source(id_)),
        boards={name: tell(setup_texts.board(id_, name, words.code)) for name in boards.names(id_)},
        presets={name: tell(setup_texts.preset(id_, name)) for name in game.presets},
        options={name: tell(setup_texts.option(id_, name)) for name in game.options},
        values={value: tell(setup_texts.value(id_, value)) for value in values},
        emblems={name: words.say(text) for name, text in emblems(id_).items()},
        table_settings={
            name: words.say(setting.text) for name, setting in table_settings.offered(id_).items()
        },
    )


def _with_placeholders(words: Language, text: str) -> str:
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    return words.say(text, **{name: f"{{{name}}}" for name in names})


ROUTES = (games, emotes, texts, qr, let_phones_in)

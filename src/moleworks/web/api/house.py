"""What belongs to no match: the games, what can be said, QR codes, and phones on the home network."""

from __future__ import annotations

import io
from string import Formatter
from typing import Annotated, Any

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta

from moleworks.games import GAMES, Complaint
from moleworks.games.game import N_
from moleworks.service import catalogue
from moleworks.service.emotes import EMOTES
from moleworks.texts import Language
from moleworks.web.api.common import Asks, Here
from moleworks.web.words import WORDS


class QR(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link of ours that shall become a picture."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Phones(msgspec.Struct, frozen=True):
    """Where phones on the home network find it."""

    address: str


@get("/games")
async def games() -> list[dict[str, Any]]:
    """The games with their presets, options and boards."""
    return [catalogue.described(game) for game in GAMES.values()]


@get("/emotes")
async def emotes(caller: Asks) -> dict[str, str]:
    """What can be said at a table, in the caller's language."""
    return {name: caller.words.say(text) for name, text in EMOTES.items()}


@get("/texts")
async def texts(caller: Asks) -> dict[str, str]:
    """The words of the page, in the caller's language; what stands in braces is for the page to fill in."""
    return {"lang": caller.words.code} | {name: _unfilled(caller.words, text) for name, text in WORDS.items()}


@post("/qr", status_code=200, media_type="image/svg+xml")
async def qr(data: JSONBody[QR], site: Here, caller: Asks) -> Response[bytes]:
    """A link of ours as a QR code. Tokens are kept as digests only, so the client brings the link."""
    if not data.text.startswith((f"{caller.base}/#", f"{site.public_url or caller.base}/#")):
        raise Complaint(N_("Only links of this server become QR codes."))
    picture = io.BytesIO()
    segno.make_qr(data.text, error="m").save(picture, kind="svg", border=4, omitsize=True)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@post("/lan", status_code=200)
async def let_phones_in(site: Here, caller: Asks) -> Phones:
    """Listen on the home network too, from now on; only who sits at this computer can ask for it."""
    if site.phones is None or caller.address not in {"127.0.0.1", "::1"}:
        raise Complaint(N_("Only who started Moleworks on this computer can let phones in."))
    return Phones(await site.phones())


def _unfilled(words: Language, text: str) -> str:
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    return words.say(text, **{name: f"{{{name}}}" for name in names})


ROUTES = (games, emotes, texts, qr, let_phones_in)

"""Routes to move a match: from a browser to a server, or home once it is over."""

from __future__ import annotations

from functools import partial

from moleworks.matches import moving
from moleworks.matches.moving import MovedMatch
from moleworks.web.api.common import MatchId, known_person
from moleworks.web.api.editor import checked_board
from moleworks.web.api.matches import opened_match
from moleworks.web.context import AppContext
from moleworks.web.identity import Caller
from moleworks.web.routes import Reply, get, post
from moleworks.web.schema import OpenedMatch


@get("/matches/{match}/moved")
async def hand_over(match: MatchId, context: AppContext, caller: Caller) -> MovedMatch:
    """The match as another service takes it: once it is over, and from the players' own device before."""
    live, _ = await context.enter(match, caller)
    return moving.packed(live, own_device=context.own_device)


@post("/matches/moved", status=201)
async def take_over(data: MovedMatch, context: AppContext, caller: Caller) -> Reply[OpenedMatch]:
    """Take a match over. All its actions are replayed first; the table is told where it was begun."""
    context.match_limit.take(caller.address)
    if isinstance(data.match.board, dict):
        await checked_board(data.match.board, context, caller)
    await context.work_pool.run(caller.address, moving.check, data)
    person, cookies = await known_person(context, caller)
    opened = await context.match_server.create(
        data.match, person, caller.words, caller.address, moved=partial(moving.entries, data)
    )
    return Reply(opened_match(opened, caller.base), cookies=cookies, status=201)


ROUTES = (hand_over, take_over)

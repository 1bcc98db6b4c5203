"""`moleworks bot`: let a program play a seat at a server."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Lang
from moleworks.core.messages import N_
from moleworks.terminal import setup


@app.command(
    help=paragraphs(
        say("Let a program take the seat of a link, at any Moleworks server: our computer, or an engine."),
        say("It plays until the match is over. Ctrl-C ends it; the same link lets it go on."),
    )
)
def bot(
    link: Annotated[str, Parameter(help=say("The link of a seat: it has #join= in it."))],
    /,
    *,
    level: Annotated[
        int | None, Parameter(help=say("How well to play: 1 to 7; usually 3, and 7 for an engine."))
    ] = None,
    engine: Annotated[
        str | None,
        Parameter(help=say("The command of a program that speaks the engine protocol: see `moleworks rpc`.")),
    ] = None,
    name: Annotated[str, Parameter(help=say("What the others see; usually a name at random."))] = "",
    stay: Annotated[
        float, Parameter(help=say("Seconds to stay after the end, to be asked for a rematch; usually 60."))
    ] = 60.0,
    lang: Lang = None,
) -> int:
    """Run `moleworks bot`; it returns when the match is over."""
    from moleworks import client  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        setup.check_level(level)
        player: client.Bot = (
            client.ComputerBot(name, level or 3, words.code)
            if engine is None
            else client.EngineBot(engine, name, words.code, level=level or 7)
        )
        player.stays = stay
        result = player.join(link)
        text = N_("{name} has won.") if result.won else N_("{name} has lost.")
        text = text if result.winner is not None else N_("Nobody has won.")
        print(words.say(text, name=player.display_name))
    return 0

"""`moleworks press`: a game on paper, or as solid parts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from moleworks import boards
from moleworks.cli.app import app, complaints, paragraphs, say
from moleworks.cli.options import Board, Game, Lang, Options, Plain, Preset
from moleworks.terminal import setup
from moleworks.terminal.screen import Screen


@app.command(
    help=paragraphs(
        say("Print a game: boards, pieces to cut and fold, player aids, and the rules; PDF and SVG."),
        say("Begin with the first page: it shows whether your printer keeps to the size."),
    )
)
def press(
    game: Game,
    /,
    *,
    out: Annotated[Path, Parameter(help=say("The folder to write to; it is made if need be."))],
    board: Board = None,
    paper: Annotated[Literal["a4", "a3", "letter"], Parameter(help=say("The paper; usually a4."))] = "a4",
    kind: Annotated[
        Literal["color", "ink-saver", "swell", "3d"],
        Parameter(
            help=say("In colour (usual), with outlines only, as swell paper relief, or for a 3D printer.")
        ),
    ] = "color",
    preset: Preset = None,
    option: Options = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    from moleworks.terminal import printing  # noqa: PLC0415

    with complaints(lang) as words:
        rules = setup.known_game(game)
        options = dict(map(setup.option, option or []))
        found = boards.find(rules.id, board or "classic")
        if kind == "3d":
            job = printing.job(rules.id, found, lang=words.code, preset=preset, options=options)
            printing.write_solid(Screen(words, plain=plain), job, out)
            return 0
        wish = printing.order(
            rules.id, found, paper=paper, kind=kind, lang=words.code, preset=preset, options=options
        )
        printing.write(Screen(words, plain=plain), wish, out)
    return 0

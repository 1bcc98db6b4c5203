"""`moleworks press`: write a print set, Braille files, or a set for a 3D printer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from moleworks import boards
from moleworks.cli.app import app, exit_on_complaint, paragraphs, say
from moleworks.cli.options import Board, Game, Lang, Options, Plain, Preset
from moleworks.terminal import setup
from moleworks.terminal.screen import TerminalScreen


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
        Literal["color", "ink-saver", "large-18", "large-24", "swell", "braille", "3d"],
        Parameter(
            help=say(
                "In colour (usual), with outlines only, in large print of 18 or 24 points, "
                "as swell paper relief, in Braille for an embosser, or for a 3D printer."
            )
        ),
    ] = "color",
    bed: Annotated[
        Literal[180, 200, 220, 256],
        Parameter(help=say("The side of the printer's bed in millimetres, for a 3D printer; usually 200.")),
    ] = 200,
    preset: Preset = None,
    option: Options = None,
    lang: Lang = None,
    plain: Plain = False,
) -> int:
    """Run `moleworks press`: write the files, and list them."""
    from moleworks.terminal import press  # noqa: PLC0415

    with exit_on_complaint(lang) as words:
        rules = setup.known_game(game)
        options = dict(map(setup.parse_option, option or []))
        found = boards.find(rules.id, board or "classic")
        if kind == "3d":
            solid = press.solid_order(
                rules.id, found, lang=words.code, preset=preset, options=options, bed=bed
            )
            press.write_solid_set(TerminalScreen(words, plain=plain), solid, out)
            return 0
        relief = "swell" if kind == "braille" else kind
        paper_order = press.order(
            rules.id, found, paper=paper, kind=relief, lang=words.code, preset=preset, options=options
        )
        if kind == "braille":
            press.write_braille_files(TerminalScreen(words, plain=plain), paper_order, out)
            return 0
        press.write_print_set(TerminalScreen(words, plain=plain), paper_order, out)
    return 0

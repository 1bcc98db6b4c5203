"""`moleworks site`: write the page as a static folder that needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from moleworks.cli.app import app, exit_on_complaint, say
from moleworks.cli.options import Lang
from moleworks.core.messages import N_


@app.command(help=say("Write the page as a folder of files that needs no server, for any web space."))
def site(
    *,
    out: Annotated[Path, Parameter(help=say("The folder to write."))],
    pyodide: Annotated[Path, Parameter(help=say("The folder of the npm package pyodide, unpacked."))],
    wheels: Annotated[
        Path, Parameter(help=say("The folder with the wheels of msgspec and ReportLab for Pyodide."))
    ],
    lang: Lang = None,
) -> int:
    """Run `moleworks site`."""
    from moleworks.web.site import has_node, precompress, write_site  # noqa: PLC0415 - other commands need no page

    with exit_on_complaint(lang) as words:
        write_site(out, pyodide, wheels, compiled=has_node())
        precompress(out)
        print(words.say(N_("The page is in {folder}. Any web server can serve it."), folder=out))
        if not has_node():
            print(
                words.say(N_("Without Node its modules are not compiled: it starts a second or two later."))
            )
    return 0

"""The command line as a program: from the words that were typed to an exit code."""

from __future__ import annotations

import os
import sys

from cyclopts import CycloptsError

from moleworks.cli import (  # noqa: F401 - each adds its command
    analyse,
    arena,
    boards,
    bot,
    games,
    hint,
    play,
    press,
    replay,
    report,
    rpc,
    selfplay,
    serve,
)
from moleworks.cli.app import app, say
from moleworks.cli.mistakes import sentence
from moleworks.cli.plain import Plainly
from moleworks.cli.typed import tokens
from moleworks.terminal.screen import settle_streams
from moleworks.terminal.session import INTERRUPTED


def main() -> int:
    """Do what was typed; the exit code."""
    settle_streams()
    app.help_formatter = Plainly() if _wants_plain(sys.argv) else "default"
    try:
        code = app(tokens(sys.argv[1:]))
        sys.stdout.flush()
    except CycloptsError as error:
        print(sentence(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _write_nothing_more()  # whoever was reading has gone
        return 0
    except OSError as error:
        if error.filename is not None:  # a file's own trouble, not that of what is written here
            raise
        _write_nothing_more()
        print(
            say("{path} cannot be written: {reason}.", path="stdout", reason=error.strerror or error),
            file=sys.stderr,
        )
        return 1
    return code if isinstance(code, int) else 0


def _write_nothing_more() -> None:
    """Python flushes at exit, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wants_plain(arguments: list[str]) -> bool:
    """Whether the help shall be without boxes: for screen readers, logs and pipes."""
    wished = "--plain" in arguments or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return wished or not sys.stdout.isatty()

"""Run the command line and return its exit code."""

from __future__ import annotations

import os
import sys

from cyclopts import CycloptsError

from moleworks.cli import (  # noqa: F401 - each adds its command
    analyse,
    arena,
    backup,
    boards,
    bot,
    games,
    hint,
    play,
    press,
    puzzle,
    replay,
    report,
    rpc,
    selfplay,
    serve,
    site,
    solve,
)
from moleworks.cli.app import app, say
from moleworks.cli.arguments import normalize_arguments
from moleworks.cli.errors import describe_error
from moleworks.cli.plain_help import PlainHelpFormatter
from moleworks.terminal.screen import make_streams_safe
from moleworks.terminal.session import INTERRUPTED


def main() -> int:
    """Run the command and return the exit code."""
    make_streams_safe()
    app.help_formatter = PlainHelpFormatter() if _wants_plain(sys.argv) else "default"
    try:
        code = app(normalize_arguments(sys.argv[1:]))
        sys.stdout.flush()
    except CycloptsError as error:
        print(describe_error(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()  # the reader closed the pipe
        return 0
    except OSError as error:
        if error.filename is not None:  # about a file, not about standard output
            raise
        _discard_output()
        print(
            say("{path} cannot be written: {reason}.", path="stdout", reason=error.strerror or error),
            file=sys.stderr,
        )
        return 1
    return code if isinstance(code, int) else 0


def _discard_output() -> None:
    """Redirect standard output to the null device: Python flushes it at exit, which would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wants_plain(arguments: list[str]) -> bool:
    """Whether help is written without boxes: for screen readers, logs and pipes."""
    requested = "--plain" in arguments or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return requested or not sys.stdout.isatty()

"""The command line: options in, words out. A command is in the file of its name."""

from moleworks.cli.program import main

__all__ = ["main"]

"""The command line. Each command is in the module of its name."""

from moleworks.cli.main import main

__all__ = ["main"]

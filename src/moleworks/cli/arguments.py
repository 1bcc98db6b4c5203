"""Normalize command-line arguments: add the default command and move common options behind it."""

from __future__ import annotations

from moleworks.core.registry import GAMES
from moleworks.texts import is_wish


def normalize_arguments(arguments: list[str]) -> list[str]:
    """Without arguments, or with options of `serve` only, run `serve --open`; before a game, add `play`.

    Other options also mean `play`. Options of every command may stand before the command.

    >>> normalize_arguments(["--lang", "fr", "games"]), normalize_arguments(["--plain", "mole-hill"])
    (['games', '--lang', 'fr'], ['play', '--plain', 'mole-hill'])
    >>> normalize_arguments(["--port", "9000"])
    ['serve', '--open', '--port', '9000']
    >>> normalize_arguments(["arena", "--ray", "--games", "2"])
    ['arena', '--ray=local', '--games', '2']
    >>> normalize_arguments(["arena", "--ray", "auto"])
    ['arena', '--ray', 'auto']
    """
    # The value of --ray is optional, which cyclopts cannot express.
    for at, word in enumerate(arguments):
        if word == "--ray" and (at + 1 == len(arguments) or arguments[at + 1].startswith("-")):
            arguments = [*arguments[:at], "--ray=local", *arguments[at + 1 :]]
    count = _count_leading_options(arguments)
    first = arguments[count] if count < len(arguments) else ""
    if _is_serve_option(first) or (not first and "--plain" not in arguments):
        return ["serve", "--open", *arguments]
    first = first or "--"
    asks_for_help = first in {"-h", "--help", "--version"}
    if first in GAMES or (first.startswith("-") and not asks_for_help):
        return ["play", *arguments]
    return [*arguments[count:], *arguments[:count]]


def _is_serve_option(word: str) -> bool:
    """Whether a word is an option of `serve`."""
    if not word.startswith("--"):
        return False
    from moleworks.web.settings import Settings  # noqa: PLC0415 - rarely needed

    return word[2:].partition("=")[0].replace("-", "_") in {*Settings.__struct_fields__, "config"}


def _count_leading_options(arguments: list[str]) -> int:
    """The number of leading words that are common options or their values."""
    count = 0
    while count < len(arguments) and (arguments[count] == "--plain" or is_wish(arguments[count])):
        count += 2 if arguments[count] == "--lang" else 1
    return count

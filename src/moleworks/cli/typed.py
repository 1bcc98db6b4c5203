"""What was typed, as the commands understand it."""

from __future__ import annotations

from moleworks.games import GAMES
from moleworks.texts import is_wish


def tokens(arguments: list[str]) -> list[str]:
    """Nothing at all opens the browser, or nothing but options of `serve`; a game is for `play`.

    So is any other option. What every command knows may also stand before the command.

    >>> tokens(["--lang", "fr", "games"]), tokens(["--plain", "mole-hill"])
    (['games', '--lang', 'fr'], ['play', '--plain', 'mole-hill'])
    >>> tokens(["--port", "9000"])
    ['serve', '--open', '--port', '9000']
    >>> tokens(["arena", "--ray", "--games", "2"]), tokens(["arena", "--ray", "auto"])
    (['arena', '--ray=local', '--games', '2'], ['arena', '--ray', 'auto'])
    """
    # The address is optional, which the command line knows no other way to say.
    for at, word in enumerate(arguments):
        if word == "--ray" and (at + 1 == len(arguments) or arguments[at + 1].startswith("-")):
            arguments = [*arguments[:at], "--ray=local", *arguments[at + 1 :]]
    count = _leading(arguments)
    first = arguments[count] if count < len(arguments) else ""
    if _serves(first) or (not first and "--plain" not in arguments):
        return ["serve", "--open", *arguments]
    first = first or "--"
    asks = first in {"-h", "--help", "--version"}
    if first in GAMES or (first.startswith("-") and not asks):
        return ["play", *arguments]
    return [*arguments[count:], *arguments[:count]]


def _serves(word: str) -> bool:
    """Whether a word is an option of `serve`; `play` has none of them."""
    if not word.startswith("--"):
        return False
    from moleworks.web.settings import Settings  # noqa: PLC0415 - hardly anybody needs it here

    return word[2:].partition("=")[0].replace("-", "_") in {*Settings.__struct_fields__, "config"}


def _leading(arguments: list[str]) -> int:
    """How many words at the beginning are options of every command, and their values."""
    count = 0
    while count < len(arguments) and (arguments[count] == "--plain" or is_wish(arguments[count])):
        count += 2 if arguments[count] == "--lang" else 1
    return count

"""Describe command-line errors, one sentence each."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal, get_args, get_origin

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownOptionError
from cyclopts.exceptions import UnknownCommandError, UnusedCliTokensError

from moleworks.cli.app import app, say


def describe_error(error: CycloptsError) -> str:
    """An error of the command line as one line."""
    name = error.argument.name if error.argument else ""
    words = error.unused_tokens or [""]
    match error:
        case UnknownCommandError():
            known = [command for command in app if not command.startswith("-")]
            text = _with_suggestion(say("There is no command {word}.", word=words[0][:40]), words[0], known)
        case UnknownOptionError():
            word = (error.token.keyword or error.token.value).partition("=")[0]
            options = [name for given in error.argument_collection for name in given.names]
            known = [name for name in options if name.startswith("--")]
            text = _with_suggestion(say("There is no option {word}.", word=word[:40]), word, known)
        case MissingArgumentError():
            text = say("{name} needs a value.", name=name)
        case CoercionError():
            text = say("“{value}” does not fit {name}.", value=_given_value(error)[:40], name=name)
            if choices := _allowed_values(error):
                text += " " + say("It can be {known}.", known=", ".join(choices))
        case UnusedCliTokensError():
            text = say("This is too much: {words}.", words=" ".join(words)[:40])
        case _:
            text = " ".join(str(error).split())
    chain = " ".join(("moleworks", *(error.command_chain or ()), "--help"))
    return text + " " + say("Help: {command}", command=chain)


def _with_suggestion(text: str, word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    if near:
        return text + " " + say("Did you mean {near}?", near=near[0])
    if not known:
        return text
    return text + " " + say("There are {known}.", known=", ".join(known))


def _given_value(error: CoercionError) -> str:
    return error.token.value if error.token else ""


def _allowed_values(error: CoercionError) -> list[str]:
    """The allowed values of a parameter, if they are a fixed list."""
    hint = error.argument.hint if error.argument else None
    kinds = (hint,) if get_origin(hint) is Literal else get_args(hint) or (hint,)
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]

"""Mistakes on the command line, in a sentence each."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal, get_args, get_origin

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownOptionError
from cyclopts.exceptions import UnknownCommandError, UnusedCliTokensError

from moleworks.cli.app import app, say


def sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, on one line."""
    name = error.argument.name if error.argument else ""
    words = error.unused_tokens or [""]
    match error:
        case UnknownCommandError():
            known = [command for command in app if not command.startswith("-")]
            told = _unknown(say("There is no command {word}.", word=words[0][:40]), words[0], known)
        case UnknownOptionError():
            word = (error.token.keyword or error.token.value).partition("=")[0]
            options = [name for given in error.argument_collection for name in given.names]
            known = [name for name in options if name.startswith("--")]
            told = _unknown(say("There is no option {word}.", word=word[:40]), word, known)
        case MissingArgumentError():
            told = say("{name} needs a value.", name=name)
        case CoercionError():
            told = say("“{value}” does not fit {name}.", value=_given(error)[:40], name=name)
            if choices := _choices(error):
                told += " " + say("It can be {known}.", known=", ".join(choices))
        case UnusedCliTokensError():
            told = say("This is too much: {words}.", words=" ".join(words)[:40])
        case _:
            told = " ".join(str(error).split())
    chain = " ".join(("moleworks", *(error.command_chain or ()), "--help"))
    return told + " " + say("Help: {command}", command=chain)


def _unknown(told: str, word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    if near:
        return told + " " + say("Did you mean {near}?", near=near[0])
    if not known:
        return told
    return told + " " + say("There are {known}.", known=", ".join(known))


def _given(error: CoercionError) -> str:
    return error.token.value if error.token else ""


def _choices(error: CoercionError) -> list[str]:
    """What a parameter may be, where it is one of a few words."""
    hint = error.argument.hint if error.argument else None
    kinds = (hint,) if get_origin(hint) is Literal else get_args(hint) or (hint,)
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]

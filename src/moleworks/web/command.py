"""The command `serve`: every setting is an option of it."""

from __future__ import annotations

import sys
from inspect import Parameter as Argument
from inspect import Signature
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from moleworks.games import Complaint
from moleworks.texts import language, preferred, wished
from moleworks.web import settings

say = language(wished(sys.argv)).say


class _Option(NamedTuple):
    kind: Any
    help: str
    usual: Any = None
    parts: tuple[tuple[str, Any], ...] = ()

    def argument(self, name: str) -> Argument:
        told = Parameter(help=self.help, **dict(self.parts))
        kind = Annotated[self.kind, told]  # type: ignore[name-defined] # made while it runs
        return Argument(name, Argument.KEYWORD_ONLY, default=self.usual, annotation=kind)


def serve(
    *, open_browser: bool = False, config: Path | None = None, lang: str | None = None, **given: Any
) -> int:
    words = language(lang or preferred())
    try:
        asked = {name: value for name, value in given.items() if value is not None}
        chosen = settings.read(config, given=asked)
        from moleworks.web.serve import serve as run  # noqa: PLC0415 - who asks for help needs no server

        return run(chosen, words, open_browser)
    except Complaint as complaint:
        print(words.tell(complaint), file=sys.stderr)
        return 2


def _options() -> dict[str, _Option]:
    ours = {
        "open_browser": _Option(
            bool, say("Open the browser."), False, (("name", "--open"), ("negative", ""))
        ),
        "config": _Option(Path | None, say("A TOML file with any of these settings.")),
        "lang": _Option(
            Literal["en", "fr", "de"] | None, say("Language; else that of your system, else English.")
        ),
    }
    for name, (kind, told) in settings.described().items():
        variable = settings.PREFIX + name.upper()
        parts = (("negative", ""),) if kind is bool else ()
        ours[name] = _Option(kind | None, f"{say(told)} [{variable}]", None, parts)
    return ours


serve.__signature__ = Signature(  # type: ignore[attr-defined] # this is how a function tells its options
    [option.argument(name) for name, option in _options().items()], return_annotation=int
)
serve.__annotations__ = {}

"""The command `serve`, with every setting as an option."""

from __future__ import annotations

import sys
from inspect import Parameter as Argument
from inspect import Signature
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from moleworks.core.messages import Complaint
from moleworks.texts import language, preferred, wished
from moleworks.web import settings

say = language(wished(sys.argv)).say


class _Option(NamedTuple):
    kind: Any
    help: str
    default: Any = None
    parts: tuple[tuple[str, Any], ...] = ()

    def argument(self, name: str) -> Argument:
        parameter = Parameter(help=self.help, **dict(self.parts))
        kind = Annotated[self.kind, parameter]  # type: ignore[name-defined] # made at run time
        return Argument(name, Argument.KEYWORD_ONLY, default=self.default, annotation=kind)


def serve(
    *, open_browser: bool = False, config: Path | None = None, lang: str | None = None, **given: Any
) -> int:
    """Run `moleworks serve` until it is stopped; returns the exit status."""
    words = language(lang or preferred())
    try:
        given = {name: value for name, value in given.items() if value is not None}
        chosen = settings.read(config, given=given)
        from moleworks.web.serve import serve as run  # noqa: PLC0415 - slow, and not needed for help

        return run(chosen, words, open_browser)
    except Complaint as complaint:
        print(words.tell(complaint), file=sys.stderr)
        return 2


def _options() -> dict[str, _Option]:
    options = {
        "open_browser": _Option(
            bool, say("Open the browser."), False, (("name", "--open"), ("negative", ""))
        ),
        "config": _Option(Path | None, say("A TOML file with any of these settings.")),
        "lang": _Option(
            Literal["en", "fr", "de"] | None, say("Language; else that of your system, else English.")
        ),
    }
    for name, (kind, description) in settings.descriptions().items():
        variable = settings.PREFIX + name.upper()
        parts = (("negative", ""),) if kind is bool else ()
        options[name] = _Option(kind | None, f"{say(description)} [{variable}]", None, parts)
    return options


serve.__signature__ = Signature(  # type: ignore[attr-defined] # cyclopts reads the options here
    [option.argument(name) for name, option in _options().items()], return_annotation=int
)
serve.__annotations__ = {}

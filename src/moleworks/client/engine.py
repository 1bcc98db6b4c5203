"""An engine at the table: any program that speaks the protocol of `moleworks rpc` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.client.bot import Bot, View
from moleworks.client.sitting import Result
from moleworks.engine import Engine, EngineFailed, words
from moleworks.games.game import N_


class EngineBot(Bot):
    """Asks an engine. It is told what the seat may know and nothing else: see docs/bots.md."""

    def __init__(
        self, command: str | Sequence[str], name: str = "", lang: str = "en", **effort: float
    ) -> None:
        """`effort` is what `best` is asked for: one of `level`, `seconds` and `simulations`."""
        super().__init__(name, lang)
        self.command = words(command)
        self.effort = effort or {"level": 7}
        self._engine: Engine | None = None

    def join(self, link: str, token: str | None = None) -> Result:
        """As any bot does; the engine is started before, so that nobody waits for one that does not start."""
        self._engine = Engine(self.command)
        try:
            return super().join(link, token)
        finally:
            self._engine.close()
            self._engine = None

    def choose(self, view: View, legal: list[str]) -> str:
        from moleworks.client.sights import imagined  # noqa: PLC0415 - who only looks up a link needs no rules

        del view, legal
        assert self._engine is not None, "asked for only while `join` runs"
        match = imagined(self.sight())
        self._engine.ask("new", **match.terms())
        self._engine.ask("play", actions=match.names)
        try:
            return str(self._engine.ask("best", **self.effort)["action"])
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error

    def undo_offered(self) -> bool:
        return True

    def rematch_offered(self) -> bool:
        return True

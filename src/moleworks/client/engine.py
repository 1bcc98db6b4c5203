"""A bot that asks an engine: any program with the protocol of `moleworks rpc` (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence

from moleworks.client.bot import Bot, JsonView
from moleworks.client.session import Result
from moleworks.core.messages import N_
from moleworks.engine.external_engine import EngineFailed, EngineProcess, split_command


class EngineBot(Bot):
    """Asks an engine, which gets only what the seat may know: see docs/bots.md."""

    def __init__(
        self, command: str | Sequence[str], name: str = "", lang: str = "en", **effort: float
    ) -> None:
        """`effort` is what `best` is asked for: one of `level`, `seconds` and `simulations`."""
        super().__init__(name, lang)
        self.command = split_command(command)
        self.effort = effort or {"level": 7}
        self._engine: EngineProcess | None = None

    def join(self, link: str, token: str | None = None) -> Result:
        """Start the engine, then join as any bot does; so nobody waits for an engine that does not start."""
        self._engine = EngineProcess(self.command)
        try:
            return super().join(link, token)
        finally:
            self._engine.close()
            self._engine = None

    def choose(self, view: JsonView, legal: list[str]) -> str:
        """Replay the match in the engine as far as this seat knows it, and ask for its best action."""
        from moleworks.client.knowledge import sampled_match  # noqa: PLC0415 - slow to import

        del view, legal
        assert self._engine is not None, "only called while `join` runs"
        match = sampled_match(self.knowledge())
        self._engine.ask("new", **match.setup_data())
        self._engine.ask("play", actions=match.names)
        try:
            return str(self._engine.ask("best", **self.effort)["action"])
        except (TypeError, KeyError) as error:
            raise EngineFailed(N_("The engine names no action.")) from error

    def undo_offered(self) -> bool:
        """Agree to every request to take back."""
        return True

    def rematch_offered(self) -> bool:
        """Agree to every rematch."""
        return True

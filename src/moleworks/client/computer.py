"""A bot that plays as our own computer player does, on any Moleworks server."""

from __future__ import annotations

from moleworks.client.bot import Bot, JsonView


class ComputerBot(Bot):
    """Plays as the computer of a level does, on its own machine. It agrees to undos and rematches."""

    def __init__(self, name: str = "", level: int = 3, lang: str = "en") -> None:
        super().__init__(name, lang)
        self.level = level

    def choose(self, view: JsonView, legal: list[str]) -> str:
        """The action that our computer player recommends at this level."""
        from moleworks import engine  # noqa: PLC0415 - slow to import
        from moleworks.engine.threads import run_in_thread  # noqa: PLC0415

        del view, legal
        known = self.knowledge()
        advice = run_in_thread(
            lambda stop: engine.best(known.view, known.setup, known.heard, level=self.level, stop=stop)
        )
        return advice.action

    def undo_offered(self) -> bool:
        """Agree to every request to take back."""
        return True

    def rematch_offered(self) -> bool:
        """Agree to every rematch."""
        return True

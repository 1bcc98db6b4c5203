"""Our own computer player, seated at any Moleworks server."""

from __future__ import annotations

from moleworks.client.bot import Bot, View


class ComputerBot(Bot):
    """Plays as the computer of a level does, on the machine where it runs. It is easy to get along with."""

    def __init__(self, name: str = "", level: int = 3, lang: str = "en") -> None:
        super().__init__(name, lang)
        self.level = level

    def choose(self, view: View, legal: list[str]) -> str:
        from moleworks import players  # noqa: PLC0415 - they take a moment to load
        from moleworks.service.thinking import apart  # noqa: PLC0415

        del view, legal
        seen = self.sight()
        advice = apart(
            lambda stop: players.best(seen.view, seen.setup, seen.heard, level=self.level, stop=stop)
        )
        return advice.action

    def undo_offered(self) -> bool:
        return True

    def rematch_offered(self) -> bool:
        return True

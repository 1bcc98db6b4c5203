"""The protocol of a game's `words` module, which describes positions and actions in sentences."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from moleworks.core.game import Game, S, Setup, View
from moleworks.core.messages import Message, Refusal
from moleworks.speech.sentences import Names


@runtime_checkable
class GameWords(Protocol[S]):
    """The functions have the same meaning as those of the same name in `speech`."""

    def ask(self, game: Game[S], state: S, names: Names) -> Message:
        """Who has to do what now; once the game is over, how it ended."""

    def tell(
        self, game: Game[S], before: S, action: str, after: S, names: Names, seat: int | None
    ) -> tuple[Message, ...]:
        """What an action did, for everybody; with a seat, also what this seat knew about it before."""

    def secret(
        self, game: Game[S], before: S, action: str, after: S, names: Names, seat: int
    ) -> Message | None:
        """What only this seat learned by an action; None if nothing."""

    def position(self, game: Game[S], state: S, names: Names, seat: int | None) -> tuple[Message, ...]:
        """The whole position in short sentences, without what is to be done."""

    def standing(self, game: Game[S], state: S, names: Names) -> tuple[Message, ...]:
        """The score and the progress of the game, for everybody."""

    def own(self, game: Game[S], state: S, names: Names, of: int, seat: int | None) -> tuple[Message, ...]:
        """The pieces and points of the seat `of`, as far as `seat` may know them."""

    def notebook(self, game: Game[S], state: S, names: Names, seat: int) -> tuple[Message, ...]:
        """What this seat knows and others do not; empty in games without secrets."""

    def space(self, game: Game[S], state: S, name: str, names: Names, seat: int | None) -> Message:
        """One space or piece in a short sentence: its name and what is there."""

    def neighbours(self, game: Game[S], state: S, name: str, names: Names, seat: int | None) -> Message:
        """What is next to a space or piece."""

    def action(self, game: Game[S], state: S, name: str) -> Message:
        """An action in words that could be typed, without its consequences."""

    def reason(self, refusal: Refusal) -> Message:
        """Why an action is illegal; seats are replaced by the names of players afterwards."""

    def rules(self, setup: Setup) -> tuple[Message, ...]:
        """A short help for this set-up: the goal, the actions and how to type them."""

    def who_begins(self) -> Message:
        """The question for who takes seat 0."""

    def places(self, setup: Setup) -> tuple[str, ...]:
        """The names of all spaces and pieces that `space` can describe."""

    def chapter(self, view: View) -> Message | None:
        """The part of the game that this view belongs to, such as a round; None if there are no parts."""

    def value(self, view: View, value: float, *, proven: bool) -> Message:
        """The value of an action for the seat of this view."""


@runtime_checkable
class BoardMap(Protocol):
    """Tells where everything is on the board of a set-up."""

    def __call__(self, setup: Setup) -> tuple[Message, ...]:
        """In a few sentences."""

"""Show a record turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from moleworks import speech
from moleworks.core.messages import N_
from moleworks.record import Record
from moleworks.record.record import turn_starts
from moleworks.speech import setup_texts
from moleworks.speech.seat_names import default_names, fold_accents
from moleworks.speech.sentences import plural
from moleworks.terminal.drawing import legend, show_position
from moleworks.terminal.screen import EndOfInput, TerminalScreen
from moleworks.terminal.vocabulary import parse_command

BACK_WORDS = {"b", "back", "r", "retour", "z", "zuruck", "zurueck"}


class ReplayViewer:
    """Shows a record. Turn 0 is the set-up, turn n the position after turn n."""

    def __init__(self, screen: TerminalScreen, record: Record) -> None:
        self.screen, self.record, self.match = screen, record, record.match
        players = record.match.setup.players
        self.names = record.seats or default_names(screen.language, (True,) * players)
        starts = [ply for ply, starts in enumerate(turn_starts(self.match)) if starts]
        self.ends = [0, *starts[1:], self.match.ply] if starts else [0]
        self.turn = 0

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.ends) - 1

    def show_all(self) -> None:
        """Show all turns."""
        self._title()
        for turn in range(self.last + 1):
            self.turn = turn
            self._show()

    def show_step_by_step(self) -> None:
        """Show turn by turn, as the reader asks for them."""
        self._title()
        self._show()
        while True:
            prompt = N_("Turn {turn} of {last}: Enter next, b back, a number, q quit >")
            try:
                line = self.screen.ask(self.screen.language.say(prompt, turn=self.turn, last=self.last) + " ")
            except EndOfInput:
                return
            if parse_command(line, self.screen.language.code) == ("quit", ""):
                return
            self._go_to(line)

    def _go_to(self, line: str) -> None:
        if line.isascii() and line.isdigit():
            turn = int(line[:9])
        elif fold_accents(line) in BACK_WORDS:
            turn = self.turn - 1
        elif not line:
            turn = self.turn + 1
        else:
            self.screen.say(N_("Enter, b, q, or the number of a turn, please."))
            return
        if not 0 <= turn <= self.last:
            self.screen.say(
                N_("There is no turn {turn}: they go from 0 to {last}."), turn=turn, last=self.last
            )
            return
        self.turn = turn
        self._show()

    def _title(self) -> None:
        one, more = N_("{game}: {players}. {date}, 1 turn."), N_("{game}: {players}. {date}, {count} turns.")
        title, players = setup_texts.title(self.match.game.id), ", ".join(self.names)
        self.screen.tell(plural(self.last, one, more, game=title, players=players, date=self.record.date))
        if not self.screen.plain and (signs := legend(self.match.setup)):
            self.screen.say(signs)

    def _show(self) -> None:
        """Show the turn in words, then the position after it."""
        for line in self._turn_lines():
            self.screen.write(line)
        if not self.screen.plain or self.turn in {0, self.last}:
            show_position(self.screen, self.match, self.match.before(self.ends[self.turn]), self.names, None)

    def _turn_lines(self) -> Iterator[str]:
        match, language = self.match, self.screen.language
        first = self.ends[self.turn - 1] if self.turn else 0
        for ply in range(first, self.ends[self.turn]):
            before, after = match.before(ply), match.before(ply + 1)
            said = speech.tell(match.game, before, match.names[ply], after, self.names)
            comment = self._comment(ply)
            if comment:
                yield comment
            words = " ".join(map(language.tell, said))
            yield f"{self.turn}. {words}" if ply == first else f"   {words}"
        if self.turn == self.last and (comment := self._comment(match.ply)):
            yield comment

    def _comment(self, ply: int) -> str | None:
        text = self.record.comments.get(ply)
        return f"{{{text}}}" if text else None

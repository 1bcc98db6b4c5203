"""The loop of the game: whose turn it is, what they type, what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rich.text import Text

from moleworks import players, speech
from moleworks.games import CHANCE, Complaint, Game, Malformed, Message, Refusal
from moleworks.games.game import N_
from moleworks.players import Advice, Stop, lots
from moleworks.record import Match
from moleworks.service.thinking import apart
from moleworks.terminal.draw import ARTISTS, picture, present
from moleworks.terminal.screen import Quit, Screen
from moleworks.terminal.table import Table
from moleworks.terminal.words import COMMANDS, command, is_chance, word

Handlers = Mapping[str, Callable[["Play", str], None]]
"""What each command does; it gets what was typed after it."""
COMPILING = 120.0
"""Seconds to wait for compiled players where a game shall go as it went before."""


class Play:
    """A table with its players, from the first turn to the end of the game."""

    def __init__(
        self, screen: Screen, table: Table, handlers: Handlers, random: Random = lots.SYSTEM
    ) -> None:
        self.screen, self.table, self.random = screen, table, random
        self._handlers = handlers
        self._begin()

    def _begin(self) -> None:
        self._shown: list[Text] = []
        self._met: set[int] = set()
        """Who was offered a look at what only they know."""
        self._warned = False

    def sit_at(self, table: Table) -> None:
        """Go on with another game."""
        self.table = table
        self._begin()
        self.greet()

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def state(self) -> Any:
        return self.table.state

    def run(self) -> None:
        """Play from the first word to the end of the game."""
        self.greet()
        self.go_on()

    def go_on(self) -> None:
        """Play until the game is over."""
        begun = self.match.ply
        while (actor := self.game.actor(self.state)) is not None:
            mover = self.game.mover(self.state)
            if mover is not None and self.table.humans[mover]:
                self._turn(mover)
            elif actor == CHANCE:
                self._draw_lots()
            else:
                self.do(self._computed(actor))
        self._present()
        if not self.screen.plain or self.match.ply == begun:
            self.screen.tell(speech.ask(self.game, self.state, self.table.names))  # how it ended

    def greet(self) -> None:
        """What is played, by whom, and how things stand."""
        setup = self.table.match.setup
        players = ", ".join(self.table.names)
        self.screen.say(
            N_("{game}: {players}. Type {rules} for the rules, {help} for all commands."),
            game=self.game.title,
            players=players,
            rules=self._word("rules"),
            help=self._word("help"),
        )
        if self.table.computers:
            self.screen.say(N_("Played by the computer: {names}."), names=self.computers())
        if setup.board.source == "reconstruction":
            self.screen.say(
                N_("This board is our reconstruction; to play your own, see: moleworks boards --help")
            )
        if self.screen.plain:
            self.show()
        else:
            self.legend()

    def computers(self) -> str:
        """Who is played by the computer, and how well."""
        names, levels, say = self.table.names, self.table.levels, self.screen.language.say
        text = N_("{name} (level {level})")
        return ", ".join(say(text, name=names[seat], level=levels[seat]) for seat in self.table.computers)

    def legend(self) -> None:
        """What the signs in the picture mean."""
        self.screen.say(ARTISTS[self.game.id].legend)

    def show(self) -> None:
        """How things stand, for everybody at the keyboard."""
        self._show(self.table.lone)
        self._shown = picture(self.match, self.state, self.table.lone)

    def _show(self, seat: int | None) -> bool:
        return present(self.screen, self.match, self.state, self.table.names, seat)

    def do(self, name: str) -> None:
        """Play an action and say so; whoever learned something by it is told, and nobody else."""
        before, lone, names = self.state, self.table.lone, self.table.names
        self.match.play([name])
        self.screen.tell(*speech.tell(self.game, before, name, self.state, names, lone))
        if lone is not None:
            learned = speech.secret(self.game, before, name, self.state, names, lone)
            self.screen.tell(*([learned] if learned else []))
        else:
            self._offer(before, name)

    def name_of(self, text: str) -> str:
        """The action that somebody typed, by its name or in plain words."""
        try:
            self.game.attempt(self.state, text)
        except Malformed:
            return speech.understand(self.game, self.state, text, self.screen.language.code)
        return text

    def refusal(self, name: str) -> Message | None:
        """Why an action cannot be played now, with the number of the rule; `Malformed` if it is no action."""
        found = self.game.attempt(self.state, name)
        if not isinstance(found, Refusal):
            return None
        reason = speech.reason(self.game, found, self.table.names)
        text = N_("{action} is not possible now, by rule {rule}: {reason}")
        return Message(text, {"action": name, "rule": found.rule, "reason": reason})

    def advice(self, late: Message, level: int, *, lines: int = 1, seed: int = 0) -> Advice:
        """What a level would do in the place of whoever is to act, from what that seat may know."""
        sight, steady = players.sight(self.match), self.random is not lots.SYSTEM

        def think(stop: Stop) -> Advice:
            if steady:
                # What is searched without the compiler is searched less: it could be another move.
                players.player(self.game.id).warm_up(COMPILING)
            setup, view, heard = sight
            return players.best(view, setup, heard, level=level, lines=lines, seed=seed, stop=stop)

        return apart(think, lambda: self._wait(late))

    def _computed(self, seat: int) -> str:
        """What the computer does on its seat."""
        late = Message(N_("{name} thinks..."), {"name": self.table.names[seat]})
        return self.advice(late, self.table.levels[seat], seed=self.random.getrandbits(31)).action

    def _wait(self, late: Message) -> None:
        """Who sits there wants to know why nothing happens; a transcript is always the same."""
        if self.screen.interactive:
            self.screen.tell(late)

    def peek(self, seat: int) -> None:
        """Show what only this seat knows."""
        self.whisper(seat, lambda: self._tell_secrets(seat))

    def whisper(self, seat: int, tell: Callable[[], None]) -> None:
        """Something for this seat; with others at the keyboard, when they do not look, and it is hidden."""
        if not self.table.secretive:
            tell()
            return
        self._call(seat)
        line = self.screen.ask(self._enter())
        if not line:
            self._aside(tell)
        elif command(line, self.screen.language.code) == ("quit", ""):
            raise Quit

    def _aside(self, tell: Callable[[], None]) -> None:
        """Something for one pair of eyes, until Enter."""
        with self.screen.aside():
            tell()
            self.screen.ask(self._enter(N_("Enter hides it again")))
        if not self.screen.has_sheets:
            self._shown = []  # the board was pushed away as well

    def _call(self, seat: int) -> None:
        """Nobody but this player looks on, or listens, from here."""
        self._warn()
        text = N_("Give the keyboard to {name}; Enter when nobody else is looking.")
        if self.screen.plain:
            text = N_(
                "Give the keyboard to {name}; Enter when nobody else is listening, or headphones are on."
            )
        self.screen.say(text, name=self.table.names[seat])

    def _warn(self) -> None:
        """Once, before anybody looks at a secret that cannot be wiped out again."""
        if not (self._warned or self.screen.has_sheets):
            self.screen.say(N_("Secrets cannot be wiped off this terminal: whoever scrolls back sees them."))
        self._warned = True

    def _turn(self, seat: int) -> None:
        """One line of a player: an action, or a command."""
        if self.table.secretive and seat not in self._met:
            self._hand_over(seat)
            return
        self._present()
        self.screen.tell(speech.ask(self.game, self.state, self.table.names))
        if self.game.actor(self.state) == CHANCE:
            line = self.screen.ask(self._enter())
            if is_chance(line, self.screen.language.code):
                self._draw_lots()
                return
        else:
            line = self.screen.ask()
        if line and not self.obey(line):
            self._act(line)

    def obey(self, line: str) -> bool:
        """Do what a command says; False if the line is none."""
        found = command(line, self.screen.language.code)
        if found is None:
            return False
        name, rest = found
        if rest and not COMMANDS[name].takes:
            self.screen.say(N_("Type {command} alone: nothing goes after it."), command=self._word(name))
        else:
            self._handlers[name](self, rest)
        return True

    def _act(self, line: str) -> None:
        try:
            name = self.name_of(line)
            refusal = self.refusal(name)
        except Complaint as complaint:
            self.screen.tell(complaint)
            return
        if refusal:
            self.screen.tell(refusal)
        elif self.game.actor(self.state) == CHANCE:
            self.screen.say(N_("That is left to chance: press Enter."))
        else:
            self.do(name)

    def _draw_lots(self) -> None:
        self.do(self.game.name(self.state, lots.draw(self.game, self.state, self.random)))

    def _hand_over(self, seat: int) -> None:
        """Before their first turn, let those who know something have a look at it; others need not."""
        if self.game.view(self.state, seat) == self.game.view(self.state, None):
            self._met.add(seat)
            return
        self._call(seat)
        line = self.screen.ask(self._enter(N_("Enter, or {peek} to see what only you know")))
        if command(line, self.screen.language.code) == ("peek", ""):
            self._met.add(seat)
            self._aside(lambda: self._tell_secrets(seat))
        elif not line:
            self._met.add(seat)
        elif not self.obey(line):
            self.screen.say(N_("Press Enter first, {name}."), name=self.table.names[seat])

    def _offer(self, before: Any, name: str) -> None:
        """A peek that others must not see: on request, and also where the mover has nothing to learn."""
        seat, peeks = self.game.actor(before), ARTISTS[self.game.id].peeks
        if not (peeks and seat is not None and seat != CHANCE and self.table.humans[seat]):
            return
        if not peeks(self.game.view(before, None), self.game.view(self.state, None)):
            return
        self._warn()
        text = N_("{name}: type {peek} to see whose mole it is, when nobody else is looking; Enter goes on.")
        if self.screen.plain:
            text = N_(
                "{name}: type {peek} to hear whose mole it is, when nobody else is listening,"
                " or headphones are on; Enter goes on."
            )
        self.screen.say(text, name=self.table.names[seat], peek=self._word("peek"))
        while line := self.screen.ask(self._enter()):
            found = command(line, self.screen.language.code)
            if found and found[0] == "quit":
                raise Quit
            if found and found[0] == "peek":
                self._aside(lambda: self.screen.tell(*self._learned(before, name, seat)))
                return
            self.screen.say(N_("Now only {peek}, or Enter to go on."), peek=self._word("peek"))

    def _learned(self, before: Any, name: str, seat: int) -> list[Message]:
        """What an action tells this seat beyond what it tells everybody."""
        case = (self.game, before, name, self.state, self.table.names)
        public = speech.tell(*case)
        learned = speech.secret(*case, seat)
        own = [message for message in speech.tell(*case, seat) if message not in public]
        return [*own, learned] if learned else own

    def _tell_secrets(self, seat: int) -> None:
        names, language = self.table.names, self.screen.language
        known = {language.tell(said) for said in speech.position(self.game, self.state, names)}
        own = [language.tell(said) for said in speech.position(self.game, self.state, names, seat)]
        secrets = [said for said in own if said not in known]
        if not secrets:
            self.screen.say(N_("You know nothing that the others do not know."))
            return
        if self.screen.plain or self._show(seat):
            for said in secrets:
                self.screen.write(said)

    def _present(self) -> None:
        """The picture, if it has changed since it was last drawn."""
        if not self.screen.plain and picture(self.match, self.state, self.table.lone) != self._shown:
            self.show()

    def _word(self, name: str) -> str:
        """A command as the players would type it."""
        return word(name, self.screen.language.code)

    def _enter(self, text: str = N_("Enter")) -> str:
        """A prompt that wants no more than the Enter key."""
        return f"[{self.screen.language.say(text, peek=self._word('peek'))}] > "

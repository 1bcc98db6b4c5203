"""Play a match in the terminal: show the position, read actions and commands, say what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from rich.text import Text

from moleworks import answers, engine, speech
from moleworks.answers import Asked, OnlyMoverKnows
from moleworks.core.game import CHANCE, AnyGame, State
from moleworks.core.messages import N_, Complaint, Message
from moleworks.engine import Advice, Stop, chance
from moleworks.engine.threads import run_in_thread
from moleworks.record import Match
from moleworks.speech import setup_texts
from moleworks.speech.learned import newly_learned
from moleworks.speech.spoken_length import LONGEST
from moleworks.speech.table_settings import chosen_settings, has_notebook
from moleworks.terminal.drawing import game_drawing, legend, picture, show_position
from moleworks.terminal.screen import Quit, TerminalScreen
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.vocabulary import COMMANDS, command_word, is_chance, parse_command

Handlers = Mapping[str, Callable[["TerminalMatch", str], None]]
"""Functions by command; each gets the text after the command."""
COMPILING = 120.0
"""Seconds to wait for compiled players, if a seed must repeat a game exactly."""


class TerminalMatch:
    """A match at the terminal, from the first turn to the end of the game."""

    def __init__(
        self, screen: TerminalScreen, seated: SeatedMatch, handlers: Handlers, random: Random = chance.SYSTEM
    ) -> None:
        self.screen, self.seated, self.random = screen, seated, random
        self._handlers = handlers
        self._reset()

    def _reset(self) -> None:
        self._shown: list[Text] = []
        self._offered_peek: set[int] = set()
        """Seats that were offered to see what only they know."""
        self._warned = False

    def switch_match(self, seated: SeatedMatch) -> None:
        """Continue with another match."""
        self.seated = seated
        self._reset()
        self.greet()

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.seated.game

    @property
    def match(self) -> Match:
        """The match with its actions so far."""
        return self.seated.match

    @property
    def state(self) -> State:
        """The state after the last action."""
        return self.seated.state

    def run(self) -> None:
        """Greet the players, then play until the game is over."""
        with self.screen.together():
            self.greet()
            self.play_on()

    def play_on(self) -> None:
        """Play until the game is over."""
        first_ply = self.match.ply
        while (actor := self.game.actor(self.state)) is not None:
            mover = self.game.mover(self.state)
            if mover is not None and self.seated.humans[mover]:
                self._play_turn(mover)
            elif actor == CHANCE:
                self._play_chance()
            else:
                self.play_action(self._computer_action(actor))
                if not any(self.seated.humans):
                    self.screen.send()
        self._show_if_changed()
        if not self.screen.plain or self.match.ply == first_ply:
            self.screen.tell(speech.ask(self.game, self.state, self.seated.names))  # how it ended

    def greet(self) -> None:
        """Say what is played and by whom, and show the position."""
        setup = self.seated.match.setup
        players = ", ".join(self.seated.names)
        self.screen.say(
            N_("{game}: {players}. Type {rules} for the rules, {help} for all commands."),
            game=setup_texts.title(self.game.id),
            players=players,
            rules=self._command_word("rules"),
            help=self._command_word("help"),
        )
        if self.seated.computer_seats:
            self.screen.say(N_("Played by the computer: {names}."), names=self.describe_computers())
        if setup.board.source == "reconstruction":
            self.screen.say(
                N_("This board is our reconstruction; to play your own, see: moleworks boards --help")
            )
        if layout := setup_texts.layout_source(self.game.id, setup.board):
            self.screen.tell(layout)
        if self.screen.plain:
            self.show()
        else:
            self.legend()

    def describe_computers(self) -> str:
        """The computer players and their levels."""
        names, levels, say = self.seated.names, self.seated.levels, self.screen.language.say
        text = N_("{name} (level {level})")
        return ", ".join(
            say(text, name=names[seat], level=levels[seat]) for seat in self.seated.computer_seats
        )

    def legend(self) -> None:
        """Explain the signs of the drawing."""
        if signs := legend(self.match.setup):
            self.screen.say(signs)

    def show(self) -> None:
        """Show the position, as everybody at the keyboard may see it."""
        self._show(self.seated.viewer)
        self._shown = self._picture()

    def _show(self, seat: int | None) -> bool:
        return show_position(self.screen, self.match, self.state, self.seated.names, seat)

    def _picture(self) -> list[Text]:
        return picture(self.match, self.state, self.seated.viewer, self.seated.names)

    def play_action(self, name: str) -> None:
        """Play an action and say so; what only one seat learns is said to that seat alone."""
        before, only_human, names = self.state, self.seated.only_human, self.seated.names
        self.match.play([name])
        told = speech.told(self.game, before, name, self.state, names, self.seated.viewer)
        learned = only_human is not None and speech.secret(
            self.game, before, name, self.state, names, only_human
        )
        long = self._takes_long((*told.full, *([learned] if learned else [])))
        self.screen.tell(*(told.brief if long else told.full))
        if only_human is not None:
            self.screen.tell(*([learned] if learned else []))
        else:
            self._offer_peek(before, name)

    @property
    def asked(self) -> Asked:
        """The match for questions of the players at the keyboard."""
        seated, drawing = self.seated, game_drawing(self.game.id)
        return Asked(
            seated.match,
            seated.names,
            self.screen.language,
            seated.only_human,
            seated.viewer,
            written=self._written_action,
            most=None,
            example_place=drawing.EXAMPLE_PLACE if drawing else "",
            chance=Message(N_("That is left to chance: press Enter.")),
        )

    def answer(self, about: str, rest: str) -> None:
        """Answer a question; what only the seat to act may know is told to that seat alone."""
        asked = self.asked
        try:
            self.screen.tell(*answers.answer(asked, about, rest))
        except OnlyMoverKnows:
            actor = self.game.actor(self.state)
            assert actor is not None, "a seat acts"
            alone = asked._replace(seat=actor)
            self.tell_privately(actor, lambda: self.screen.tell(*answers.answer(alone, about, rest)))
        except Complaint as complaint:
            self.screen.tell(complaint)

    def _takes_long(self, messages: Sequence[Message]) -> bool:
        """Whether a listener is better told this in fewer words; `last` tells all of it."""
        return self.screen.plain and len(" ".join(map(self.screen.language.tell, messages))) > LONGEST

    def action_text(self, name: str) -> str:
        """An action as players read it: its name; in words if the table or the language does not use that."""
        if not chosen_settings(self.seated.names):
            return speech.written_action(self.game, self.state, name, self.screen.language)
        return self.screen.language.tell(speech.action(self.game, self.state, name, self.seated.names))

    def _written_action(self, name: str) -> str:
        """An action in an answer; in plain mode, action names with `>` are written in words."""
        if not (self.screen.plain and ">" in name):
            return self.action_text(name)
        return self.screen.language.tell(speech.action(self.game, self.state, name, self.seated.names))

    def advice(self, late: Message, level: int, *, lines: int = 1, seed: int = 0) -> Advice:
        """The advice of a level to the seat to act, from what that seat knows."""
        knowledge, repeatable = engine.knowledge(self.match), self.random is not chance.SYSTEM

        def think(stop: Stop) -> Advice:
            if repeatable:
                # Without compiled code the search is shallower and could choose another action.
                engine.player(self.game.id).warm_up(COMPILING)
            setup, view, actions = knowledge
            return engine.best(view, setup, actions, level=level, lines=lines, seed=seed, stop=stop)

        return run_in_thread(think, lambda: self._say_waiting(late))

    def _computer_action(self, seat: int) -> str:
        """The action that the computer chooses for its seat."""
        late = Message(N_("{name} is thinking…"), {"name": self.seated.names[seat]})
        return self.advice(late, self.seated.levels[seat], seed=self.random.getrandbits(31)).action

    def _say_waiting(self, late: Message) -> None:
        """Say why nothing happens, but only to people: transcripts stay the same."""
        if self.screen.interactive:
            self.screen.tell(late)
            self.screen.send()

    def peek(self, seat: int) -> None:
        """Show what only this seat knows."""
        self.tell_privately(seat, lambda: self._tell_secrets(seat))

    def tell_privately(self, seat: int, tell: Callable[[], None]) -> None:
        """Tell this seat something; if others share the keyboard, after they look away, and hide it again."""
        if not self.seated.hides_between_turns:
            tell()
            return
        self._ask_for_keyboard(seat)
        line = self.screen.ask(self._enter_prompt())
        if not line:
            self._show_privately(tell)
        elif parse_command(line, self.screen.language.code) == ("quit", ""):
            raise Quit

    def _show_privately(self, tell: Callable[[], None]) -> None:
        """Show something private until Enter is pressed."""
        with self.screen.private_screen():
            tell()
            self.screen.ask(self._enter_prompt(N_("Enter hides it again")))
        if not self.screen.has_alternate_screen:
            self._shown = []  # the board was scrolled away as well

    def _ask_for_keyboard(self, seat: int) -> None:
        """Ask the players to give the keyboard to this seat."""
        self._warn_about_secrets()
        text = N_("Give the keyboard to {name}; Enter when nobody else is looking.")
        if self.screen.plain:
            text = N_(
                "Give the keyboard to {name}; Enter when nobody else is listening, or headphones are on."
            )
        self.screen.say(text, name=self.seated.names[seat])

    def _warn_about_secrets(self) -> None:
        """Warn once, before the first secret is shown on a terminal that cannot hide it again."""
        if not (self._warned or self.screen.has_alternate_screen):
            self.screen.say(N_("Secrets cannot be wiped off this terminal: whoever scrolls back sees them."))
        self._warned = True

    def _play_turn(self, seat: int) -> None:
        """Read one line of a player: an action or a command."""
        if self.seated.hides_between_turns and seat not in self._offered_peek:
            self._offer_first_peek(seat)
            return
        self._show_if_changed()
        self.screen.tell(speech.ask(self.game, self.state, self.seated.names))
        if self.game.actor(self.state) == CHANCE:
            line = self.screen.ask(self._enter_prompt())
            if is_chance(line, self.screen.language.code):
                self._play_chance()
                return
        else:
            line = self.screen.ask()
        if line and not self.run_command(line):
            self._play_typed_action(line)

    def run_command(self, line: str) -> bool:
        """Run a command; False if the line is none."""
        found = parse_command(line, self.screen.language.code)
        if found is None:
            return False
        name, rest = found
        if rest and not COMMANDS[name].takes:
            self.screen.say(
                N_("Type {command} alone: nothing goes after it."), command=self._command_word(name)
            )
        else:
            self._handlers[name](self, rest)
        return True

    def _play_typed_action(self, line: str) -> None:
        try:
            asked = self.asked
            name = answers.action_name(asked, line)
            refusal = answers.refusal(asked, name)
        except Complaint as complaint:
            self.screen.tell(complaint)
            return
        if refusal:
            self.screen.tell(refusal)
        elif self.game.actor(self.state) == CHANCE:
            self.screen.say(N_("That is left to chance: press Enter."))
        else:
            self.play_action(name)

    def _play_chance(self) -> None:
        self.play_action(self.game.name(self.state, chance.draw(self.game, self.state, self.random)))

    def _offer_first_peek(self, seat: int) -> None:
        """Before a seat's first turn, offer to show what only it knows, if there is anything."""
        if self.game.view(self.state, seat) == self.game.view(self.state, None):
            self._offered_peek.add(seat)
            return
        self._ask_for_keyboard(seat)
        line = self.screen.ask(self._enter_prompt(N_("Enter, or {peek} to see what only you know")))
        if parse_command(line, self.screen.language.code) == ("peek", ""):
            self._offered_peek.add(seat)
            self._show_privately(lambda: self._tell_secrets(seat))
        elif not line:
            self._offered_peek.add(seat)
        elif not self.run_command(line):
            self.screen.say(N_("Press Enter first, {name}."), name=self.seated.names[seat])

    def _offer_peek(self, before: State, name: str) -> None:
        """Offer to show what an action revealed, even if it revealed nothing, which others must not know."""
        seat = self.game.actor(before)
        if not (self.game.has_secrets and seat is not None and seat != CHANCE and self.seated.humans[seat]):
            return
        if not self.game.may_learn(self.game.view(before, None), self.game.view(self.state, None)):
            return
        self._warn_about_secrets()
        text = N_("{name}: type {peek} to see whose mole it is, when nobody else is looking; Enter goes on.")
        if self.screen.plain:
            text = N_(
                "{name}: type {peek} to hear whose mole it is, when nobody else is listening,"
                " or headphones are on; Enter goes on."
            )
        self.screen.say(text, name=self.seated.names[seat], peek=self._command_word("peek"))
        while line := self.screen.ask(self._enter_prompt()):
            found = parse_command(line, self.screen.language.code)
            if found and found[0] == "quit":
                raise Quit
            if found and found[0] == "peek":
                self._show_privately(lambda: self.screen.tell(*self._private_messages(before, name, seat)))
                return
            self.screen.say(N_("Now only {peek}, or Enter to go on."), peek=self._command_word("peek"))

    def _private_messages(self, before: State, name: str, seat: int) -> list[Message]:
        """What an action tells this seat beyond the public messages."""
        case = (self.game, before, name, self.state, self.seated.names)
        public = speech.tell(*case)
        learned = speech.secret(*case, seat)
        viewer = seat if has_notebook(self.game.id, self.seated.names) else None
        own = [message for message in speech.tell(*case, viewer) if message not in public]
        return [*own, learned] if learned else own

    def _tell_secrets(self, seat: int) -> None:
        names, language = self.seated.names, self.screen.language
        if not has_notebook(self.game.id, names):
            self._tell_newly_learned(seat)
            return
        known = {language.tell(text) for text in speech.position(self.game, self.state, names)}
        own = [language.tell(text) for text in speech.position(self.game, self.state, names, seat)]
        secrets = [text for text in own if text not in known]
        if not secrets:
            self.screen.say(N_("You know nothing that the others do not know."))
            return
        if self.screen.plain or self._show(seat):
            for text in secrets:
                self.screen.write(text)

    def _tell_newly_learned(self, seat: int) -> None:
        """At a table without notebooks: only what this seat has just learned."""
        learned = newly_learned(self.match, self.seated.names, seat)
        self.screen.tell(*learned)
        if not learned:
            self.screen.say(N_("You know nothing that the others do not know."))

    def _show_if_changed(self) -> None:
        """Draw the position if it has changed since it was last drawn."""
        if not self.screen.plain and self._picture() != self._shown:
            self.show()

    def _command_word(self, name: str) -> str:
        """A command in the players' language."""
        return command_word(name, self.screen.language.code)

    def _enter_prompt(self, text: str = N_("Enter")) -> str:
        """A prompt for the Enter key."""
        return f"[{self.screen.language.say(text, peek=self._command_word('peek'))}] > "

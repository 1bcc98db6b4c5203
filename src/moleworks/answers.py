"""Answer questions about a match in words, from what the asker may know: for the terminal and the service.

>>> from moleworks.record import Match
>>> from moleworks.texts import language
>>> match = Match.begin("mole-hill")
>>> match.play(["e5"])
>>> asked = Asked(match, ["Lina", "Max"], language("en"), seat=1, viewer=1)
>>> [str(message) for message in answer(asked, "look", "e5")]
['e5: mole.']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from moleworks import rulebook, speech
from moleworks.core.game import CHANCE, AnyGame, State
from moleworks.core.messages import N_, Complaint, Malformed, Message, Refusal
from moleworks.core.registry import GAMES
from moleworks.record import Match
from moleworks.record.record import LONGEST_NAME
from moleworks.speech import questions, setup_texts
from moleworks.speech.seat_names import fold_accents
from moleworks.speech.sentences import Names, comma_list, semicolon_list, spaced
from moleworks.speech.table_settings import chosen_settings
from moleworks.speech.understand import read_place_name
from moleworks.texts import Language

ACTION_SEPARATORS = re.compile(r"[|>-]")
WORD = re.compile(r"\w+")
FEW_ODDS = 6
"""The most odds that are listed without being asked for: those of discs, not of dice."""
FEW_ACTIONS = 12
"""So many actions are heard in about ten seconds."""


class Asked(NamedTuple):
    """The match that a question is about, and what the asker may know of it."""

    match: Match
    names: Names
    language: Language
    seat: int | None
    """The asker's own seat; None for watchers, and where several people share a device."""
    viewer: int | None
    """The seat whose knowledge may be told; None where only what everybody may know is told."""
    acts: bool = True
    """Whether the seat to act, if there is one, is at the asker's device."""
    written: Callable[[str], str] | None = None
    """How actions are written; None where they are said in words."""
    most: int | None = FEW_ACTIONS
    """The most actions that are listed; None lists all."""
    ended: Message | None = None
    """How the match ended, if people ended it and not a rule."""
    example_place: str = ""
    """A place for examples; one in the middle of the board if it is not given."""
    chance: Message = Message(N_("That is left to chance."))
    """What is said of actions of dice and discs."""

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.match.game

    @property
    def state(self) -> State:
        """The state after the last action."""
        return self.match.state


Answer = tuple[Message, ...]


class OnlyMoverKnows(Complaint):
    """The answer is a secret of the seat to act."""

    def __init__(self, asked: Asked) -> None:
        actor = asked.game.actor(asked.state)
        player = "" if actor is None or actor == CHANCE else asked.names[actor]
        super().__init__(N_("{player} alone knows whether that is possible."), player=player)


def answer(asked: Asked, about: str, rest: str = "") -> Answer:
    """Answer a question, by its name in `speech.questions`.

    A `Complaint` tells that what it is about is no action, `OnlyMoverKnows` that the answer is a secret.
    """
    return ANSWERS[about](asked, rest)


def action_name(asked: Asked, text: str) -> str:
    """The name of an action that is typed in plain words or by its name; a `Complaint` if it is none."""
    game, state = asked.game, asked.state
    if not chosen_settings(asked.names):
        try:
            game.attempt(state, text)
        except Malformed:
            pass
        else:
            return text
    name = speech.understand(game, state, text, asked.language.code, asked.names)
    game.attempt(state, name)
    return name


def action_text(asked: Asked, name: str) -> Message:
    """An action as players at this table read or hear it."""
    if asked.written is not None:
        return _verbatim(asked.written(name))
    return speech.action(asked.game, asked.state, name, asked.names)


def refusal(asked: Asked, name: str) -> Message | None:
    """Why an action is not allowed now, with the number of the rule; `Malformed` if it is no action."""
    found = asked.game.attempt(asked.state, name)
    if not isinstance(found, Refusal):
        return None
    reason = speech.reason(asked.game, found, asked.names)
    text = N_("{action} is not possible now, by rule {rule}: {reason}")
    return Message(text, {"action": action_text(asked, name), "rule": found.rule, "reason": reason})


def explain_rule(asked: Asked, text: str) -> Message | None:
    """A rule by its number, as it is played here; None if no game has it."""
    number = text.upper()
    for game, game_rules in GAMES.items():
        if not (game_rules.rule_numbers[0] and number.startswith(game_rules.rule_numbers[0])):
            continue
        setup = asked.match.setup if game == asked.game.id else Match.begin(game).setup
        for section in rulebook.rulebook(setup, asked.language):
            for rule in section.blocks:
                if isinstance(rule, rulebook.NumberedRule) and rule.number == number:
                    told = N_("{rule}, {title}: {meaning}")
                    return Message(told, {"rule": number, "title": rule.title, "meaning": rule.text})
    return None


def how_it_ended(asked: Asked) -> Message | None:
    """How the match ended; None while it goes on."""
    if asked.ended is not None:
        return asked.ended
    over = asked.game.outcome(asked.state) is not None
    return speech.ask(asked.game, asked.state, asked.names) if over else None


def example_action(asked: Asked) -> Message:
    """An action that is legal now, as an example."""
    game, state = asked.game, asked.state
    return action_text(asked, game.name(state, game.publicly_legal(state)[0]))


# Each answers one question


def _legal(asked: Asked, rest: str) -> Answer:
    """Legal actions, all or those at a place; for chance, the odds if they are few or asked for."""
    game, state = asked.game, asked.state
    if over := how_it_ended(asked):
        return (over,)
    odds = game.odds(state)
    if odds:
        return _odds(asked, {game.name(state, action): str(odd) for action, odd in odds.items()}, rest)
    if not asked.acts:
        return (speech.ask(game, state, asked.names),)
    own = asked.seat is not None and asked.seat == game.actor(state)
    actions = game.legal(state) if own else game.publicly_legal(state)
    names = [game.name(state, action) for action in actions]
    listed = [name for name in names if not rest or _is_about(asked, name, rest)]
    if not listed:
        return (_say(N_("There is nothing you can do with {space} now."), space=rest[:LONGEST_NAME]),)
    count, told = len(listed), [action_text(asked, name) for name in listed]
    if asked.most is not None and count > asked.most:
        text = N_("You can do {count} things now. Ask about a space, for example: {example}")
        return (_say(text, count=count, example=_example("legal", asked)),)
    in_words = asked.written is None or bool(chosen_settings(asked.names))
    in_row = semicolon_list if in_words else comma_list  # in words an action may have commas
    return (_say(N_("You can do this ({count}): {actions}"), count=count, actions=in_row(told)),)


def _odds(asked: Asked, odds: Mapping[str, str], rest: str) -> Answer:
    found = [name for name in odds if asked.game.is_public(name) and rest.lower() in name.lower()]
    if not found or not (rest or len(found) <= FEW_ODDS):
        return (asked.chance,)
    chances = comma_list(f"{name} ({odds[name]})" for name in found)
    return asked.chance, _say(N_("Chance decides, with these odds: {actions}"), actions=chances)


def _is_about(asked: Asked, name: str, text: str) -> bool:
    """Whether an action begins or ends at the place that was typed."""
    if chosen_settings(asked.names):  # what an action is called in the record is not typed there
        told = asked.language.tell(action_text(asked, name))
        return set(WORD.findall(text.casefold())) <= set(WORD.findall(told.casefold()))
    place = read_place_name(asked.game, text).lower()
    return place in (name.lower(), *ACTION_SEPARATORS.split(name.lower()))


def _why(asked: Asked, rest: str) -> Answer:
    """Why an action is illegal, or what a rule says."""
    rule = explain_rule(asked, rest) if rest else None
    over = None if rest else how_it_ended(asked)
    if rule or over:
        return tuple(filter(None, (rule, over)))
    if not rest:
        return (_say_which_action(asked, "why"),)
    name = action_name(asked, rest)
    _refuse_secrets(asked, name)
    return (refusal(asked, name) or _say(N_("{action} is possible now."), action=action_text(asked, name)),)


def _what_if(asked: Asked, rest: str) -> Answer:
    """What an action would do; where it would show a secret, only that."""
    game, state, names = asked.game, asked.state, asked.names
    if over := how_it_ended(asked):
        return (over,)
    if game.actor(state) == CHANCE:
        return (asked.chance,)
    if not rest:
        return (_say_which_action(asked, "what if"),)
    name = action_name(asked, rest)
    _refuse_secrets(asked, name)
    found = game.attempt(state, name)
    if isinstance(found, Refusal):
        return tuple(filter(None, (refusal(asked, name),)))
    after = game.play(state, found)
    if game.reveals(state, after):
        text = N_("{action} would show something that is hidden now: only playing it tells more.")
        return (_say(text, action=action_text(asked, name)),)
    told = speech.tell(game, state, name, after, names, asked.viewer)
    return (_say(N_("Just imagining: {told}"), told=spaced(told)),)


def _refuse_secrets(asked: Asked, name: str) -> None:
    """Complain if only the seat to act may know whether this action is legal, and somebody else asks."""
    game, state = asked.game, asked.state
    if asked.seat is None or asked.seat != game.actor(state):
        for action in game.publicly_legal(state):
            if game.is_legality_secret(state, action) and game.name(state, action) == name:
                raise OnlyMoverKnows(asked)


def _say_which_action(asked: Asked, about: str) -> Message:
    words = questions.first_word(about, asked.language.code)
    example = spaced((words, example_action(asked)))
    return _say(N_("Say which action, for example: {example}"), example=example)


def _turn(asked: Asked, rest: str) -> Answer:
    """Whose turn it is, and what to do."""
    del rest
    return (how_it_ended(asked) or speech.ask(asked.game, asked.state, asked.names),)


def _show(asked: Asked, rest: str) -> Answer:
    """The whole position."""
    del rest
    return speech.position(asked.game, asked.state, asked.names, asked.viewer)


def _score(asked: Asked, rest: str) -> Answer:
    """The points, and how far the game is; in a game without them, whose turn it is."""
    return speech.standing(asked.game, asked.state, asked.names) or _turn(asked, rest)


def _where(asked: Asked, rest: str) -> Answer:
    """The asker's own pieces, those of the player who is named, or one piece; else those of all."""
    game, state, names = asked.game, asked.state, asked.names
    named = [seat for seat, name in enumerate(names) if fold_accents(name) == fold_accents(rest)]
    place = read_place_name(game, rest, names) if rest else ""
    if place in speech.places(game, state):
        return (speech.space(game, state, place, names, asked.viewer, typed=False),)
    mine = not rest or questions.is_about_me(rest)
    own = [asked.seat] if mine and asked.seat is not None else range(len(names))
    said: dict[str, Message] = {}  # the same may be said of two players
    for seat in named or own:
        for message in speech.own(game, state, names, seat, asked.viewer):
            said.setdefault(asked.language.tell(message), message)
    return tuple(said.values())


def _look(asked: Asked, rest: str) -> Answer:
    """What is on a space."""
    return _about_space(asked, "look", speech.space, rest)


def _around(asked: Asked, rest: str) -> Answer:
    """What is around a space."""
    return _about_space(asked, "around", speech.neighbours, rest)


def _about_space(asked: Asked, about: str, describe: Callable[..., Message], rest: str) -> Answer:
    if not rest:
        return (_say(N_("Say which space, for example: {example}"), example=_example(about, asked)),)
    return (describe(asked.game, asked.state, rest, asked.names, asked.viewer),)


def _last(asked: Asked, rest: str) -> Answer:
    """What happened last; to one who asks alone, also what only they learned by it."""
    del rest
    match, game, names = asked.match, asked.game, asked.names
    if not match.names:
        return (_say(N_("Nothing has been played yet.")),)
    before, name, after = match.before(match.ply - 1), match.names[-1], match.state
    told = speech.tell(game, before, name, after, names, asked.viewer)
    learned = None if asked.seat is None else speech.secret(game, before, name, after, names, asked.seat)
    return (*told, learned) if learned else told


def _rules(asked: Asked, rest: str) -> Answer:
    """The rules in short, or one by its number."""
    if not rest:
        return speech.rules(asked.game, asked.match.setup, asked.names)
    return (explain_rule(asked, rest) or _rule_numbers(asked, rest),)


def _rule_numbers(asked: Asked, wrong: str) -> Message:
    """Which rules there are, if somebody asks for another one."""
    letters, last_rule = asked.game.rule_numbers
    return _say(
        N_("There is no rule {rule}; {game} has {first} to {last}. Type for example: {example}")
        if last_rule
        else N_("There is no rule {rule}; {game} numbers none."),
        rule=wrong[:40],
        game=setup_texts.title(asked.game.id),
        first=f"{letters}1",
        last=f"{letters}{last_rule}",
        example=f"{questions.first_word('rules', asked.language.code)} {letters}1",
    )


def _help(asked: Asked, rest: str) -> Answer:
    """What can be asked."""
    del rest
    code = asked.language.code
    known = comma_list(questions.first_word(about, code) for about in questions.QUESTIONS)
    text = N_("Type a move in plain words, or a question: {questions}.")
    return (_say(text, questions=known),)


ANSWERS: Mapping[str, Callable[[Asked, str], Answer]] = {
    "legal": _legal,
    "why": _why,
    "what if": _what_if,
    "show": _show,
    "turn": _turn,
    "score": _score,
    "where": _where,
    "look": _look,
    "around": _around,
    "last": _last,
    "rules": _rules,
    "help": _help,
}


def _example(about: str, asked: Asked) -> str:
    """A question about a space, as an example."""
    places = [place for place in speech.places(asked.game, asked.state) if place.isalnum()]
    place = asked.example_place or (places[len(places) // 2] if places else "…")
    return f"{questions.first_word(about, asked.language.code)} {place}"


def _say(text: str, **values: object) -> Message:
    return Message(text, values)


def _verbatim(text: str) -> Message:
    return Message("{text}", {"text": text})


def not_understood(asked: Asked, text: str) -> Complaint:
    """For a text that is neither an action nor a question."""
    example = questions.first_word("help", asked.language.code)
    wrong = N_("“{given}” is neither a move nor a question here. What you can ask: type {example}.")
    return Complaint(wrong, given=text[:LONGEST_NAME], example=example)

"""Default words for games without a `words` module: names of actions, and fields of views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from moleworks.core.game import CHANCE, AnyGame, Setup, State, View
from moleworks.core.messages import N_, Complaint, Message, Refusal
from moleworks.speech.sentences import Names, chance_of_winning, comma_list, say, semicolon_list

LONGEST_LIST = 12
"""Of a longer list of actions only the number is given."""
OWN_SENTENCES = frozenset({"phase", "seat", "scores"})
"""Fields of a view that have sentences of their own."""


def ask(game: AnyGame, state: State, names: Names) -> Message:
    """Who is to act, with the legal actions if they are few and nothing is hidden."""
    actor = game.actor(state)
    if actor is None:
        return _result(game, state, names)
    if actor == CHANCE:
        return say(N_("Chance decides."))
    if game.has_secrets:  # everybody reads this, and what a seat can do may depend on what only it knows
        return say(N_("{player} is to act."), player=names[actor])
    legal = [game.name(state, action) for action in game.publicly_legal(state)]
    if len(legal) > LONGEST_LIST:
        return say(N_("{player}, choose one of {count} actions."), player=names[actor], count=len(legal))
    return say(N_("{player}, choose: {actions}."), player=names[actor], actions=comma_list(legal))


def _result(game: AnyGame, state: State, names: Names) -> Message:
    outcome = game.outcome(state)
    if outcome is not None and outcome.winner is not None:
        return say(N_("{player} has won."), player=names[outcome.winner])
    if outcome is not None and outcome.draw:
        return say(N_("It is a draw."))
    return say(N_("The game is over."))


def tell(
    game: AnyGame, before: State, action: str, after: State, names: Names, seat: int | None
) -> tuple[Message, ...]:
    """The name of the action and who did it, and the result if it ended the game."""
    del seat  # `secret` tells what only a seat knows
    actor = game.actor(before)
    if not game.is_public(action):
        message = say(N_("Something happens that not everybody sees."))
    elif actor is None or actor == CHANCE:
        message = say(N_("Chance: {action}."), action=action)
    else:
        message = say(N_("{player}: {action}."), player=names[actor], action=action)
    return (message,) if game.actor(after) is not None else (message, _result(game, after, names))


def secret(
    game: AnyGame, before: State, action: str, after: State, names: Names, seat: int
) -> Message | None:
    """The fields of the seat's view that changed and that others do not see."""
    del action, names
    known = _private(game, before, seat)
    learned = {name: value for name, value in _private(game, after, seat).items() if known.get(name) != value}
    return say(N_("Only you know: {facts}."), facts=comma_list(_fields(learned))) if learned else None


def position(game: AnyGame, state: State, names: Names, seat: int | None) -> tuple[Message, ...]:
    """Every field of the view by its name, and the points."""
    shown = {name: value for name, value in game.view(state, seat).items() if name not in OWN_SENTENCES}
    return (*_fields(shown), *standing(game, state, names))


def standing(game: AnyGame, state: State, names: Names) -> tuple[Message, ...]:
    """The points of every seat; nothing in a game without points."""
    scores = game.scores(state) or ()
    text = N_("{player}: points {points}.")
    return tuple(say(text, player=names[seat], points=points) for seat, points in enumerate(scores))


def own(game: AnyGame, state: State, names: Names, of: int, seat: int | None) -> tuple[Message, ...]:
    """The points of the seat `of`, and to itself what only it knows."""
    known = notebook(game, state, names, of) if of == seat else ()
    scores = game.scores(state)
    if scores is None:
        return known
    return (say(N_("{player}: points {points}."), player=names[of], points=scores[of]), *known)


def notebook(game: AnyGame, state: State, names: Names, seat: int) -> tuple[Message, ...]:
    """The fields of the seat's view that others do not see."""
    del names
    return tuple(_fields(_private(game, state, seat)))


def space(game: AnyGame, state: State, name: str, names: Names, seat: int | None) -> Message:
    """Always a `Complaint`: the default words know no places."""
    del state, names, seat
    raise Complaint(
        N_("{game} does not tell of places; there is no {name}."), game=Message(game.title), name=name
    )


neighbours = space


def action(game: AnyGame, state: State, name: str) -> Message:
    """The name of the action as it is."""
    del game, state
    return _verbatim(name)


def reason(refusal: Refusal) -> Message:
    """The refusal as its rule puts it."""
    return Message(refusal.text, refusal.values)


def rules(setup: Setup) -> tuple[Message, ...]:
    """Nothing: the default words know no rules."""
    del setup
    return ()


def who_begins() -> Message:
    """The question for who takes seat 0."""
    return say(N_("Who begins?"))


def places(setup: Setup) -> tuple[str, ...]:
    """Nothing: the default words know no places."""
    del setup
    return ()


def chapter(view: View) -> Message | None:
    """None: the default words know no parts of a game."""
    del view
    return None


def value(view: View, value: float, *, proven: bool) -> Message:
    """The chance of winning."""
    del view
    return chance_of_winning(value, proven=proven)


def _private(game: AnyGame, state: State, seat: int) -> dict[str, object]:
    """The fields in which the view of a seat differs from the public one."""
    public = game.view(state, None)
    return {name: value for name, value in game.view(state, seat).items() if public.get(name) != value}


def _fields(fields: Mapping[str, object]) -> Iterator[Message]:
    for name, value in fields.items():
        yield Message(N_("{name}: {value}"), {"name": name.replace("_", " "), "value": _readable(value)})


def _readable(value: object) -> object:
    """A value of a view in readable form."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return say(N_("yes") if value else N_("no"))
    if isinstance(value, Mapping):
        return comma_list(_fields({str(key): part for key, part in value.items()})) if value else "–"
    if isinstance(value, list | tuple):
        parts = [_readable(part) for part in value]
        nested = any(isinstance(part, list | tuple) for part in value)
        return (semicolon_list(parts) if nested else comma_list(parts)) if value else "–"
    return str(value)


def _verbatim(text: str) -> Message:
    return Message("{text}", {"text": text})

"""Sentences for Buddel Bande at tables that hide the tags of the moles: moles are named by their places.

A mole on a hill is the small mole there, as no hill has two. In the haystack every mole keeps its place in
the row of its size, which is the same for all seats; so a place tells as much as a look at the board.
"""

from __future__ import annotations

from collections.abc import Callable

from moleworks.core.game import Game, Setup
from moleworks.core.messages import N_, Message, Refusal
from moleworks.games.buddel_bande import piece_names, words
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.buddel_bande.view_types import BuddelBandeView, own_view
from moleworks.games.buddel_bande.words import ask, chapter, places, value, who_begins
from moleworks.speech.emblems import emblem
from moleworks.speech.sentences import Names, say, with_label

__all__ = [
    "action",
    "ask",
    "chapter",
    "neighbours",
    "notebook",
    "own",
    "places",
    "position",
    "reason",
    "rules",
    "secret",
    "space",
    "standing",
    "tell",
    "value",
    "who_begins",
]

FROM_HILL_TO_HILL = N_("{mole}: from hill {start} to hill {end}")
FROM_HAYSTACK_TO_HILL = N_("{mole}: from the haystack, place {place}, to hill {end}")
SIZE_OF_TEXT = {text: size for size, text in piece_names.MOLES.items()}


def tell(
    game: Game[BuddelBandeState],
    before: BuddelBandeState,
    action: str,
    after: BuddelBandeState,
    names: Names,
    seat: int | None,
) -> tuple[Message, ...]:
    """The same as with tags. A sentence about a move says where it begins; one about the dog does not."""
    name_of = _mole_there if action.startswith("dog") else _mole
    return _all_by_place(words.tell(game, before, action, after, names, seat), _public(game, before), name_of)


def secret(
    game: Game[BuddelBandeState],
    before: BuddelBandeState,
    action: str,
    after: BuddelBandeState,
    names: Names,
    seat: int,
) -> Message | None:
    """Whose mole it is that stands there now."""
    del action
    learned = words.learned_mole(game, before, after, seat)
    if learned is None:
        return None
    name, owner = learned
    text = N_("{mole}: underneath is {animal}, and it is yours.")
    if owner != seat:
        text = N_("{mole}: underneath is {animal}, and it is {owner}'s.")
    return say(
        text,
        mole=_mole_there(_public(game, after), name),
        animal=say(words.ANIMALS[emblem(names, owner)]),
        owner=names[owner],
    )


def position(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, seat: int | None
) -> tuple[Message, ...]:
    """Every place with the mole on it; those in the haystack by their places in it."""
    return _all_by_place(words.position(game, state, names, seat), _public(game, state))


def standing(game: Game[BuddelBandeState], state: BuddelBandeState, names: Names) -> tuple[Message, ...]:
    """Which sizes each player has at home."""
    return _all_by_place(words.standing(game, state, names), _public(game, state))


def own(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, of: int, seat: int | None
) -> tuple[Message, ...]:
    """The moles of a seat at home, and what else the view knows."""
    return _all_by_place(words.own(game, state, names, of, seat), _public(game, state))


def notebook(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, seat: int
) -> tuple[Message, ...]:
    """Nothing: at such a table players remember."""
    del game, state, names, seat
    return ()


def space(
    game: Game[BuddelBandeState], state: BuddelBandeState, name: str, names: Names, seat: int | None
) -> Message:
    """A hill, a mole, the dog, the haystack or home."""
    return _by_place(words.space(game, state, name, names, seat), _public(game, state), _mole)


def neighbours(
    game: Game[BuddelBandeState], state: BuddelBandeState, name: str, names: Names, seat: int | None
) -> Message:
    """The hills before and after a hill or a mole."""
    return _by_place(words.neighbours(game, state, name, names, seat), _public(game, state), _mole)


def action(game: Game[BuddelBandeState], state: BuddelBandeState, name: str) -> Message:
    """`small mole: from hill 3 to hill 7` and the like."""
    piece, goes, goal = name.partition(">")
    view = _public(game, state)
    if not goes or piece not in view["moles"]:
        return words.action(game, state, name)
    at = view["moles"][piece]["at"]
    mole = piece_names.face(piece[0])
    if at:
        text = N_("{mole}: from hill {start} home") if goal == "home" else FROM_HILL_TO_HILL
        return say(text, mole=mole, start=at, end=goal)
    text = N_("{mole}: from the haystack, place {place}, home") if goal == "home" else FROM_HAYSTACK_TO_HILL
    return say(text, mole=mole, place=piece[1:], end=goal)


def reason(refusal: Refusal) -> Message:
    """The player has just named the mole by its place."""
    named = {"mole": say(N_("this mole"))} if "mole" in refusal.values else {}
    return say(refusal.text, **{**refusal.values, **named})


def rules(setup: Setup) -> tuple[Message, ...]:
    """The same, but for how a mole is named."""
    by_place = (
        say(
            N_(
                "A mole goes forward to the next free hill with that symbol,"
                " such as small 7 for the one on hill 7."
            )
        ),
        say(N_("For a mole in the haystack, name its place there, such as small haystack 2.")),
        say(N_("Moles of one size look alike at this table: remember whose they are.")),
    )
    found: list[Message] = []
    for message in words.rules(setup):
        found += by_place if message.text == words.HOW_TO_TYPE_A_MOLE else (message,)
    return tuple(found)


NameOf = Callable[[BuddelBandeView, str], Message]


def _mole(view: BuddelBandeView, name: str) -> Message:
    """A mole whose place is told beside it; in the haystack there may be several of its size."""
    mole = piece_names.face(name[0])
    if view["moles"][name]["at"]:
        return mole
    return with_label(mole, say(N_("place {place}"), place=name[1:]))


def _mole_there(view: BuddelBandeView, name: str) -> Message:
    """A mole with its place."""
    at = view["moles"][name]["at"]
    place = say(N_("hill {hill}"), hill=at) if at else say(N_("haystack, place {place}"), place=name[1:])
    return with_label(piece_names.face(name[0]), place)


def _public(game: Game[BuddelBandeState], state: BuddelBandeState) -> BuddelBandeView:
    """Where the moles are, which everybody sees."""
    return own_view(game.view(state, None))


def _all_by_place(
    messages: tuple[Message, ...], view: BuddelBandeView, name_of: NameOf = _mole
) -> tuple[Message, ...]:
    return tuple(_by_place(message, view, name_of) for message in messages)


def _by_place(message: Message, view: BuddelBandeView, name_of: NameOf) -> Message:
    """Replace names of moles at any depth of the message."""
    size = SIZE_OF_TEXT.get(message.text)
    if size is not None:
        return name_of(view, f"{size}{message.values['number']}")
    values = {
        key: _by_place(value, view, name_of) if isinstance(value, Message) else value
        for key, value in message.values.items()
    }
    return Message(message.text, values)

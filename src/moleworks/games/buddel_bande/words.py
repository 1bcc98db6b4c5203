"""Sentences for Buddel Bande. Owners are taken from views only, never from the names of actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from moleworks.core.bits import members
from moleworks.core.game import Game, Setup, View
from moleworks.core.messages import N_, Message, Refusal
from moleworks.games.buddel_bande import piece_names
from moleworks.games.buddel_bande.board import board_of, mole_name, mole_number, mole_numbers
from moleworks.games.buddel_bande.game import BuddelBandeState
from moleworks.games.buddel_bande.rules import MOLES_EACH
from moleworks.games.buddel_bande.view_types import BuddelBandeView, moles_at, moles_at_home, own_view
from moleworks.speech.emblems import emblem
from moleworks.speech.sentences import (
    Names,
    chance_of_winning,
    comma_list,
    describe_neighbours,
    describe_place,
    mover,
    place_with_content,
    plural,
    say,
    with_label,
)

MOVE = {
    "Sc": N_("{player}: move a small mole to the next free clover."),
    "Sl": N_("{player}: move a small mole to the next free leaf."),
    "Sf": N_("{player}: move a small mole to the next free flower."),
    "Mc": N_("{player}: move a medium mole to the next free clover."),
    "Ml": N_("{player}: move a medium mole to the next free leaf."),
    "Mf": N_("{player}: move a medium mole to the next free flower."),
    "Lc": N_("{player}: move a large mole to the next free clover."),
    "Ll": N_("{player}: move a large mole to the next free leaf."),
    "Lf": N_("{player}: move a large mole to the next free flower."),
    "Ac": N_("{player}: move any mole to the next free clover."),
    "Al": N_("{player}: move any mole to the next free leaf."),
    "Af": N_("{player}: move any mole to the next free flower."),
    "Dc": N_("{player}: move the dog to another hill with clover."),
    "Dl": N_("{player}: move the dog to another hill with a leaf."),
    "Df": N_("{player}: move the dog to another hill with a flower."),
    "Ec": N_("{player}: move any mole to the next free clover, or the dog to another hill with clover."),
    "El": N_("{player}: move any mole to the next free leaf, or the dog to another hill with a leaf."),
    "Ef": N_("{player}: move any mole to the next free flower, or the dog to another hill with a flower."),
}
"""What to do, by the face of the mole die."""

HOME_OR_PASS = {
    "S": N_("{player}: send a small mole home, or pass."),
    "M": N_("{player}: send a medium mole home, or pass."),
    "L": N_("{player}: send a large mole home, or pass."),
    "A": N_("{player}: send any mole home, or pass."),
}
HOME_UNLESS_OWN = {
    "S": N_("{player}: send a small mole home. You may pass if you know none of them as your own."),
    "M": N_("{player}: send a medium mole home. You may pass if you know none of them as your own."),
    "L": N_("{player}: send a large mole home. You may pass if you know none of them as your own."),
    "A": N_("{player}: send any mole home. You may pass if you know none of them as your own."),
}
"""Everybody hears this, so it does not say whether the player may pass: that is a secret (BB10)."""
DEAL = {
    "S": N_("The small moles are being mixed."),
    "M": N_("The medium moles are being mixed."),
    "L": N_("The large moles are being mixed."),
}
DEALT = {
    "S": N_("The small moles are mixed and sit on the haystack."),
    "M": N_("The medium moles are mixed and sit on the haystack."),
    "L": N_("The large moles are mixed and sit on the haystack."),
}
DEAD = {
    "S": N_("No small mole can move, so the dice are rolled again ({rule})."),
    "M": N_("No medium mole can move, so the dice are rolled again ({rule})."),
    "L": N_("No large mole can move, so the dice are rolled again ({rule})."),
}
"""For rolls that move nothing. Those are faces of one size: the dog can always go (BB11)."""

OWN = {
    "S": N_("Underneath small mole {number} is {animal}: it is yours."),
    "M": N_("Underneath medium mole {number} is {animal}: it is yours."),
    "L": N_("Underneath large mole {number} is {animal}: it is yours."),
}
OTHER = {
    "S": N_("Underneath small mole {number} is {animal}: it is {owner}'s."),
    "M": N_("Underneath medium mole {number} is {animal}: it is {owner}'s."),
    "L": N_("Underneath large mole {number} is {animal}: it is {owner}'s."),
}
HILLS = {
    "c": N_("Hills with clover: {hills}."),
    "l": N_("Hills with a leaf: {hills}."),
    "f": N_("Hills with a flower: {hills}."),
}
HOW_TO_TYPE_A_MOLE = N_(
    "A mole goes forward to the next free hill with that symbol, such as small mole 1, or S1."
)
ANIMALS = (N_("the ant"), N_("the ladybird"), N_("the earthworm"), N_("the snail"))


class BuddelBandeFacts(NamedTuple):
    """Facts that never change and so are not in views."""

    symbols: str
    """The symbols of the hills 1 to N."""
    last: int
    """The number of the last hill."""
    either: bool
    """Whether face E lets the player choose between the dog and a mole."""


def board_facts(state: BuddelBandeState) -> BuddelBandeFacts:
    """What the sentences need to know of the board and the options."""
    board = board_of(state.setup)
    return BuddelBandeFacts(board.track, board.last, state.setup.options["either"] == "choose")


def ask(game: Game[BuddelBandeState], state: BuddelBandeState, names: Names) -> Message:
    """Who rolls, or what the roll allows."""
    if game.actor(state) is None:
        return _result(game, state, names)
    phase = game.phase(state)
    if phase == "deal":
        name = game.name(state, game.legal(state)[0])
        return say(DEAL[name.removeprefix("deal:")[0]])
    player = names[mover(game, state)]
    if phase == "roll":
        return say(N_("{player}: roll the dice."), player=player)
    dice = own_view(game.view(state, None))["dice"]
    assert dice is not None, "dice were rolled before a seat acts"
    face, symbol = dice[0], dice[1]
    legal = [game.name(state, action) for action in game.publicly_legal(state)]
    if "pass" in legal:
        texts = HOME_OR_PASS if state.setup.options["pass"] == "any" else HOME_UNLESS_OWN
        return say(texts[face], player=player)
    if all(name.startswith("dog") for name in legal):
        face = "D"
    return say(MOVE[face + symbol], player=player)


def tell(
    game: Game[BuddelBandeState],
    before: BuddelBandeState,
    action: str,
    after: BuddelBandeState,
    names: Names,
    seat: int | None,
) -> tuple[Message, ...]:
    """The deal, the roll, a pass or a move, and the end of the game."""
    if action.startswith("deal:"):
        return (say(DEALT[action.removeprefix("deal:")[0]]),)
    player = names[mover(game, before)]
    was, now = own_view(game.view(before, seat)), own_view(game.view(after, seat))
    messages: tuple[Message, ...]
    if action.startswith("="):
        messages = tuple(_tell_roll(game, action, after, player, board_facts(before)))
    elif action == "pass":
        messages = (say(N_("{player} passes."), player=player),)
    elif action.startswith("dog"):
        messages = tuple(_tell_dog_move(before, action, after, player))
    else:
        waits = not after.position.able >> mole_number(action.partition(">")[0]) & 1
        messages = tuple(_tell_mole_move(was, now, action, player, names, seat, waits=waits))
    if game.outcome(after) is not None:
        messages = (*messages, _result(game, after, names))
    return messages


def _tell_roll(
    game: Game[BuddelBandeState], action: str, after: BuddelBandeState, player: str, facts: BuddelBandeFacts
) -> Iterator[Message]:
    face, symbol = action[1], action[2]
    text = N_("{player} rolls: {face}, {symbol}.")
    yield say(text, player=player, face=_face(face, facts), symbol=piece_names.symbol(symbol))
    if game.phase(after) == "roll":
        yield say(DEAD[face], rule="BB9")


def _face(letter: str, facts: BuddelBandeFacts) -> Message:
    """The face of the mole die as the options define it: E can mean the dog only (BB4)."""
    return piece_names.face("D" if letter == "E" and not facts.either else letter)


def _tell_dog_move(
    before: BuddelBandeState, action: str, after: BuddelBandeState, player: str
) -> Iterator[Message]:
    start, end = before.position.dog, int(action.removeprefix("dog>"))
    yield say(
        N_("{player} sends the dog from hill {start} to hill {end}."), player=player, start=start, end=end
    )
    was, now = before.position.able, after.position.able
    for mole in members(now & ~was):
        yield say(N_("Now {mole} may move again."), mole=piece_names.mole(mole_name(mole)))
    for mole in members(was & ~now):
        yield say(N_("Now {mole} must wait beside the dog."), mole=piece_names.mole(mole_name(mole)))


def _tell_mole_move(
    was: BuddelBandeView,
    now: BuddelBandeView,
    action: str,
    player: str,
    names: Names,
    seat: int | None,
    *,
    waits: bool,
) -> Iterator[Message]:
    name, goal = action.split(">")
    start = was["moles"][name]["at"]
    values = {"player": player, "mole": piece_names.mole(name), "start": start, "end": goal}
    if goal == "home":
        text = N_("{player}: {mole} goes from hill {start} to the last hill.")
        if not start:
            text = N_("{player}: {mole} goes from the haystack to the last hill.")
        yield say(text, **values)
        yield from _tell_arrival(now, name, names)
        return
    text = N_("{player}: {mole} goes from hill {start} to hill {end}.")
    if not start:
        text = N_("{player}: {mole} goes from the haystack to hill {end}.")
    yield say(text, **values)
    if waits:
        yield say(N_("The dog sits there, so this mole must wait."))
    owner = was["moles"][name].get("owner")
    if owner is not None:
        text = N_("You know this mole: it is yours.")
        yield say(text if owner == seat else N_("You know this mole: it is {owner}'s."), owner=names[owner])


def _tell_arrival(now: BuddelBandeView, name: str, names: Names) -> Iterator[Message]:
    """A mole comes home, and everybody sees its owner."""
    owner = now["moles"][name]["owner"]
    values = {"owner": names[owner], "animal": say(ANIMALS[emblem(names, owner)])}
    yield say(N_("Underneath is {animal}: the mole goes home to {owner}."), **values)
    at_home = len(moles_at_home(now, owner, now["moles"][name]["at"]))
    one = N_("{owner} has 1 mole at home now.")
    yield plural(at_home, one, N_("{owner} has {count} moles at home now."), **values)


def _result(game: Game[BuddelBandeState], state: BuddelBandeState, names: Names) -> Message:
    outcome = game.outcome(state)
    assert outcome is not None
    if outcome.winner is None:
        text = N_("The game is over ({rule}): too many turns were played, so it is a draw.")
        return say(text, rule=outcome.rule)
    text = N_("The game is over ({rule}): {winner} has three moles at home and wins!")
    return say(text, rule=outcome.rule, winner=names[outcome.winner])


def secret(
    game: Game[BuddelBandeState],
    before: BuddelBandeState,
    action: str,
    after: BuddelBandeState,
    names: Names,
    seat: int,
) -> Message | None:
    """The mole that this seat was dealt (BB1), or whose owner it has just seen (BB7)."""
    del action
    learned = learned_mole(game, before, after, seat)
    if learned is None:
        return None
    name, owner = learned
    text = OWN[name[0]] if owner == seat else OTHER[name[0]]
    return say(text, number=name[1:], animal=say(ANIMALS[emblem(names, owner)]), owner=names[owner])


def learned_mole(
    game: Game[BuddelBandeState], before: BuddelBandeState, after: BuddelBandeState, seat: int
) -> tuple[str, int] | None:
    """The mole whose owner only this seat has just learned, and that owner; None if there is none."""
    was, now = own_view(game.view(before, seat)), own_view(game.view(after, seat))
    public = own_view(game.view(after, None))
    for name, mole in now["moles"].items():
        if "owner" in mole and "owner" not in was["moles"][name] and "owner" not in public["moles"][name]:
            return name, mole["owner"]
    return None


def position(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, seat: int | None
) -> tuple[Message, ...]:
    """The hills by symbol, every mole, the dog, the dice and the dens."""
    return tuple(_position(own_view(game.view(state, seat)), board_facts(state), names))


def _position(view: BuddelBandeView, facts: BuddelBandeFacts, names: Names) -> Iterator[Message]:
    yield from _hills_by_symbol(facts.symbols)
    waiting = moles_at(view, 0)
    if waiting:
        moles = comma_list(_mole_with_owner(view, name, names) for name in waiting)
        yield say(N_("Haystack: {moles}."), moles=moles)
    else:
        yield say(N_("The haystack is empty."))
    for hill in range(1, facts.last):
        for name in moles_at(view, hill):
            mole = _mole_with_owner(view, name, names)
            yield say(N_("Hill {hill}, {symbol}: {mole}."), hill=hill, symbol=_symbol(facts, hill), mole=mole)
    if moles_at(view, view["dog"]):
        text = N_("The dog sits at hill {hill}, {symbol}, beside a mole.")
    else:
        text = N_("The dog sits at hill {hill}, {symbol}.")
    yield say(text, hill=view["dog"], symbol=_symbol(facts, view["dog"]))
    if view["dice"]:
        face, symbol = _face(view["dice"][0], facts), piece_names.symbol(view["dice"][1])
        yield say(N_("The dice show: {face}, {symbol}."), face=face, symbol=symbol)
    yield from _describe_dens(view, facts, names)


def _hills_by_symbol(symbols: str) -> Iterator[Message]:
    for letter, text in HILLS.items():
        hills = [str(hill) for hill, symbol in enumerate(symbols, 1) if symbol == letter]
        if hills:
            yield say(text, hills=", ".join(hills))


def standing(game: Game[BuddelBandeState], state: BuddelBandeState, names: Names) -> tuple[Message, ...]:
    """Which moles each player has at home; at the end how many."""
    view, facts = own_view(game.view(state, None)), board_facts(state)
    if game.outcome(state) is not None:
        home = (len(moles_at_home(view, seat, facts.last)) for seat in range(len(names)))
        counts = ", ".join(f"{name} {count}" for name, count in zip(names, home, strict=True))
        return (say(N_("Moles at home: {counts}."), counts=counts),)
    return tuple(_describe_dens(view, facts, names))


def own(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, of: int, seat: int | None
) -> tuple[Message, ...]:
    """The moles of a seat: those at home, and others whose owner may be known."""
    view, facts = own_view(game.view(state, seat)), board_facts(state)
    known = [
        name for name, mole in view["moles"].items() if mole.get("owner") == of and mole["at"] < facts.last
    ]
    moles = [describe_place(piece_names.mole(name), _describe_mole(view, facts, name)) for name in known]
    return *moles, _describe_den(view, facts, names, of)


def _describe_dens(view: BuddelBandeView, facts: BuddelBandeFacts, names: Names) -> Iterator[Message]:
    for seat in range(len(view["moles"]) // MOLES_EACH):
        yield _describe_den(view, facts, names, seat)


def _describe_den(view: BuddelBandeView, facts: BuddelBandeFacts, names: Names, seat: int) -> Message:
    home = moles_at_home(view, seat, facts.last)
    player = with_label(names[seat], piece_names.animal(emblem(names, seat)))
    if home:
        moles = comma_list(map(piece_names.mole, home))
        return say(N_("{player}, moles at home: {moles}."), player=player, moles=moles)
    return say(N_("{player}: no mole at home yet."), player=player)


def _symbol(facts: BuddelBandeFacts, hill: int) -> Message:
    return piece_names.symbol(facts.symbols[hill - 1])


def _mole_with_owner(view: BuddelBandeView, name: str, names: Names) -> Message:
    """A mole, with its owner if the view contains it."""
    owner = view["moles"][name].get("owner")
    return piece_names.mole(name) if owner is None else with_label(piece_names.mole(name), names[owner])


def notebook(
    game: Game[BuddelBandeState], state: BuddelBandeState, names: Names, seat: int
) -> tuple[Message, ...]:
    """The moles on their way by owner, as far as this seat knows, its own first; then the unknown ones."""
    return tuple(_notebook(own_view(game.view(state, seat)), board_facts(state), names, seat))


def _notebook(view: BuddelBandeView, facts: BuddelBandeFacts, names: Names, seat: int) -> Iterator[Message]:
    """What the seat knows about moles that are not at home, its own first."""
    away = {name: mole for name, mole in view["moles"].items() if mole["at"] < facts.last}
    for owner in sorted(range(len(names)), key=lambda other: other != seat):
        known = [name for name, mole in away.items() if mole.get("owner") == owner]
        if known:
            moles = comma_list(
                with_label(piece_names.mole(name), _place(facts, away[name]["at"])) for name in known
            )
            yield say(
                N_("{player}: {moles}."),
                player=with_label(names[owner], piece_names.animal(emblem(names, owner))),
                moles=moles,
            )
    unknown = [name for name, mole in away.items() if "owner" not in mole]
    if unknown:
        yield say(N_("Not known yet: {moles}."), moles=comma_list(map(piece_names.mole, unknown)))


def space(
    game: Game[BuddelBandeState], state: BuddelBandeState, name: str, names: Names, seat: int | None
) -> Message:
    """A hill with its symbol and who is on it, a mole, the dog, the haystack or home."""
    view, facts = own_view(game.view(state, seat)), board_facts(state)
    if name.upper() in view["moles"]:
        mole = name.upper()
        return describe_place(_mole_with_owner(view, mole, names), _describe_mole(view, facts, mole))
    if name == "dog":
        return describe_place(piece_names.face("D"), _describe_dog(view, facts, names))
    hill = _hill(view, facts, name)
    if hill is None:
        return say(N_("There is no place {place} on this track."), place=name)
    if hill == 0:
        small, medium, large = (
            sum(mole[0] == size for mole in moles_at(view, 0)) for size in piece_names.SIZES
        )
        text = N_("Haystack: small {small}, medium {medium}, large {large}.")
        return say(text, small=small, medium=medium, large=large)
    if hill == facts.last:
        dens = [f"{player} {len(moles_at_home(view, owner, hill))}" for owner, player in enumerate(names)]
        return say(N_("Home: {dens}."), dens=", ".join(dens))
    return say(
        N_("Hill {hill}: {content}."), hill=hill, content=comma_list(_content(view, facts, hill, names))
    )


def _hill(view: BuddelBandeView, facts: BuddelBandeFacts, name: str) -> int | None:
    """The number of a place; the haystack is 0."""
    places = {"haystack": 0, "home": facts.last, "dog": view["dog"]}
    return (places | {str(number): number for number in range(facts.last + 1)}).get(name)


def neighbours(
    game: Game[BuddelBandeState], state: BuddelBandeState, name: str, names: Names, seat: int | None
) -> Message:
    """The hills before and after a hill or a mole."""
    view, facts = own_view(game.view(state, seat)), board_facts(state)
    mole = view["moles"].get(name.upper())
    hill = mole["at"] if mole else _hill(view, facts, name)
    if hill is None:
        return space(game, state, name, names, seat)
    near = [other for other in (hill - 1, hill + 1) if 0 <= other <= facts.last]
    return describe_neighbours(_place(facts, hill), (_beside(view, facts, other, names) for other in near))


def _place(facts: BuddelBandeFacts, hill: int) -> Message:
    if hill == 0:
        return say(N_("haystack"))
    return say(N_("home")) if hill == facts.last else say(N_("hill {hill}"), hill=hill)


def _beside(view: BuddelBandeView, facts: BuddelBandeFacts, hill: int, names: Names) -> Message:
    place = _place(facts, hill)
    return place_with_content(place, _content(view, facts, hill, names)) if 0 < hill < facts.last else place


def _content(view: BuddelBandeView, facts: BuddelBandeFacts, hill: int, names: Names) -> Iterator[Message]:
    yield _symbol(facts, hill)
    moles = [_mole_with_owner(view, name, names) for name in moles_at(view, hill)]
    yield from moles or [say(N_("free"))]
    if view["dog"] == hill:
        yield say(N_("dog"))


def _describe_mole(view: BuddelBandeView, facts: BuddelBandeFacts, name: str) -> Iterator[Message]:
    """Where a mole is, and what is there."""
    at = view["moles"][name]["at"]
    yield _place(facts, at)
    if 0 < at < facts.last:
        yield _symbol(facts, at)
        if view["dog"] == at:
            yield say(N_("dog"))


def _describe_dog(view: BuddelBandeView, facts: BuddelBandeFacts, names: Names) -> Iterator[Message]:
    yield _place(facts, view["dog"])
    yield _symbol(facts, view["dog"])
    yield from (_mole_with_owner(view, name, names) for name in moles_at(view, view["dog"]))


def action(game: Game[BuddelBandeState], state: BuddelBandeState, name: str) -> Message:
    """`small mole 1 to hill 7` and the like, never with an owner."""
    del game, state  # the owner of a mole must not be in these words
    piece, goes, goal = name.partition(">")
    if name.startswith("="):
        return say(
            N_("dice: {face}, {symbol}"), face=piece_names.face(name[1]), symbol=piece_names.symbol(name[2])
        )
    if name.startswith("deal:"):
        return say(N_("the deal"))
    if not goes:
        return say(N_("pass"))
    messages = piece_names.face("D") if piece == "dog" else piece_names.mole(piece)
    return with_label(messages, say(N_("home")) if goal == "home" else say(N_("hill {hill}"), hill=goal))


def rules(setup: Setup) -> tuple[Message, ...]:
    """The goal, a turn, and how actions are typed."""
    return tuple(_rules(setup))


def _rules(setup: Setup) -> Iterator[Message]:
    options = setup.options
    yield say(N_("Bring your three moles home first; your animal is hidden underneath each of them."))
    if options["know_own"]:
        yield say(N_("You know where your own moles start, and nobody else does: remember them."))
    else:
        yield say(N_("At first nobody knows whose mole is whose."))
    yield say(N_("Two dice say who moves, and to which symbol: clover, leaf or flower."))
    yield say(HOW_TO_TYPE_A_MOLE)
    yield say(N_("You may move any mole of the right size, and then you alone learn whose it is."))
    yield say(N_("The dog goes to another hill with that symbol, forward or back, such as dog 9."))
    if options["either"] == "choose":
        yield say(N_("A mole beside the dog cannot move; if the die shows both, you choose dog or mole."))
    else:
        yield say(N_("A mole beside the dog cannot move; whenever the die shows the dog, the dog goes."))
    yield say(N_("With no such hill ahead, a mole is turned up for all to see and goes home to its owner."))
    if options["pass"] == "any":
        yield say(N_("If every move would take a mole home, you may pass."))
    else:
        text = N_("If every move would take a mole home, none of them known as yours, you may pass.")
        yield say(text)
    yield say(N_("Three moles at home win, whoever moved them."))


def board_map(setup: Setup) -> tuple[Message, ...]:
    """The track from the haystack home, and which hills have which symbol."""
    board = board_of(setup)
    text = N_("A track leads from the haystack over the hills 1 to {last}, then home.")
    return say(text, last=board.last - 1), *_hills_by_symbol(board.track)


def reason(refusal: Refusal) -> Message:
    """Replace names of moles such as S1 by words."""
    words = {"mole": piece_names.mole(str(refusal.values["mole"]))} if "mole" in refusal.values else {}
    return say(refusal.text, **{**refusal.values, **words})


def who_begins() -> Message:
    """How people choose who begins."""
    return say(N_("Who saw a mole last? That player begins."))


def places(setup: Setup) -> tuple[str, ...]:
    """The haystack, the hills and home, then the pieces."""
    hills = [str(hill) for hill in range(1, board_of(setup).last)]
    return ("haystack", *hills, "home", "dog", *map(mole_name, mole_numbers(setup.players)))


def chapter(view: View) -> Message | None:
    """None: there are neither rounds nor boards."""
    del view  # there are neither rounds nor boards
    return None


def value(view: View, value: float, *, proven: bool) -> Message:
    """The chance of winning."""
    del view  # it is always a chance of winning
    return chance_of_winning(value, proven=proven)

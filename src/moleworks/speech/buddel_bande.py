"""Buddel Bande in words. An owner is only ever taken from a view, never from the name of an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moleworks.games import Game, Message, Refusal, Setup, View
from moleworks.games.game import N_
from moleworks.speech import things
from moleworks.speech.facts import Track, track
from moleworks.speech.parts import Names, around, beside, counted, described, labelled, listed, mover, say

MOVE = {
    "Sc": N_("{player}: small mole to the next free clover."),
    "Sl": N_("{player}: small mole to the next free leaf."),
    "Sf": N_("{player}: small mole to the next free flower."),
    "Mc": N_("{player}: medium mole to the next free clover."),
    "Ml": N_("{player}: medium mole to the next free leaf."),
    "Mf": N_("{player}: medium mole to the next free flower."),
    "Lc": N_("{player}: large mole to the next free clover."),
    "Ll": N_("{player}: large mole to the next free leaf."),
    "Lf": N_("{player}: large mole to the next free flower."),
    "Ac": N_("{player}: any mole to the next free clover."),
    "Al": N_("{player}: any mole to the next free leaf."),
    "Af": N_("{player}: any mole to the next free flower."),
    "Dc": N_("{player}: dog to another hill with clover."),
    "Dl": N_("{player}: dog to another hill with a leaf."),
    "Df": N_("{player}: dog to another hill with a flower."),
    "Ec": N_("{player}: any mole to the next free clover, or the dog to another hill with clover."),
    "El": N_("{player}: any mole to the next free leaf, or the dog to another hill with a leaf."),
    "Ef": N_("{player}: any mole to the next free flower, or the dog to another hill with a flower."),
}
"""What to do, by the dice."""

HOME_OR_PASS = {
    "S": N_("{player}: send a small mole home, or pass."),
    "M": N_("{player}: send a medium mole home, or pass."),
    "L": N_("{player}: send a large mole home, or pass."),
    "A": N_("{player}: send any mole home, or pass."),
}
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
    "S": N_("No small mole can move, so the dice are rolled again."),
    "M": N_("No medium mole can move, so the dice are rolled again."),
    "L": N_("No large mole can move, so the dice are rolled again."),
}
"""Of a roll that moves nothing; the dog can always go, and two moles at least are on their way (BB12)."""

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
ANIMALS = (N_("the ant"), N_("the ladybird"), N_("the earthworm"), N_("the snail"))


def ask(game: Game[Any], state: Any, names: Names) -> Message:
    if game.actor(state) is None:
        return _result(game, state, names)
    phase = game.phase(state)
    if phase == "deal":
        name = game.name(state, game.legal(state)[0])
        return say(DEAL[name.removeprefix("deal:")[0]])
    player = names[mover(game, state)]
    if phase == "roll":
        return say(N_("{player}: roll the dice."), player=player)
    face, symbol = game.view(state, None)["dice"]
    legal = [game.name(state, action) for action in game.legal(state)]
    if "pass" in legal:
        return say(HOME_OR_PASS[face], player=player)
    if all(name.startswith("dog") for name in legal):
        face = "D"
    return say(MOVE[face + symbol], player=player)


def tell(
    game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int | None
) -> tuple[Message, ...]:
    if action.startswith("deal:"):
        return (say(DEALT[action.removeprefix("deal:")[0]]),)
    player = names[mover(game, before)]
    was, now = game.view(before, seat), game.view(after, seat)
    told: tuple[Message, ...]
    if action.startswith("="):
        told = tuple(_rolled(game, action, after, player, track(before)))
    elif action == "pass":
        told = (say(N_("{player} passes."), player=player),)
    elif action.startswith("dog"):
        told = tuple(_chased(was, action, player))
    else:
        told = tuple(_moved(was, now, action, player, names, seat))
    if game.outcome(after) is not None:
        told = (*told, _result(game, after, names))
    return told


def _rolled(game: Game[Any], action: str, after: Any, player: str, way: Track) -> Iterator[Message]:
    face, symbol = action[1], action[2]
    text = N_("{player} rolls: {face}, {symbol}.")
    yield say(text, player=player, face=_face(face, way), symbol=things.symbol(symbol))
    if game.phase(after) == "roll":
        yield say(DEAD[face])


def _face(letter: str, way: Track) -> Message:
    """What the mole die shows, as it is played: E may mean the dog alone (BB4)."""
    return things.face("D" if letter == "E" and not way.either else letter)


def _chased(was: View, action: str, player: str) -> Iterator[Message]:
    start, end = was["dog"], int(action.removeprefix("dog>"))
    yield say(
        N_("{player} sends the dog from hill {start} to hill {end}."), player=player, start=start, end=end
    )
    for name in _on(was, start):
        yield say(N_("Now {mole} may move again."), mole=things.mole(name))
    for name in _on(was, end):
        yield say(N_("Now {mole} must wait beside the dog."), mole=things.mole(name))


def _moved(
    was: View, now: View, action: str, player: str, names: Names, seat: int | None
) -> Iterator[Message]:
    name, goal = action.split(">")
    start = was["moles"][name]["at"]
    values = {"player": player, "mole": things.mole(name), "start": start, "end": goal}
    if goal == "home":
        text = N_("{player}: {mole} goes from hill {start} to the last hill.")
        if not start:
            text = N_("{player}: {mole} goes from the haystack to the last hill.")
        yield say(text, **values)
        yield from _home(now, name, names)
        return
    text = N_("{player}: {mole} goes from hill {start} to hill {end}.")
    if not start:
        text = N_("{player}: {mole} goes from the haystack to hill {end}.")
    yield say(text, **values)
    if int(goal) == was["dog"]:
        yield say(N_("The dog sits there, so this mole must wait."))
    owner = was["moles"][name].get("owner")
    if owner is not None:
        text = N_("You know this mole: it is yours.")
        yield say(text if owner == seat else N_("You know this mole: it is {owner}'s."), owner=names[owner])


def _home(now: View, name: str, names: Names) -> Iterator[Message]:
    """A mole is turned up, and everybody sees whose it is."""
    owner = now["moles"][name]["owner"]
    values = {"owner": names[owner], "animal": say(ANIMALS[owner])}
    yield say(N_("Underneath is {animal}: the mole goes home to {owner}."), **values)
    at_home = len(_den(now, owner, now["moles"][name]["at"]))
    one = N_("{owner} has 1 mole at home now.")
    yield counted(at_home, one, N_("{owner} has {count} moles at home now."), **values)


def _on(view: View, hill: int) -> list[str]:
    """The moles in one place."""
    return [name for name, mole in view["moles"].items() if mole["at"] == hill]


def _den(view: View, seat: int, last: int) -> list[str]:
    """The moles a seat has at home."""
    return [name for name in _on(view, last) if view["moles"][name]["owner"] == seat]


def _result(game: Game[Any], state: Any, names: Names) -> Message:
    outcome = game.outcome(state)
    assert outcome is not None
    if outcome.winner is None:
        text = N_("The game is over ({rule}): too many turns were played, so it is a draw.")
        return say(text, rule=outcome.rule)
    text = N_("The game is over ({rule}): {winner} has three moles at home and wins!")
    return say(text, rule=outcome.rule, winner=names[outcome.winner])


def secret(game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int) -> Message | None:
    """The mole that this seat has just been dealt (BB1) or has looked under (BB7)."""
    del action
    was, now, public = game.view(before, seat), game.view(after, seat), game.view(after, None)
    for name, mole in now["moles"].items():
        if "owner" in mole and "owner" not in was["moles"][name] and "owner" not in public["moles"][name]:
            owner = mole["owner"]
            text = OWN[name[0]] if owner == seat else OTHER[name[0]]
            return say(text, number=name[1:], animal=say(ANIMALS[owner]), owner=names[owner])
    return None


def position(game: Game[Any], state: Any, names: Names, seat: int | None) -> tuple[Message, ...]:
    return tuple(_position(game.view(state, seat), track(state), names))


def _position(view: View, way: Track, names: Names) -> Iterator[Message]:
    for letter, text in HILLS.items():
        hills = [str(hill) for hill, symbol in enumerate(way.symbols, 1) if symbol == letter]
        if hills:
            yield say(text, hills=", ".join(hills))
    waiting = _on(view, 0)
    if waiting:
        moles = listed(_labelled(view, name, names) for name in waiting)
        yield say(N_("Haystack: {moles}."), moles=moles)
    else:
        yield say(N_("The haystack is empty."))
    for hill in range(1, way.last):
        for name in _on(view, hill):
            mole = _labelled(view, name, names)
            yield say(N_("Hill {hill}, {symbol}: {mole}."), hill=hill, symbol=_symbol(way, hill), mole=mole)
    if _on(view, view["dog"]):
        text = N_("The dog sits at hill {hill}, {symbol}, beside a mole.")
    else:
        text = N_("The dog sits at hill {hill}, {symbol}.")
    yield say(text, hill=view["dog"], symbol=_symbol(way, view["dog"]))
    if view["dice"]:
        face, symbol = _face(view["dice"][0], way), things.symbol(view["dice"][1])
        yield say(N_("The dice show: {face}, {symbol}."), face=face, symbol=symbol)
    yield from _dens(view, way, names)


def standing(game: Game[Any], state: Any, names: Names) -> tuple[Message, ...]:
    return tuple(_dens(game.view(state, None), track(state), names))


def own(game: Game[Any], state: Any, names: Names, of: int, seat: int | None) -> tuple[Message, ...]:
    view, way = game.view(state, seat), track(state)
    known = [
        name for name, mole in view["moles"].items() if mole.get("owner") == of and mole["at"] < way.last
    ]
    moles = [described(things.mole(name), _around(view, way, name)) for name in known]
    return *moles, _at_home(view, way, names, of)


def _dens(view: View, way: Track, names: Names) -> Iterator[Message]:
    for seat in range(len(view["moles"]) // 3):
        yield _at_home(view, way, names, seat)


def _at_home(view: View, way: Track, names: Names, seat: int) -> Message:
    home = _den(view, seat, way.last)
    player, moles = labelled(names[seat], things.animal(seat)), listed(map(things.mole, home))
    if home:
        return say(N_("{player}, moles at home: {moles}."), player=player, moles=moles)
    return say(N_("{player}: no mole at home yet."), player=player)


def _symbol(way: Track, hill: int) -> Message:
    return things.symbol(way.symbols[hill - 1])


def _labelled(view: View, name: str, names: Names) -> Message:
    """A mole, with its owner if the view knows it."""
    owner = view["moles"][name].get("owner")
    return things.mole(name) if owner is None else labelled(things.mole(name), names[owner])


def notebook(game: Game[Any], state: Any, names: Names, seat: int) -> tuple[Message, ...]:
    return tuple(_notebook(game.view(state, seat), track(state), names, seat))


def _notebook(view: View, way: Track, names: Names, seat: int) -> Iterator[Message]:
    """One's own moles first; those at home are known to all."""
    away = {name: mole for name, mole in view["moles"].items() if mole["at"] < way.last}
    for owner in sorted(range(len(names)), key=lambda other: other != seat):
        known = [name for name, mole in away.items() if mole.get("owner") == owner]
        if known:
            moles = listed(labelled(things.mole(name), _place(way, away[name]["at"])) for name in known)
            yield say(
                N_("{player}: {moles}."), player=labelled(names[owner], things.animal(owner)), moles=moles
            )
    unknown = [name for name, mole in away.items() if "owner" not in mole]
    if unknown:
        yield say(N_("Not known yet: {moles}."), moles=listed(map(things.mole, unknown)))


def space(game: Game[Any], state: Any, name: str, names: Names, seat: int | None) -> Message:
    view, way = game.view(state, seat), track(state)
    if name.upper() in view["moles"]:
        mole = name.upper()
        return described(_labelled(view, mole, names), _around(view, way, mole))
    if name == "dog":
        return described(things.face("D"), _beside_dog(view, way, names))
    hill = _hill(view, way, name)
    if hill is None:
        return say(N_("There is no place {place} on this track."), place=name)
    if hill == 0:
        small, medium, large = (sum(mole[0] == size for mole in _on(view, 0)) for size in things.SIZES)
        text = N_("Haystack: small {small}, medium {medium}, large {large}.")
        return say(text, small=small, medium=medium, large=large)
    if hill == way.last:
        dens = [f"{player} {len(_den(view, owner, hill))}" for owner, player in enumerate(names)]
        return say(N_("Home: {dens}."), dens=", ".join(dens))
    return say(N_("Hill {hill}: {content}."), hill=hill, content=listed(_content(view, way, hill, names)))


def _hill(view: View, way: Track, name: str) -> int | None:
    """The number of a place; the haystack has 0."""
    places = {"haystack": 0, "home": way.last, "dog": view["dog"]}
    return (places | {str(number): number for number in range(way.last + 1)}).get(name)


def neighbours(game: Game[Any], state: Any, name: str, names: Names, seat: int | None) -> Message:
    view, way = game.view(state, seat), track(state)
    mole = view["moles"].get(name.upper())
    hill = mole["at"] if mole else _hill(view, way, name)
    if hill is None:
        return space(game, state, name, names, seat)
    near = [other for other in (hill - 1, hill + 1) if 0 <= other <= way.last]
    return around(_place(way, hill), (_beside(view, way, other, names) for other in near))


def _place(way: Track, hill: int) -> Message:
    if hill == 0:
        return say(N_("haystack"))
    return say(N_("home")) if hill == way.last else say(N_("hill {hill}"), hill=hill)


def _beside(view: View, way: Track, hill: int, names: Names) -> Message:
    place = _place(way, hill)
    return beside(place, _content(view, way, hill, names)) if 0 < hill < way.last else place


def _content(view: View, way: Track, hill: int, names: Names) -> Iterator[Message]:
    yield _symbol(way, hill)
    moles = [_labelled(view, name, names) for name in _on(view, hill)]
    yield from moles or [say(N_("free"))]
    if view["dog"] == hill:
        yield say(N_("dog"))


def _around(view: View, way: Track, name: str) -> Iterator[Message]:
    """Where a mole is, and beside what."""
    at = view["moles"][name]["at"]
    yield _place(way, at)
    if 0 < at < way.last:
        yield _symbol(way, at)
        if view["dog"] == at:
            yield say(N_("dog"))


def _beside_dog(view: View, way: Track, names: Names) -> Iterator[Message]:
    yield _place(way, view["dog"])
    yield _symbol(way, view["dog"])
    yield from (_labelled(view, name, names) for name in _on(view, view["dog"]))


def action(game: Game[Any], state: Any, name: str) -> Message:
    del game, state  # whose mole it is makes no difference to what is done with it
    piece, goes, goal = name.partition(">")
    if name.startswith("="):
        return say(N_("dice: {face}, {symbol}"), face=things.face(name[1]), symbol=things.symbol(name[2]))
    if not goes:
        return say(N_("pass"))
    told = things.face("D") if piece == "dog" else things.mole(piece)
    return labelled(told, say(N_("home")) if goal == "home" else say(N_("hill {hill}"), hill=goal))


def rules(setup: Setup) -> tuple[Message, ...]:
    return tuple(_rules(setup))


def _rules(setup: Setup) -> Iterator[Message]:
    options = setup.options
    yield say(N_("Bring your three moles home first; your animal is hidden underneath each of them."))
    if options["know_own"]:
        yield say(N_("You know where your own moles start, and nobody else does: remember them."))
    else:
        yield say(N_("At first nobody knows whose mole is whose."))
    yield say(N_("Two dice say who moves, and to which symbol: clover, leaf or flower."))
    yield say(N_("A mole goes forward to the next free hill with that symbol: type small mole 1, or S1."))
    yield say(N_("You may move any mole of the right size, and then you alone learn whose it is."))
    yield say(N_("The dog goes to another hill with that symbol, forward or back: type dog 9."))
    if options["either"] == "choose":
        yield say(N_("A mole beside the dog cannot move; if the die shows both, you choose dog or mole."))
    else:
        yield say(N_("A mole beside the dog cannot move; whenever the die shows the dog, the dog goes."))
    yield say(N_("With no such hill ahead, a mole is turned up for all to see and goes home to its owner."))
    yield say(N_("If every move would take a mole home, you may pass: type pass."))
    yield say(N_("Three moles at home win, whoever moved them."))


def reason(refusal: Refusal) -> Message:
    """The rules name moles as they are written; people call them by their size."""
    words = {"mole": things.mole(str(refusal.values["mole"]))} if "mole" in refusal.values else {}
    return say(refusal.text, **{**refusal.values, **words})


def who_begins() -> Message:
    return say(N_("Who saw a mole last? That player begins."))

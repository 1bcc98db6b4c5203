"""Mole Hill in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moleworks.games import Game, Message, Refusal, Setup, View
from moleworks.games.game import N_
from moleworks.games.mole_hill.board import neighbours as squares_around
from moleworks.games.mole_hill.board import square, square_name
from moleworks.speech.facts import Lawn, lawn
from moleworks.speech.parts import Names, around, counted, described, listed, mover, say

SIDES = {(0, 1): N_("north"), (1, 0): N_("east"), (0, -1): N_("south"), (-1, 0): N_("west")}


def ask(game: Game[Any], state: Any, names: Names) -> Message:
    phase, actor = game.phase(state), game.actor(state)
    if actor is None:
        return _result(game, state, names)
    view, player = game.view(state, None), names[actor]
    if phase == "rod":
        text = N_("{player} (gardener): lay a rod between two neighbouring squares; the mole is on {square}.")
        return say(text, player=player, square=view["mole"])
    if phase == "place":
        return _ask_start(game, state, player)
    legal = game.legal(state)
    if len(legal) == 1:
        text = N_("{player} (mole) has only one way left: to {square}.")
        return say(text, player=player, square=game.name(state, legal[0]))
    if view["jump"]:
        text = N_("{player} (mole) may jump from {square} to any square without a molehill.")
        return say(text, player=player, square=view["mole"])
    return say(
        N_("{player} (mole) must step to a square beside {square}."), player=player, square=view["mole"]
    )


def _ask_start(game: Game[Any], state: Any, player: str) -> Message:
    grass = lawn(state)
    if len(game.legal(state)) == grass.columns * grass.rows:
        return say(N_("{player} (mole): choose any square to start on."), player=player)
    text = N_("{player} (mole): choose a square beside the centre, {square}, to start on.")
    return say(text, player=player, square=grass.centre)


def tell(
    game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int | None
) -> tuple[Message, ...]:
    del seat  # nothing is hidden here
    told = (
        (_rod(action, names[mover(game, before)]),)
        if "|" in action
        else _dug(game, before, action, after, names)
    )
    return (*told, *_ends(game, before, action, after, names))


def _rod(action: str, player: str) -> Message:
    near, far = action.split("|")
    text = N_("{player} (gardener) lays a rod between {near} and {far}.")
    return say(text, player=player, near=near, far=far)


def _dug(game: Game[Any], before: Any, action: str, after: Any, names: Names) -> Iterator[Message]:
    view, mole = game.view(before, None), mover(game, before)
    both = {"player": names[mole], "start": view["mole"], "end": action}
    if view["mole"] is None:
        yield say(N_("{player} (mole) starts on {end}."), **both)
    elif view["jump"]:
        yield say(N_("{player} (mole) jumps from {start} to {end}."), **both)
    else:
        yield say(N_("{player} (mole) steps from {start} to {end}."), **both)
    grass = lawn(before)
    if action in grass.white:
        yield say(N_("A white flower: 1 point."))
    if action in grass.red:
        yield say(N_("A red flower: 2 points."))
    if len(view["hills"]) >= grass.light:
        yield say(N_("A dark molehill: 1 point."))
    was, now = (_points(game, state)[mole] for state in (before, after))
    if now > was:
        one, more = N_("{player} has 1 point now."), N_("{player} has {count} points now.")
        yield counted(now, one, more, player=names[mole])
    if game.view(after, None)["jump"]:
        yield say(N_("This is the centre: the next move may be a jump to any free square."))


def _ends(game: Game[Any], before: Any, action: str, after: Any, names: Names) -> Iterator[Message]:
    """The end of a round or of the game, if this was it."""
    view, over = game.view(before, None), game.outcome(after) is not None
    if not over and game.phase(after) != "place":
        return
    hills = len(view["hills"]) + ("|" not in action)
    if hills == lawn(before).hills:
        yield counted(
            hills,
            N_("The only molehill is down, so the mole stops."),
            N_("All {count} molehills are down, so the mole stops."),
        )
    else:
        yield say(N_("The mole is stuck: no way is open."))
    mole = view["round"] - 1
    points = _points(game, after)[mole]
    values = {"round": view["round"], "player": names[mole]}
    if points == 0:
        yield say(N_("Round {round} is over: no points for {player}."), **values)
    else:
        one = N_("Round {round} is over: 1 point for {player}.")
        yield counted(points, one, N_("Round {round} is over: {count} points for {player}."), **values)
    if over:
        yield _result(game, after, names)
    else:
        text = N_("Now {mole} is the mole and {gardener} is the gardener.")
        yield say(text, mole=names[1 - mole], gardener=names[mole])


def _points(game: Game[Any], state: Any) -> tuple[int, ...]:
    return game.scores(state) or ()


def _result(game: Game[Any], state: Any, names: Names) -> Message:
    outcome, points = game.outcome(state), _points(game, state)
    assert outcome is not None
    if outcome.winner is not None:
        text = N_("The game is over ({rule}): {winner} wins, {most} to {least}!")
        winner = names[outcome.winner]
        return say(text, rule=outcome.rule, winner=winner, most=max(points), least=min(points))
    if outcome.draw:
        text = N_("The game is over ({rule}): a draw, {first} to {second}.")
        return say(text, rule=outcome.rule, first=points[0], second=points[1])
    text = N_("The game is over ({rule}): points of the mole: {points}.")
    return say(text, rule=outcome.rule, points=points[0])


def secret(game: Game[Any], before: Any, action: str, after: Any, names: Names, seat: int) -> Message | None:
    """Nothing is hidden here."""
    del game, before, action, after, names, seat
    return None


def position(game: Game[Any], state: Any, names: Names, seat: int | None) -> tuple[Message, ...]:
    del seat
    return tuple(_position(game.view(state, None), lawn(state), names))


def _position(view: View, grass: Lawn, names: Names) -> Iterator[Message]:
    yield _round(view, grass)
    yield _roles(view, names)
    yield from _grass(view, grass)
    yield from _dug_so_far(view)
    yield _rods(view)
    yield _left(view, grass)
    yield _score(view, names)


def standing(game: Game[Any], state: Any, names: Names) -> tuple[Message, ...]:
    view, grass = game.view(state, None), lawn(state)
    return _score(view, names), _round(view, grass), _left(view, grass)


def own(game: Game[Any], state: Any, names: Names, of: int, seat: int | None) -> tuple[Message, ...]:
    del seat
    view, grass = game.view(state, None), lawn(state)
    things = (*_dug_so_far(view), _left(view, grass)) if of == view["round"] - 1 else (_rods(view),)
    return _roles(view, names), *things


def _round(view: View, grass: Lawn) -> Message:
    return say(N_("Round {round} of {rounds}."), round=view["round"], rounds=grass.rounds)


def _roles(view: View, names: Names) -> Message:
    mole = view["round"] - 1
    text = N_("{mole} is the mole, {gardener} is the gardener.")
    return say(text, mole=names[mole], gardener=names[1 - mole])


def _dug_so_far(view: View) -> Iterator[Message]:
    if view["mole"] is None:
        yield say(N_("The mole is not on the lawn yet."))
    else:
        yield say(N_("The mole is on {square}."), square=view["mole"])
        yield say(N_("Molehills in order: {squares}."), squares=", ".join(view["hills"]))
    if view["jump"]:
        yield say(N_("The mole's next move may be a jump to any free square."))


def _rods(view: View) -> Message:
    if not view["rods"]:
        return say(N_("There are no rods yet."))
    rods = ", ".join(rod.replace("|", " ") for rod in view["rods"])
    return say(N_("Rods lie between: {rods}."), rods=rods)


def _left(view: View, grass: Lawn) -> Message:
    light = max(0, grass.light - len(view["hills"]))
    dark = grass.hills - len(view["hills"]) - light
    return say(N_("Molehills left: {light} light, {dark} dark."), light=light, dark=dark)


def _score(view: View, names: Names) -> Message:
    points = zip(names, view["scores"], strict=False)
    return say(N_("Points: {points}."), points=", ".join(f"{name} {score}" for name, score in points))


def _grass(view: View, grass: Lawn) -> Iterator[Message]:
    """How big the lawn is, and what on it is still worth a way."""
    text = N_("The lawn has the columns a to {column} and the rows 1 to {row}.")
    yield say(text, column=chr(ord("a") + grass.columns - 1), row=grass.rows)
    if grass.centre is not None and grass.centre not in view["hills"]:
        yield say(N_("Centre: {square}."), square=grass.centre)
    for text, flowers in (
        (N_("Red flowers: {squares}."), grass.red),
        (N_("White flowers: {squares}."), grass.white),
    ):
        left = [name for name in flowers if name not in view["hills"]]
        if left:
            yield say(text, squares=", ".join(left))


def notebook(game: Game[Any], state: Any, names: Names, seat: int) -> tuple[Message, ...]:
    del game, state, names, seat  # everything lies open
    return ()


def space(game: Game[Any], state: Any, name: str, names: Names, seat: int | None) -> Message:
    del names, seat
    view, grass = game.view(state, None), lawn(state)
    near, bar, far = name.partition("|")
    for place in (near, far) if bar else (near,):
        if square(grass.columns, grass.rows, place) is None:
            return say(N_("There is no square {square} on this board."), square=place)
    if not bar:
        return described(near, _content(view, grass, near))
    edge = {"near": near, "far": far}
    if far not in _beside(near):
        return say(N_("{near} and {far} have no edge in common."), **edge)
    if rod_between(near, far) in view["rods"]:
        return say(N_("Between {near} and {far}: a rod."), **edge)
    return say(N_("Between {near} and {far}: no rod."), **edge)


def neighbours(game: Game[Any], state: Any, name: str, names: Names, seat: int | None) -> Message:
    view, grass = game.view(state, None), lawn(state)
    here = square(grass.columns, grass.rows, name)
    if here is None:
        return space(game, state, name, names, seat)  # no square, or an edge
    near = [square_name(grass.columns, other) for other in squares_around(grass.columns, grass.rows, here)]
    free = [other for other in near if other not in view["hills"]]
    first = say(N_("free {squares}"), squares=", ".join(free)) if free else say(N_("molehills all round"))
    return around(name, (first, *_rods_around(view, name)))


def action(game: Game[Any], state: Any, name: str) -> Message:
    near, bar, far = name.partition("|")
    if bar:
        return say(N_("a rod between {near} and {far}"), near=near, far=far)
    view = game.view(state, None)
    if view["mole"] is None:
        return say(N_("start on {square}"), square=name)
    return say(N_("jump to {square}") if view["jump"] else N_("step to {square}"), square=name)


def rod_between(near: str, far: str) -> str:
    """The name of a rod, whichever square comes first.

    >>> rod_between("d3", "c3"), rod_between("c3", "c4")
    ('c3|d3', 'c3|c4')
    """
    return "|".join(sorted((near, far), key=lambda name: (name[0], int(name[1:]))))


def _beside(name: str) -> dict[str, str]:
    """The four squares around one, on the board or not, with the side they lie on."""
    column, row = ord(name[0]), int(name[1:])
    return {f"{chr(column + east)}{row + north}": side for (east, north), side in SIDES.items()}


def _content(view: View, grass: Lawn, name: str) -> Iterator[Message]:
    if name == view["mole"]:
        yield say(N_("mole"))
    elif name in view["hills"]:
        yield say(N_("molehill {number}"), number=view["hills"].index(name) + 1)
    else:
        yield say(N_("free"))
    if name == grass.centre:
        yield say(N_("centre"))
    if name in grass.red:
        yield say(N_("red flower"))
    if name in grass.white:
        yield say(N_("white flower"))
    yield from _rods_around(view, name)


def _rods_around(view: View, name: str) -> Iterator[Message]:
    rods = [say(side) for other, side in _beside(name).items() if rod_between(name, other) in view["rods"]]
    if rods:
        yield counted(len(rods), N_("rod {sides}"), N_("rods {sides}"), sides=listed(rods))


def rules(setup: Setup) -> tuple[Message, ...]:
    return tuple(_rules(setup))


def _rules(setup: Setup) -> Iterator[Message]:
    board, options = setup.board, setup.options
    if options["rounds"] == 1:
        yield say(N_("One of you is the mole, the other the gardener, for one round of study."))
    else:
        yield say(N_("One of you is the mole, the other the gardener; in round 2 you change places."))
    yield say(N_("The mole digs for points, and the gardener shuts it in with rods."))
    if options["start"] == "ring":
        yield say(
            N_("The mole starts beside the centre, {square}: type a square, like e5."), square=board.centre
        )
    else:
        yield say(N_("The mole starts anywhere: type a square, like e5."))
    yield say(
        N_("Then it steps to one of the eight squares around it, never twice to the same one: type it.")
    )
    yield say(N_("After each step the gardener lays one rod between two squares: type rod c3 d3."))
    if options["diagonal"] == "edges":
        text = N_("No straight step crosses a rod, and a slanting one needs one free edge where it arrives.")
    else:
        text = N_("No straight step crosses a rod, and a slanting one needs a free way round one side.")
    yield say(text)
    if board.centre is not None:
        text = N_("A mole that steps onto the centre, {square}, may jump anywhere on its next move.")
        yield say(text, square=board.centre)
    text = N_("A round ends when the mole is stuck or its last molehill is down (number {count}).")
    yield say(text, count=board.light + board.dark)
    if board.light:
        text = N_(
            "Molehills count 1 point each from number {first} on, white flowers 1 more, red flowers 2 more."
        )
        yield say(text, first=board.light + 1)
    else:
        yield say(N_("Every molehill counts 1 point, white flowers 1 more, red flowers 2 more."))
    if options["rounds"] != 1:
        yield say(N_("Whoever has more points after both rounds wins."))


def reason(refusal: Refusal) -> Message:
    return say(refusal.text, **refusal.values)


def who_begins() -> Message:
    return say(N_("Who digs first? That player is the mole in round 1."))

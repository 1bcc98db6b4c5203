"""Sentences for Mole Hill."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from moleworks.core.bits import members
from moleworks.core.game import Game, Setup, View
from moleworks.core.messages import N_, Message, Refusal
from moleworks.games.mole_hill.board import (
    MoleHillBoard,
    board_of,
    edges,
    is_dark,
    rod_name,
    square,
    square_name,
)
from moleworks.games.mole_hill.board import neighbours as squares_around
from moleworks.games.mole_hill.game import MoleHillState
from moleworks.games.mole_hill.rules import EAST, NORTH, dark_hills, decides_match, gardener_seat, mole_seat
from moleworks.games.mole_hill.view_types import MoleHillView, own_view
from moleworks.speech.sentences import (
    Names,
    chance_of_winning,
    comma_list,
    decimal,
    describe_neighbours,
    describe_place,
    mover,
    plural,
    say,
)

SIDES = {(0, 1): N_("north"), (1, 0): N_("east"), (0, -1): N_("south"), (-1, 0): N_("west")}


def ask(game: Game[MoleHillState], state: MoleHillState, names: Names) -> Message:
    """Whether the mole has to start, step or jump, or the gardener to lay a rod."""
    phase, actor = game.phase(state), game.actor(state)
    if actor is None:
        return _result(game, state, names)
    view, player = own_view(game.view(state, None)), names[actor]
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
    return say(N_("{player} (mole): step to a square next to {square}."), player=player, square=view["mole"])


def _ask_start(game: Game[MoleHillState], state: MoleHillState, player: str) -> Message:
    board = board_of(state.setup)
    if len(game.legal(state)) == board.columns * board.rows:
        return say(N_("{player} (mole): choose any square to start on."), player=player)
    text = N_("{player} (mole): choose a square beside the centre, {square}, to start on.")
    return say(text, player=player, square=board.centre)


def tell(
    game: Game[MoleHillState],
    before: MoleHillState,
    action: str,
    after: MoleHillState,
    names: Names,
    seat: int | None,
) -> tuple[Message, ...]:
    """The step or the rod, what it scored, and the end of a round or of the match."""
    del seat  # there are no secrets
    messages = (
        (_tell_rod(action, names[mover(game, before)]),)
        if "|" in action
        else _tell_mole_move(game, before, action, after, names)
    )
    return (*messages, *_tell_end(game, before, action, after, names))


def _tell_rod(action: str, player: str) -> Message:
    near, far = action.split("|")
    text = N_("{player} lays a rod between {near} and {far}.")
    return say(text, player=player, near=near, far=far)


def _tell_mole_move(
    game: Game[MoleHillState], before: MoleHillState, action: str, after: MoleHillState, names: Names
) -> Iterator[Message]:
    view, mole = own_view(game.view(before, None)), mover(game, before)
    both = {"player": names[mole], "start": view["mole"], "end": action}
    if view["mole"] is None:
        yield say(N_("{player} starts on {end}."), **both)
    elif view["jump"]:
        yield say(N_("{player} jumps from {start} to {end}."), **both)
    else:
        yield say(N_("{player} steps from {start} to {end}."), **both)
    board = board_of(before.setup)
    if action in board.white:
        yield say(N_("A white flower: 1 point."))
    if action in board.red:
        yield say(N_("A red flower: 2 points."))
    if is_dark(board, len(view["hills"]) + 1):
        yield say(N_("A dark molehill: 1 point."))
    was, now = (_points(game, state)[mole] for state in (before, after))
    if now > was:
        one, more = N_("{player} has 1 point now."), N_("{player} has {count} points now.")
        yield plural(now, one, more, player=names[mole])
    if own_view(game.view(after, None))["jump"]:
        yield say(N_("This is the centre: the next move may be a jump to any free square."))


def _tell_end(
    game: Game[MoleHillState], before: MoleHillState, action: str, after: MoleHillState, names: Names
) -> Iterator[Message]:
    """The end of a round or of the game, if the action ended it."""
    view, over = own_view(game.view(before, None)), game.outcome(after) is not None
    if not over and game.phase(after) != "place":
        return
    hills = len(view["hills"]) + ("|" not in action)
    if hills == board_of(before.setup).molehills:
        yield plural(
            hills,
            N_("The only molehill is down, so the mole stops."),
            N_("All {count} molehills are down, so the mole stops."),
        )
    else:
        yield say(N_("The mole is stuck: no way is open."))
    mole = mole_seat(view["round"])
    points = _points(game, after)[mole]
    values = {"round": view["round"], "player": names[mole]}
    if points == 0:
        yield say(N_("Round {round} is over: no points for {player}."), **values)
    else:
        one = N_("Round {round} is over: 1 point for {player}.")
        yield plural(points, one, N_("Round {round} is over: {count} points for {player}."), **values)
    if over:
        yield _result(game, after, names)
    else:
        text = N_("Now {mole} is the mole and {gardener} is the gardener.")
        yield say(text, mole=names[gardener_seat(view["round"])], gardener=names[mole])


def _points(game: Game[MoleHillState], state: MoleHillState) -> tuple[int, ...]:
    return game.scores(state) or ()


def _result(game: Game[MoleHillState], state: MoleHillState, names: Names) -> Message:
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


def secret(
    game: Game[MoleHillState],
    before: MoleHillState,
    action: str,
    after: MoleHillState,
    names: Names,
    seat: int,
) -> Message | None:
    """None: there are no secrets."""
    del game, before, action, after, names, seat  # there are no secrets
    return None


def position(
    game: Game[MoleHillState], state: MoleHillState, names: Names, seat: int | None
) -> tuple[Message, ...]:
    """The round, the roles, the lawn, the mole, the rods, the molehills left and the points."""
    del seat
    return tuple(_position(own_view(game.view(state, None)), state.setup, names))


def _position(view: MoleHillView, setup: Setup, names: Names) -> Iterator[Message]:
    board = board_of(setup)
    yield _round(view, setup)
    yield _roles(view, names)
    yield from _describe_board(view, board)
    yield from _describe_mole(view)
    yield _describe_rods(view)
    yield _describe_hills_left(view, board)
    yield _score(view, names)


def standing(game: Game[MoleHillState], state: MoleHillState, names: Names) -> tuple[Message, ...]:
    """The points, the round, and how many molehills are left; at the end the points."""
    view, board = own_view(game.view(state, None)), board_of(state.setup)
    if game.outcome(state) is not None:
        return (_score(view, names),)
    return _score(view, names), _round(view, state.setup), _describe_hills_left(view, board)


def own(
    game: Game[MoleHillState], state: MoleHillState, names: Names, of: int, seat: int | None
) -> tuple[Message, ...]:
    """Who is mole and gardener; then the mole and the molehills left, or the rods."""
    del seat
    view, board = own_view(game.view(state, None)), board_of(state.setup)
    things = (
        (*_describe_mole(view), _describe_hills_left(view, board))
        if of == mole_seat(view["round"])
        else (_describe_rods(view),)
    )
    return _roles(view, names), *things


def _round(view: MoleHillView, setup: Setup) -> Message:
    return say(N_("Round {round} of {rounds}."), round=view["round"], rounds=setup.options["rounds"])


def _roles(view: MoleHillView, names: Names) -> Message:
    mole, gardener = mole_seat(view["round"]), gardener_seat(view["round"])
    text = N_("{mole} is the mole, {gardener} is the gardener.")
    return say(text, mole=names[mole], gardener=names[gardener])


def _describe_mole(view: MoleHillView) -> Iterator[Message]:
    if view["mole"] is None:
        yield say(N_("The mole is not on the lawn yet."))
    else:
        yield say(N_("The mole is on {square}."), square=view["mole"])
        yield say(N_("Molehills in order: {squares}."), squares=", ".join(view["hills"]))
    if view["jump"]:
        yield say(N_("The mole's next move may be a jump to any free square."))


def _describe_rods(view: MoleHillView) -> Message:
    if not view["rods"]:
        return say(N_("There are no rods yet."))
    rods = ", ".join(rod.replace("|", " ") for rod in view["rods"])
    return say(N_("Rods lie between: {rods}."), rods=rods)


def _describe_hills_left(view: MoleHillView, board: MoleHillBoard) -> Message:
    down = len(view["hills"])
    dark = dark_hills(board.light, board.molehills) - dark_hills(board.light, down)
    light = board.molehills - down - dark
    return say(N_("Molehills left: {light} light, {dark} dark."), light=light, dark=dark)


def _score(view: MoleHillView, names: Names) -> Message:
    points = zip(names, view["scores"], strict=False)
    return say(N_("Points: {points}."), points=", ".join(f"{name} {score}" for name, score in points))


def _describe_board(view: MoleHillView, board: MoleHillBoard) -> Iterator[Message]:
    """The size of the board, and the centre and flowers without a molehill."""
    text = N_("The lawn has the columns a to {column} and the rows 1 to {row}.")
    yield say(text, column=chr(ord("a") + board.columns - 1), row=board.rows)
    if board.centre is not None and board.centre not in view["hills"]:
        yield say(N_("Centre: {square}."), square=board.centre)
    for text, flowers in (
        (N_("Red flowers: {squares}."), board.red),
        (N_("White flowers: {squares}."), board.white),
    ):
        left = [name for name in flowers if name not in view["hills"]]
        if left:
            yield say(text, squares=", ".join(left))


def notebook(game: Game[MoleHillState], state: MoleHillState, names: Names, seat: int) -> tuple[Message, ...]:
    """Nothing: there are no secrets."""
    del game, state, names, seat  # there are no secrets
    return ()


def space(
    game: Game[MoleHillState], state: MoleHillState, name: str, names: Names, seat: int | None
) -> Message:
    """A square with what is on it, or an edge and whether a rod lies there."""
    del names, seat
    view, board = own_view(game.view(state, None)), board_of(state.setup)
    near, bar, far = name.partition("|")
    for place in (near, far) if bar else (near,):
        if square(board.columns, board.rows, place) is None:
            return say(N_("There is no square {square} on this board."), square=place)
    if not bar:
        return describe_place(near, _content(view, board, near))
    edge = {"near": near, "far": far}
    if far not in _beside(near):
        return say(N_("{near} and {far} have no edge in common."), **edge)
    if rod_between(near, far) in view["rods"]:
        return say(N_("Between {near} and {far}: a rod."), **edge)
    return say(N_("Between {near} and {far}: no rod."), **edge)


def neighbours(
    game: Game[MoleHillState], state: MoleHillState, name: str, names: Names, seat: int | None
) -> Message:
    """The squares around a square, and what is on them."""
    view, board = own_view(game.view(state, None)), board_of(state.setup)
    here = square(board.columns, board.rows, name)
    if here is None:
        return space(game, state, name, names, seat)  # an edge, or not on the board
    near = [square_name(board.columns, other) for other in squares_around(board.columns, board.rows, here)]
    free = [other for other in near if other not in view["hills"]]
    first = say(N_("free {squares}"), squares=", ".join(free)) if free else say(N_("molehills all round"))
    return describe_neighbours(name, (first, *_describe_rods_around(view, name)))


def action(game: Game[MoleHillState], state: MoleHillState, name: str) -> Message:
    """`step to e5`, `a rod between c3 and d3` and the like."""
    near, bar, far = name.partition("|")
    if bar:
        return say(N_("a rod between {near} and {far}"), near=near, far=far)
    view = own_view(game.view(state, None))
    if view["mole"] is None:
        return say(N_("start on {square}"), square=name)
    return say(N_("jump to {square}") if view["jump"] else N_("step to {square}"), square=name)


def rod_between(near: str, far: str) -> str:
    """The name of the rod between two squares, in any order.

    >>> rod_between("d3", "c3"), rod_between("c3", "c4")
    ('c3|d3', 'c3|c4')
    """
    return "|".join(sorted((near, far), key=lambda name: (name[0], int(name[1:]))))


def _beside(name: str) -> dict[str, str]:
    """The four squares next to one, with their directions, also outside the board."""
    column, row = ord(name[0]), int(name[1:])
    return {f"{chr(column + east)}{row + north}": side for (east, north), side in SIDES.items()}


def _content(view: MoleHillView, board: MoleHillBoard, name: str) -> Iterator[Message]:
    if name == view["mole"]:
        yield say(N_("mole"))
    elif name in view["hills"]:
        yield say(N_("molehill {number}"), number=view["hills"].index(name) + 1)
    else:
        yield say(N_("free"))
    if name == board.centre:
        yield say(N_("centre"))
    if name in board.red:
        yield say(N_("red flower"))
    if name in board.white:
        yield say(N_("white flower"))
    yield from _describe_rods_around(view, name)


def _describe_rods_around(view: MoleHillView, name: str) -> Iterator[Message]:
    rods = [say(side) for other, side in _beside(name).items() if rod_between(name, other) in view["rods"]]
    if rods:
        yield plural(len(rods), N_("rod {sides}"), N_("rods {sides}"), sides=comma_list(rods))


def rules(setup: Setup) -> tuple[Message, ...]:
    """The goal, a turn, and an example of each action in words."""
    return tuple(_rules(setup))


def _rules(setup: Setup) -> Iterator[Message]:
    board, options = board_of(setup), setup.options
    if options["rounds"] == 1:
        yield say(N_("One of you is the mole, the other the gardener, for one round of study."))
    else:
        yield say(N_("One of you is the mole, the other the gardener; in round 2 you change places."))
    yield say(N_("The mole digs for points, and the gardener shuts it in with rods."))
    if options["start"] == "ring":
        yield say(N_("The mole starts beside the centre, {square}."), square=board.centre)
    else:
        yield say(N_("The mole starts on any square, such as e5."))
    yield say(N_("Then it steps to one of the eight squares around it, never twice to the same one."))
    yield say(N_("After each step the gardener lays one rod between two squares, such as rod c3 d3."))
    if options["diagonal"] == "edges":
        yield say(N_("No straight step crosses a rod; a diagonal one needs one free edge where it arrives."))
        yield say(N_("So a mole with rods on all four sides may still slip out at a corner."))
    else:
        yield say(N_("No straight step crosses a rod, and a diagonal one needs a free way round one side."))
    if board.centre is not None:
        text = N_("A mole that steps onto the centre, {square}, may jump anywhere on its next move.")
        yield say(text, square=board.centre)
    text = N_("A round ends when the mole is stuck or its last molehill is down (number {count}).")
    yield say(text, count=board.molehills)
    if board.light:
        text = N_(
            "Molehills count 1 point each from number {first} on, white flowers 1 more, red flowers 2 more."
        )
        yield say(text, first=board.light + 1)
    else:
        yield say(N_("Every molehill counts 1 point, white flowers 1 more, red flowers 2 more."))
    if options["rounds"] != 1:
        yield say(N_("Whoever has more points after both rounds wins."))


def board_map(setup: Setup) -> tuple[Message, ...]:
    """How the squares are named, where the middle and the flowers are, and what lies between squares."""
    board = board_of(setup)
    last = square_name(board.columns, board.columns * board.rows - 1)
    text = N_("The lawn is a rectangle of squares: a1 is at the bottom left, {last} at the top right.")
    found = [say(text, last=last)]
    if board.centre is not None:
        found.append(say(N_("Centre: {square}."), square=board.centre))
    if board.red:
        found.append(say(N_("Red flowers: {squares}."), squares=", ".join(board.red)))
    if board.white:
        found.append(say(N_("White flowers: {squares}."), squares=", ".join(board.white)))
    return *found, say(N_("Rods lie on the edges between two squares."))


def reason(refusal: Refusal) -> Message:
    """The refusal as its rule puts it; rods by their two squares, as they are said."""
    values = {
        name: value.replace("|", " ") if isinstance(value, str) else value
        for name, value in refusal.values.items()
    }
    return say(refusal.text, **values)


def who_begins() -> Message:
    """How people choose the mole of round 1."""
    return say(N_("Who digs first? That player is the mole in round 1."))


@lru_cache(maxsize=64)
def places(setup: Setup) -> tuple[str, ...]:
    """Squares, then edges."""
    columns, rows = board_of(setup).columns, board_of(setup).rows
    east, north = edges(columns, rows)
    return (
        *(square_name(columns, number) for number in range(columns * rows)),
        *(rod_name(columns, rod) for rod in members(east << EAST | north << NORTH)),
    )


def chapter(view: View) -> Message:
    """The round."""
    return say(N_("Round {number}"), number=own_view(view)["round"])


def value(view: View, value: float, *, proven: bool) -> Message:
    """Points of the mole in the first round, else a chance of winning."""
    if not in_points(view):
        return chance_of_winning(value, proven=proven)
    make_text = _proven_points if proven else _estimated_points
    return make_text(value, gardener=view["phase"] == "rod")


def in_points(view: View) -> bool:
    """Whether values are points: that is so in the first round."""
    return not decides_match(own_view(view)["round"])


def _proven_points(points: float, *, gardener: bool) -> Message:
    """A proven value is a whole number."""
    if gardener:
        return plural(
            round(points), N_("1 point for the mole (proven)"), N_("{count} points for the mole (proven)")
        )
    return plural(round(points), N_("1 point (proven)"), N_("{count} points (proven)"))


def _estimated_points(points: float, *, gardener: bool) -> Message:
    """One decimal, because the best actions are close. French uses the singular below two."""
    if round(points, 1) < 2:
        text = N_("{points} points or so for the mole") if gardener else N_("{points} points or so")
    else:
        text = N_("about {points} points for the mole") if gardener else N_("about {points} points")
    return say(text, points=decimal(points))

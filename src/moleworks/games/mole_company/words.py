"""Sentences for Mole Company."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from moleworks.core.game import Game, Setup, View
from moleworks.core.messages import N_, Message, Refusal
from moleworks.games.mole_company import piece_names
from moleworks.games.mole_company.board import (
    board_of,
    dotted_lines_count,
    names_within,
    space_name,
    space_names,
)
from moleworks.games.mole_company.board import neighbours as spaces_around
from moleworks.games.mole_company.board import space as number_of
from moleworks.games.mole_company.game import MoleCompanyState
from moleworks.games.mole_company.rules import DISCS, outside
from moleworks.games.mole_company.rules import moles as moles_of
from moleworks.games.mole_company.view_types import MoleCompanyView, free_holes, own_view
from moleworks.speech.sentences import (
    Names,
    chance_of_winning,
    describe_neighbours,
    describe_place,
    mover,
    place_with_content,
    plural,
    say,
    with_label,
)
from moleworks.speech.team_names import team

LIFTED = (
    N_("All holes are taken: the green board is lifted ({rule})."),
    N_("All holes are taken: the dark red board is lifted ({rule})."),
    N_("All holes are taken: the light brown board is lifted ({rule})."),
)
CHOSEN = {
    ("choose", "flip"): N_("{player} does not wait, and takes a disc."),
    ("choose", "wait"): N_("{player} waits."),
    ("bonus", "flip"): N_("{player} takes one more disc."),
    ("bonus", "stop"): N_("{player} stops here."),
}


class MoleCompanyFacts(NamedTuple):
    """Facts that never change and so are not in views."""

    side: int
    """Of the first board; all spaces are named by it."""
    sides: tuple[int, ...]
    """Of every board, by level."""
    moles: int
    """The number of moles of each player at the start."""
    specials: bool
    """Whether special spaces are used."""
    final_paths: str
    may_wait: bool
    """Whether players with all moles in holes may wait, but need not."""


def board_facts(state: MoleCompanyState) -> MoleCompanyFacts:
    """What the sentences need to know of the boards and the options."""
    setup = state.setup
    board, options = board_of(setup), setup.options
    moles, may_wait = board.moles[setup.players], options["all_home"] == "may-wait"
    return MoleCompanyFacts(
        board.side, board.sides, moles, bool(options["specials"]), str(options["final_paths"]), may_wait
    )


def ask(game: Game[MoleCompanyState], state: MoleCompanyState, names: Names) -> Message:
    """Who has to place, choose, turn up a disc, or move."""
    if game.actor(state) is None:
        return _result(game, state, names)
    view, seat = own_view(game.view(state, None)), mover(game, state)
    player = names[seat]
    phase = game.phase(state)
    if phase == "place":
        text = N_("{player}: place mole {number} of {total} on a free space that is not a hole.")
        return say(text, player=player, number=len(view["moles"][seat]) + 1, total=board_facts(state).moles)
    if phase == "choose":
        text = N_("{player}: all your moles are in holes; choose: flip a disc, or wait.")
        return say(text, player=player)
    if phase == "bonus":
        text = N_("{player}: your mole is on a special space; choose: flip one more disc, or stop.")
        return say(text, player=player)
    if phase == "flip":
        text = N_("{player}: flip one more disc.") if view["bonus"] else N_("{player}: flip a disc.")
        return say(text, player=player)
    text = N_("{player}: move a mole by {count}, in a straight line.")
    if view["bonus"]:
        text = N_("{player}: move a mole by {count}, in a straight line, but not onto a special space.")
    return say(text, player=player, count=view["disc"])


def tell(
    game: Game[MoleCompanyState],
    before: MoleCompanyState,
    action: str,
    after: MoleCompanyState,
    names: Names,
    seat: int | None,
) -> tuple[Message, ...]:
    """The action, the hole it filled, the board that was lifted, and the end of the game."""
    del seat  # there are no secrets
    phase, player = game.phase(before), names[mover(game, before)]
    messages: tuple[Message, ...]
    if phase == "place":
        messages = tuple(_tell_placing(game, before, action, after, player))
    elif phase == "flip":
        messages = tuple(_tell_flip(game, before, action, after, player))
    elif phase == "move":
        messages = tuple(_tell_move(game, before, action, after, names))
    else:
        messages = (say(CHOSEN[phase, action], player=player),)
    if game.outcome(after) is not None:
        return (*messages, _result(game, after, names))
    return (*messages, *_tell_waiting(before, after, names))


def _tell_placing(
    game: Game[MoleCompanyState], before: MoleCompanyState, action: str, after: MoleCompanyState, player: str
) -> Iterator[Message]:
    number = len(own_view(game.view(before, None))["moles"][mover(game, before)]) + 1
    yield say(N_("{player} places mole {number} on {space}."), player=player, number=number, space=action)
    if game.phase(after) != "place":
        yield say(N_("All moles have their places."))


def _tell_flip(
    game: Game[MoleCompanyState], before: MoleCompanyState, action: str, after: MoleCompanyState, player: str
) -> Iterator[Message]:
    was, now, seat = own_view(game.view(before, None)), own_view(game.view(after, None)), mover(game, before)
    values = {"player": player, "disc": action[1:]}
    yield say(N_("{player} flips a {disc}."), **values)
    if now["disc"] is not None:
        return
    if was["bonus"]:
        text = N_("{player} has no mole that can make this extra move: it is lost ({rule}).")
        yield say(text, **values, rule="MC10")
    else:
        text = N_("{player} has no mole that can move {disc}: the turn is lost ({rule}).")
        yield say(text, **values, rule="MC6")
    if _all_face_down(now, seat):
        yield _tell_shuffling(player)


def _tell_move(
    game: Game[MoleCompanyState], before: MoleCompanyState, action: str, after: MoleCompanyState, names: Names
) -> Iterator[Message]:
    was, now = own_view(game.view(before, None)), own_view(game.view(after, None))
    player = names[mover(game, before)]
    start, end = action.split("-")
    yield say(N_("{player} moves from {start} to {end}."), player=player, start=start, end=end)
    if start in was["holes"]:
        yield say(N_("The hole {space} is free again."), space=start)
    if now["level"] > was["level"]:
        lifted = LIFTED[was["level"] - 1]
        yield say(lifted, rule="MC8")
        yield from _tell_lost_moles(was, now, names)
        if game.outcome(after) is None:
            one, more = N_("Below lies {board}, with 1 hole."), N_("Below lies {board}, with {count} holes.")
            yield plural(len(now["holes"]), one, more, board=piece_names.board(now["level"]))
            facts = board_facts(after)
            if facts.sides[now["level"] - 1] < facts.sides[was["level"] - 1]:
                yield say(N_("It is smaller: its rows are {rows}."), rows=_rows_on(now, facts))
            yield from _describe_board_marks(now, facts)
    elif end in now["holes"] and game.outcome(after) is None:
        one, more = N_("{space} is a hole; 1 hole is free."), N_("{space} is a hole; {count} holes are free.")
        yield plural(len(free_holes(now)), one, more, space=end)
    elif game.phase(after) == "bonus":
        text = N_("{space} is a special space: {player} may take one more disc.")
        yield say(text, space=end, player=player)
    if _all_face_down(was, mover(game, before)) and game.outcome(after) is None:
        yield _tell_shuffling(player)


def _all_face_down(view: MoleCompanyView, seat: int) -> bool:
    """Whether all discs of a seat are face down: while it moves, they were shuffled at its flip (MC4)."""
    return len(view["left"][seat]) == DISCS.bit_count()


def _tell_shuffling(player: str) -> Message:
    """Told when people do it, after the move, though the rules shuffle at the flip (MC4)."""
    text = N_("{player} now shuffles all six discs and puts them face down again ({rule}).")
    return say(text, player=player, rule="MC4")


def _tell_lost_moles(was: MoleCompanyView, now: MoleCompanyView, names: Names) -> Iterator[Message]:
    """How many moles each player loses with a lifted board, and who is out."""
    for name, moles, left in zip(names, was["moles"], now["moles"], strict=False):
        lost = len(moles) - len(left)
        if lost:
            one, more = N_("{player} loses 1 mole."), N_("{player} loses {count} moles.")
            yield plural(lost, one, more, player=name)
        if lost and not left:
            yield say(N_("{player} has no moles left and is out."), player=name)


def _tell_waiting(before: MoleCompanyState, after: MoleCompanyState, names: Names) -> Iterator[Message]:
    """The players who from now on have no turns until the board is lifted; told once (MC7)."""
    if board_facts(after).may_wait:
        return
    held = _all_in_holes(before)
    for seat in _all_in_holes(after):
        if seat not in held:
            text = N_("{player} has every mole in a hole and must wait ({rule}).")
            yield say(text, player=names[seat], rule="MC7")


def _all_in_holes(state: MoleCompanyState) -> list[int]:
    """The seats that have moles, all of them in holes."""
    table, position = state.table, state.position
    seats = range(table.players)
    return [seat for seat in seats if moles_of(position, seat) and not outside(table, position, seat)]


def _result(game: Game[MoleCompanyState], state: MoleCompanyState, names: Names) -> Message:
    outcome = game.outcome(state)
    assert outcome is not None
    if outcome.winner is None:
        text = N_(
            "The game is over ({rule}): too many turns were played, "
            "so it is a draw for all who still have moles."
        )
        return say(text, rule=outcome.rule)
    text = N_("The game is over ({rule}): only {winner} still has moles, and wins!")
    if outcome.rule == "MC12":
        text = N_("The game is over ({rule}): {winner} is first in the last hole and wins the golden shovel!")
    return say(text, rule=outcome.rule, winner=names[outcome.winner])


def secret(
    game: Game[MoleCompanyState],
    before: MoleCompanyState,
    action: str,
    after: MoleCompanyState,
    names: Names,
    seat: int,
) -> Message | None:
    """None: there are no secrets."""
    del game, before, action, after, names, seat  # there are no secrets
    return None


def position(
    game: Game[MoleCompanyState], state: MoleCompanyState, names: Names, seat: int | None
) -> tuple[Message, ...]:
    """The board, and every player's moles and discs."""
    del seat
    view = own_view(game.view(state, None))
    placing = game.phase(state) == "place"
    players = (
        messages
        for of in range(len(view["moles"]))
        for messages in _describe_player(view, names, placing, of)
    )
    facts = board_facts(state)
    return (
        _describe_level(view),
        *_describe_rows(view, facts),
        *_describe_board_marks(view, facts),
        *players,
        *_describe_disc(view),
    )


def standing(game: Game[MoleCompanyState], state: MoleCompanyState, names: Names) -> tuple[Message, ...]:
    """The board, and how many moles each player has on it and in holes; at the end how many are left."""
    view, placing = own_view(game.view(state, None)), game.phase(state) == "place"
    if game.outcome(state) is not None:
        counts = ", ".join(f"{name} {len(moles)}" for name, moles in zip(names, view["moles"], strict=False))
        return _describe_level(view), say(N_("Moles left: {counts}."), counts=counts)
    return _describe_level(view), *(
        _count_moles(view, names, placing, of) for of in range(len(view["moles"]))
    )


def own(
    game: Game[MoleCompanyState], state: MoleCompanyState, names: Names, of: int, seat: int | None
) -> tuple[Message, ...]:
    """A player's moles and discs."""
    del seat
    return tuple(_describe_player(own_view(game.view(state, None)), names, game.phase(state) == "place", of))


def _describe_level(view: MoleCompanyView) -> Message:
    return say(
        N_("Board {level} of 4: {board}."), level=view["level"], board=piece_names.board(view["level"])
    )


def _describe_rows(view: MoleCompanyView, facts: MoleCompanyFacts) -> Iterator[Message]:
    """The rows of a board that is smaller than the first one."""
    if facts.sides[view["level"] - 1] < facts.side:
        text = N_("This board is smaller than the first one: its rows are {rows}.")
        yield say(text, rows=_rows_on(view, facts))


def _rows_on(view: MoleCompanyView, facts: MoleCompanyFacts) -> str:
    return _rows(facts.side, facts.sides[view["level"] - 1])


def _describe_board_marks(view: MoleCompanyView, facts: MoleCompanyFacts) -> Iterator[Message]:
    """The board without its moles."""
    free = free_holes(view)
    taken = [name for name in view["holes"] if name not in free]
    if free:
        yield say(N_("Free holes: {spaces}."), spaces=", ".join(free))
    if taken:
        yield say(N_("Taken holes: {spaces}."), spaces=", ".join(taken))
    if facts.specials and view["specials"]:
        yield say(N_("Special spaces: {spaces}."), spaces=", ".join(view["specials"]))
    dotted = ", ".join(f"{near} {far}" for near, far in view["dotted"])
    if dotted and facts.final_paths == "solid":
        yield say(N_("Dotted lines, closed: {lines}."), lines=dotted)
    if dotted and facts.final_paths == "into":
        yield say(N_("Dotted lines, only for a last step into the hole: {lines}."), lines=dotted)


def _describe_player(view: MoleCompanyView, names: Names, placing: bool, of: int) -> Iterator[Message]:
    values, moles = {"player": with_label(names[of], team(of))}, view["moles"][of]
    outside = [name for name in moles if name not in view["holes"]]
    inside = [name for name in moles if name in view["holes"]]
    if not moles:
        yield _count_moles(view, names, placing, of)
    if outside:
        yield say(N_("{player}, moles outside holes: {spaces}."), **values, spaces=", ".join(outside))
    if inside:
        yield say(N_("{player}, moles in holes: {spaces}."), **values, spaces=", ".join(inside))
    if of == view["seat"] and view["disc"] is not None and _all_face_down(view, of):
        yield say(N_("{player}, discs: all six are put face down again after this move."), **values)
    elif moles and not placing:
        discs = ", ".join(map(str, view["left"][of]))
        yield say(N_("{player}, discs face down: {discs}."), **values, discs=discs)


def _count_moles(view: MoleCompanyView, names: Names, placing: bool, of: int) -> Message:
    player, moles = with_label(names[of], team(of)), view["moles"][of]
    if not moles:
        text = N_("{player}: no mole on the board yet.") if placing else N_("{player}: out of the game.")
        return say(text, player=player)
    inside = sum(name in view["holes"] for name in moles)
    one, more = N_("{player}: 1 mole, in holes {inside}."), N_("{player}: {count} moles, in holes {inside}.")
    return plural(len(moles), one, more, player=player, inside=inside)


def _describe_disc(view: MoleCompanyView) -> Iterator[Message]:
    if view["disc"] is not None:
        yield say(N_("The disc shows {disc}."), disc=view["disc"])


def notebook(
    game: Game[MoleCompanyState], state: MoleCompanyState, names: Names, seat: int
) -> tuple[Message, ...]:
    """Nothing: there are no secrets."""
    del game, state, names, seat  # there are no secrets
    return ()


def space(
    game: Game[MoleCompanyState], state: MoleCompanyState, name: str, names: Names, seat: int | None
) -> Message:
    """A space: a hole, a special space, and whose mole is there."""
    del seat
    view, facts = own_view(game.view(state, None)), board_facts(state)
    if name not in _spaces_on(view, facts):
        return say(N_("There is no space {space} on this board."), space=name)
    return describe_place(name, _content(view, facts, name, names))


def neighbours(
    game: Game[MoleCompanyState], state: MoleCompanyState, name: str, names: Names, seat: int | None
) -> Message:
    """The spaces around a space, and what is on them."""
    view, facts = own_view(game.view(state, None)), board_facts(state)
    here = _spaces_on(view, facts)
    if name not in here:
        return space(game, state, name, names, seat)
    near = [other for other in _neighbours(facts.side, name) if other in here]
    return describe_neighbours(
        name, (place_with_content(other, _beside(view, facts, name, other, names)) for other in near)
    )


def _spaces_on(view: MoleCompanyView, facts: MoleCompanyFacts) -> tuple[str, ...]:
    """The spaces of the upper board; lower ones may be smaller."""
    return names_within(facts.side, facts.sides[view["level"] - 1])


def _neighbours(side: int, name: str) -> list[str]:
    """The spaces next to one: first in its row, then in the row before, then in the row behind.

    >>> _neighbours(5, "e5")
    ['e4', 'e6', 'd4', 'd5', 'f5', 'f6']
    """
    here = number_of(side, name)
    assert here is not None
    near = [space_name(side, other) for other in spaces_around(side, here)]
    return sorted(near, key=lambda other: (other[0] != name[0], other))


def _beside(
    view: MoleCompanyView, facts: MoleCompanyFacts, name: str, other: str, names: Names
) -> Iterator[Message]:
    yield from _marks_on(view, facts, other, names)
    lines = [set(pair) for pair in view["dotted"]]
    if {name, other} in lines and dotted_lines_count(facts.final_paths):
        yield say(N_("dotted line"))


def _content(view: MoleCompanyView, facts: MoleCompanyFacts, name: str, names: Names) -> Iterator[Message]:
    yield from _marks_on(view, facts, name, names)
    ends = [far if name == near else near for near, far in view["dotted"] if name in {near, far}]
    if ends and dotted_lines_count(facts.final_paths):
        one, more = N_("dotted line to {spaces}"), N_("dotted lines to {spaces}")
        yield plural(len(ends), one, more, spaces=", ".join(ends))


def _marks_on(view: MoleCompanyView, facts: MoleCompanyFacts, name: str, names: Names) -> Iterator[Message]:
    owners = [player for player, moles in zip(names, view["moles"], strict=False) if name in moles]
    yield with_label(say(N_("mole")), owners[0]) if owners else say(N_("free"))
    if name in view["holes"]:
        yield say(N_("hole"))
    if facts.specials and name in view["specials"]:
        yield say(N_("special space"))


def action(game: Game[MoleCompanyState], state: MoleCompanyState, name: str) -> Message:
    """`from c3 to c6`, `disc 3` and the like."""
    start, dash, end = name.partition("-")
    if dash:
        return say(N_("from {start} to {end}"), start=start, end=end)
    if name.startswith("="):
        return say(N_("disc {disc}"), disc=name[1:])
    more = game.phase(state) == "bonus"
    texts = {
        "flip": N_("flip one more disc") if more else N_("flip a disc"),
        "wait": N_("wait"),
        "stop": N_("stop"),
    }
    text = texts.get(name)
    return say(text) if text else say(N_("a mole on {space}"), space=name)


def rules(setup: Setup) -> tuple[Message, ...]:
    """The goal, a turn, and how actions are typed."""
    return tuple(_rules(setup))


def _rules(setup: Setup) -> Iterator[Message]:
    options = setup.options
    yield say(
        N_("Four boards lie on top of each other: dig through them all and be first at the golden shovel.")
    )
    side = board_of(setup).side
    centre = space_names(side)[len(space_names(side)) // 2]
    text = N_("The rows are {rows}; from {space} you reach {spaces}.")
    yield say(text, rows=_rows(side, side), space=centre, spaces=", ".join(_neighbours(side, centre)))
    text = N_("First place your {count} moles in turn, never on a hole: on c3, for example.")
    yield say(text, count=board_of(setup).moles[setup.players])
    yield say(N_("Then a disc shows how far you must move one of your moles, straight on, such as c3 c6."))
    yield say(N_("No mole may be in the way; if none of yours can move that far, your turn is lost."))
    if min(board_of(setup).sides) < side:
        text = N_(
            "When all holes are taken, the board is lifted: "
            "moles in holes play on, on boards that get smaller."
        )
    else:
        text = N_("When all holes are taken, the board is lifted: only moles in holes play on below.")
    yield say(text)
    if options["all_home"] == "may-wait":
        yield say(N_("If all your moles are in holes, you choose: flip a disc or wait."))
    else:
        yield say(N_("If all your moles are in holes, you wait until the board is lifted."))
    if options["specials"]:
        yield say(N_("A mole that stops on a special space may bring you one more disc: flip it or stop."))
    if options["reshuffle"] == 5:
        yield say(N_("After five of your six discs all are shuffled and put face down again."))
    else:
        yield say(N_("After all six of your discs they are shuffled and put face down again."))
    if options["final_paths"] == "solid":
        yield say(N_("On the last board no mole goes along a dotted line."))
    if options["final_paths"] == "into":
        yield say(N_("On the last board a dotted line serves only for a last step into the hole."))
    yield say(N_("You win if your mole is first in the last hole, or if only you have moles left."))


def _rows(side: int, own: int) -> str:
    """The ends of every row of a board.

    >>> _rows(3, 3)
    'a1-a3, b1-b4, c1-c5, d2-d5, e3-e5'
    """
    rows = [list(row) for _, row in groupby(names_within(side, own), key=lambda name: name[0])]
    return ", ".join(f"{row[0]}-{row[-1]}" for row in rows)


def board_map(setup: Setup) -> tuple[Message, ...]:
    """The hexagon, its rows, and where one comes from its middle."""
    side = board_of(setup).side
    centre = space_names(side)[len(space_names(side)) // 2]
    text = N_("The board is a hexagon: row a is at the bottom, and the row in the middle is the longest.")
    reach = N_("The rows are {rows}; from {space} you reach {spaces}.")
    near = ", ".join(_neighbours(side, centre))
    return say(text), say(reach, rows=_rows(side, side), space=centre, spaces=near)


def reason(refusal: Refusal) -> Message:
    """The refusal as its rule puts it."""
    return say(refusal.text, **refusal.values)


def who_begins() -> Message:
    """How people choose who begins."""
    return say(N_("Who has the biggest hands for digging? That player begins."))


def places(setup: Setup) -> tuple[str, ...]:
    """All spaces of a board."""
    return space_names(board_of(setup).side)


def chapter(view: View) -> Message:
    """The board that is played on."""
    return say(N_("Board {number}"), number=own_view(view)["level"])


def value(view: View, value: float, *, proven: bool) -> Message:
    """The chance of winning."""
    del view  # it is always a chance of winning
    return chance_of_winning(value, proven=proven)

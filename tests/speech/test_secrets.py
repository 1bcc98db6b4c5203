"""Sentences for Buddel Bande reveal no secrets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from random import Random

import pytest

from moleworks import speech
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match
from tests.speech.example_games import NAMES, steps

MOVES = 60


def begun(players: int, options: Mapping[str, object]) -> Match:
    return Match.begin("buddel-bande", players=players, options=options)


def dealt_otherwise(names: list[str], known: dict[str, int], random: Random) -> list[str]:
    """The same match with other owners, except of the moles whose owner is known."""
    deals = []
    for name in names[:3]:
        size, seats = name[5], name[7:]
        agreeing = [
            order
            for order in permutations(seats)
            if all(known.get(f"{size}{slot}", int(seat)) == int(seat) for slot, seat in enumerate(order, 1))
        ]
        deals.append(f"deal:{size}={''.join(random.choice(agreeing))}")
    return deals + names[3:]


def words(match: Match, seat: int | None) -> list[object]:
    """All that a seat or a watcher hears from the first action to the last."""
    game, heard = match.game, list[object]()
    for ply, name in enumerate(match.names):
        before, after = match.before(ply), match.before(ply + 1)
        heard += speech.tell(game, before, name, after, NAMES, seat)
        heard += speech.position(game, after, NAMES, seat)
        heard.append(speech.ask(game, after, NAMES))
        heard.append(speech.understand(game, after, "medium mole 1", "en"))
        if seat is not None:
            heard += speech.notebook(game, after, NAMES, seat)
            heard.append(speech.secret(game, before, name, after, NAMES, seat))
    places = (*range(26), *own_view(match.game.view(match.state, None))["moles"])
    for place in map(str, places):
        heard.append(speech.space(game, match.state, place, NAMES, seat))
        heard.append(speech.neighbours(game, match.state, place, NAMES, seat))
    return heard


@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_other_hidden_owners_sound_the_same(seed: int, players: int, know_own: bool) -> None:
    random, options = Random(seed), {"know_own": know_own}
    match = begun(players, options)
    list(steps(match, random, MOVES))
    assert match.game.outcome(match.state) is None
    differed = False
    for seat in (None, *range(players)):
        moles = own_view(match.game.view(match.state, seat))["moles"]
        known = {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}
        for _ in range(3):
            other = begun(players, options)
            other.play(dealt_otherwise(match.names, known, random))
            differed |= other.names != match.names
            assert words(other, seat) == words(match, seat)
    assert differed


@pytest.mark.parametrize("know_own", [True, False])
def test_only_who_moved_a_mole_learns_by_it(know_own: bool) -> None:
    match = begun(4, {"know_own": know_own})
    game = match.game
    told = 0
    for before, name, after in steps(match, Random(5)):
        heard = [seat for seat in range(4) if speech.secret(game, before, name, after, NAMES, seat)]
        told += len(heard)
        if name.startswith("deal:"):
            assert heard == (list(range(4)) if know_own else [])
        else:
            assert heard in ([], [game.actor(before)])
    assert told > 12


def secret(match: Match, seat: int) -> str:
    message = speech.secret(
        match.game, match.before(match.ply - 1), match.names[-1], match.state, NAMES, seat
    )
    return str(message)


def test_the_mover_is_told_whose_mole_it_is() -> None:
    match = begun(4, {"know_own": True})
    match.play(["deal:S=3210", "deal:M=0123", "deal:L=0123"])
    assert secret(match, 2) == "Underneath large mole 3 is the earthworm: it is yours."
    match.play(["=Sc", "S1>1"])
    assert secret(match, 0) == "Underneath small mole 1 is the snail: it is Tom's."
    assert secret(match, 1) == secret(match, 3) == "None"
    match.play(["=Mc", "M2>4"])
    assert secret(match, 1) == "None"  # it is Max's own, and Max knew it


def test_a_seat_hears_again_what_it_knows() -> None:
    match = begun(2, {"know_own": True})
    match.play(["deal:S=10", "deal:M=01", "deal:L=01", "=Sc", "S1>1", "=Sl", "S1>2"])

    def told(seat: int | None) -> list[str]:
        before = match.before(match.ply - 1)
        return [str(message) for message in speech.tell(match.game, before, "S1>2", match.state, NAMES, seat)]

    move = "Max: small mole 1 goes from hill 1 to hill 2."
    assert told(None) == [move]
    assert told(0) == [move, "You know this mole: it is Max's."]
    assert told(1) == [move, "You know this mole: it is yours."]


def test_a_deal_is_told_without_its_order() -> None:
    match = begun(3, {"know_own": True})
    for order in ("012", "120", "201"):
        after = match.game.play(match.state, match.game.parse(match.state, f"deal:S={order}"))
        told = speech.tell(match.game, match.state, f"deal:S={order}", after, NAMES)
        assert [str(message) for message in told] == ["The small moles are mixed and sit on the haystack."]

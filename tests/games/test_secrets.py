"""Views of Buddel Bande hide the deal from seats that do not know it."""

from __future__ import annotations

import json

import pytest

from moleworks.games import GAMES
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match

GAME = GAMES["buddel-bande"]
# Seat 0 owns S1, M2 and L4 in both; the other seats' moles change hands.
ONE = ["deal:S=0123", "deal:M=1023", "deal:L=1230"]
OTHER = ["deal:S=0231", "deal:M=3012", "deal:L=3120"]


def dealt(names: list[str], *, know_own: bool = True, then: str = "") -> Match:
    match = Match.begin("buddel-bande", players=4, options={"know_own": know_own})
    match.play([*names, *then.split()])
    return match


def shown(match: Match, seat: int | None) -> str:
    return json.dumps(GAME.view(match.state, seat))


def owners(match: Match, seat: int | None) -> dict[str, int]:
    moles = own_view(GAME.view(match.state, seat))["moles"]
    return {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}


def test_a_seat_knows_its_own_three_and_no_others() -> None:
    one, other = dealt(ONE), dealt(OTHER)
    assert owners(one, 0) == {"S1": 0, "M2": 0, "L4": 0}
    assert shown(one, 0) == shown(other, 0)
    assert shown(one, 1) != shown(other, 1)


def test_a_watcher_knows_nothing_before_somebody_is_home() -> None:
    assert owners(dealt(ONE), None) == {}
    assert shown(dealt(ONE), None) == shown(dealt(OTHER), None)


def test_without_know_own_nobody_knows_anything() -> None:
    one, other = (dealt(names, know_own=False) for names in (ONE, OTHER))
    for seat in (None, 0, 1, 2, 3):
        assert owners(one, seat) == {}
        assert shown(one, seat) == shown(other, seat)


def test_the_mover_learns_whose_mole_it_is_and_the_others_do_not() -> None:
    match = dealt(ONE, know_own=False, then="=Sc S3>1")
    assert owners(match, 0) == {"S3": 2}
    assert [owners(match, seat) for seat in (None, 1, 2, 3)] == [{}] * 4


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_the_size_of_a_message_tells_nothing(seat: int | None) -> None:
    """A view of the same knowledge is as long, whoever the owners are."""
    one, other = (dealt(names, then="=Sc S1>1") for names in (ONE, OTHER))
    assert len(shown(one, seat)) == len(shown(other, seat))


@pytest.mark.parametrize(
    ("then", "reveals"),
    [
        pytest.param("=Sc S3>1", True, id="a stranger's mole"),
        pytest.param("=Sc S1>1", True, id="one's own mole: to take it back would tell the others"),
        pytest.param("=Dc dog>1", False, id="the dog"),
        pytest.param("=Dc", False, id="dice"),
        pytest.param("=Sc S3>1 =Sc S4>4 =Sc S1>7 =Sc S2>11 =Sl S3>2", True, id="a mole moved before"),
    ],
)
def test_what_reveals(then: str, reveals: bool) -> None:
    match = dealt(ONE, then=then)
    assert GAME.reveals(match.before(match.ply - 1), match.state) is reveals


def test_a_deal_reveals_to_those_who_know_their_own() -> None:
    for know_own in (True, False):
        match = dealt(ONE, know_own=know_own)
        assert GAME.reveals(match.before(2), match.state) is know_own


def test_the_end_shows_everything_so_it_reveals() -> None:
    match = Match.begin("buddel-bande", players=4, options={"turn_limit": 1})
    match.play([*ONE, "=Dc", "dog>1"])
    assert GAME.outcome(match.state) is not None
    assert GAME.reveals(match.before(4), match.state)
    assert len(owners(match, None)) == 12

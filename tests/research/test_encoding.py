"""What all adapters share: numbers for actions, planes from views, returns."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from moleworks.games import CHANCE, BadSetup, Refused
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.research import encoded_planes, encoding
from moleworks.research.encoded_planes import EncodedPlanes
from moleworks.research.encoding import GameEncoding
from moleworks.research.observation import observation
from tests.research.expected_planes import expected
from tests.research.setups import IDS, SETUPS, found, walk

ALL = pytest.mark.parametrize("number", range(len(SETUPS)), ids=IDS)


@ALL
def test_every_legal_action_has_the_number_of_its_name(number: int) -> None:
    here, game = found(number), found(number).game
    met: set[str] = set()
    for state in walk(here, number):
        actor = game.actor(state)
        if actor is None:
            assert here.seats.legal(state) == []
            continue
        table = here.chance if actor == CHANCE else here.seats
        names = {game.name(state, action): action for action in game.legal(state)}
        numbers = table.legal(state)
        assert numbers == sorted(set(numbers))
        assert {table.name(state, n): table.actions[n] for n in numbers} == names
        assert [table.number[table.name(state, n)] for n in numbers] == numbers
        some = range(len(names), len(table), 7)  # all of them take a while
        assert [n for n in some if table.allows(state, n)] == [n for n in some if n in numbers]
        assert np.flatnonzero(table.mask(state)).tolist() == numbers
        met |= names.keys()
    assert len(met) > 30


@ALL
def test_a_game_is_never_longer_than_it_can_be(number: int) -> None:
    here = found(number)
    assert all(len(list(walk(here, seed))) - 1 <= here.max_actions for seed in range(3))


@ALL
def test_the_planes_are_those_of_the_view(number: int) -> None:
    """However quickly they were painted: nothing else is in them, so nothing hidden is."""
    here = found(number)
    for state in walk(here, number):
        for seat in (None, *range(here.players)):
            seen = here.observe(state, seat)
            assert seen.shape == here.planes.shape
            assert seen.dtype == np.float32
            assert 0 <= seen.min() <= seen.max() <= 1
            shown = expected(here.game, state, -1 if seat is None else seat)
            assert np.array_equal(seen, shown / planes_of(here).largest)
            seen[:] = 0.5  # whoever gets it may change it


@ALL
def test_the_planes_are_the_same_without_a_compiler(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = found(number)
    shown = [(state, seat) for state in list(walk(here, 4))[::5] for seat in (None, *range(here.players))]
    # Before the patches: with a table of plain tuples the compiler would be busy for minutes.
    compiled = [here.observe(state, seat) for state, seat in shown]
    monkeypatch.setattr(encoded_planes, "compiled", lambda function: function)
    monkeypatch.setattr(encoded_planes, "_writer", encoded_planes._writer.__wrapped__)
    monkeypatch.setattr(encoded_planes, "table_fields", tuple)
    planes = observation(here.setup)
    for (state, seat), expected_planes in zip(shown, compiled, strict=True):
        assert np.array_equal(planes.observe(here.game, state, seat), expected_planes)


@ALL
def test_other_views_have_other_planes(number: int) -> None:
    """Nothing of a view is lost, but what has no consequences; turns are parts of the limit."""
    here = found(number)
    by_planes: dict[bytes, str] = {}
    for seed in range(4):
        for state in walk(here, seed):
            view: dict[str, Any] = dict(here.game.view(state, 0))
            told = json.dumps(view | unseen(here, view))
            assert by_planes.setdefault(here.observe(state, 0).tobytes(), told) == told
    assert len(by_planes) > 50


def unseen(here: GameEncoding, view: dict[str, Any]) -> dict[str, Any]:
    """What no plane tells: the order of hills, signs that the options do not use, the exact turn."""
    options, found = here.setup.options, dict[str, Any]()
    if "hills" in view:
        found["hills"] = sorted(view["hills"])
    if not options.get("specials", True):
        found["specials"] = []
    if "turn" in view:
        begun = here.setup.game == "buddel-bande" and view["phase"] in {"roll", "act"}
        found["turn"] = (view["turn"] - begun) * 255 // int(options["turn_limit"])
    return found


def planes_of(here: GameEncoding) -> EncodedPlanes:
    assert isinstance(here.planes, EncodedPlanes)
    return here.planes


@pytest.mark.parametrize("know_own", [True, False])
def test_worlds_that_look_alike_to_a_seat_have_the_same_planes(know_own: bool) -> None:
    here = encoding.for_game("buddel-bande", players=4, options={"know_own": know_own})
    game, random, alike = here.game, Random(5), 0
    for state in walk(here, 3):
        if game.phase(state) not in {"roll", "act"}:
            continue
        position = state.position
        for seat in range(4):
            moles = own_view(game.view(state, seat))["moles"].values()
            hidden = [number for number, mole in enumerate(moles) if "owner" not in mole]
            owners = [position.owners >> 2 * mole & 3 for mole in hidden]
            mixed = random.sample(owners, len(owners))
            secrets = position.owners
            for mole, owner in zip(hidden, mixed, strict=True):
                secrets = secrets & ~(3 << 2 * mole) | owner << 2 * mole
            other = state._replace(position=position._replace(owners=secrets))
            assert np.array_equal(here.observe(state, seat), here.observe(other, seat))
            if game.phase(state) == "act":
                assert here.seats.legal(state) == here.seats.legal(other)
            alike += owners != mixed
    assert alike > 20


@ALL
def test_what_one_wins_the_others_lose(number: int) -> None:
    here = found(number)
    ends = [list(walk(here, seed))[-1] for seed in range(12)]
    for end in ends:
        assert sum(here.returns(end)) == pytest.approx(0)
        outcome = here.game.outcome(end)
        assert outcome is not None
        if outcome.winner is not None:
            assert here.returns(end)[outcome.winner] == 1
        if outcome.draw:
            assert not any(here.returns(end))
    assert here.returns(here.start) == [0.0] * here.players


def test_a_single_round_counts_the_moles_points() -> None:
    here = found(1)
    end = list(walk(here, 2))[-1]
    scores: Any = here.game.scores(end)
    assert scores[0] > 0
    assert here.returns(end) == [scores[0] / here.planes.max_points, -scores[0] / here.planes.max_points]


def test_why_not() -> None:
    here = encoding.for_game("mole-hill")
    refused = here.refusal(here.start, here.seats.number["a1|b1"])
    assert isinstance(refused, Refused)
    assert refused.refusal.rule == "MH1"
    assert str(here.refusal(here.start, 999)) == "There is no action 999: they are numbered 0 to 172."
    with pytest.raises(BadSetup, match="There is no game chess"):
        encoding.for_game("chess")


@pytest.mark.parametrize("board", ["classic", "burrow", "funnel"])
def test_numbers_are_the_same_however_the_boards_are_turned(board: str) -> None:
    here = encoding.for_game("mole-company", board=board)
    game, random, met = here.game, Random(2), 0
    for _ in range(60):
        other = here.with_rotations([random.randrange(6) for _ in range(game.rotating_boards)])
        assert (other.seats, other.chance, other.planes.shape) == (here.seats, here.chance, here.planes.shape)
        names = game.action_names(other.setup)
        assert all(here.seats.actions[here.seats.number[name]] == names.seats[name] for name in names.seats)
        assert set(names.chance) <= here.chance.number.keys()
        met += len(names.seats) < len(here.seats)
    assert met > 10
    assert here.with_rotations(np.array([0, 3, 1, 5])) is encoding.for_game(  # type: ignore[arg-type]
        "mole-company", board=board, rotations=(0, 3, 1, 5)
    )


@ALL
def test_a_world_travels_and_arrives_as_itself(number: int) -> None:
    here = found(number)
    assert pickle.loads(pickle.dumps(here)) is here

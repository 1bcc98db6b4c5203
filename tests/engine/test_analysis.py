"""Analysis: costs are measured by what the seat knew, luck against the mean over all outcomes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moleworks import engine
from moleworks.engine import Effort, Stop, chance
from moleworks.engine.analysis import Analysis, Mark, analyse, mark, seat_totals
from moleworks.games import CHANCE
from moleworks.games.mole_hill.view_types import own_view
from moleworks.record import Match, Record
from tests.engine.oracle import Oracle


def even_chances(state: Any) -> tuple[float, ...]:
    count = int(state.setup.players)
    return (1 / count,) * count


def random_chances(state: Any) -> tuple[float, ...]:
    """Some chances, another for every position, that add up to one."""
    random = Random(hash(state.position))
    parts = [random.random() + 0.1 for _ in range(state.setup.players)]
    return tuple(part / sum(parts) for part in parts)


def play_random(match: Match, seed: int, most: int) -> Match:
    """So many more actions, at random."""
    random = Random(seed)
    while match.ply < most and match.game.actor(match.state) is not None:
        match.play([match.game.name(match.state, chance.random_legal(match.game, match.state, random))])
    return match


def analyse_with(match: Match, oracle: Oracle, **more: Any) -> Analysis:
    oracle.units = engine.player(match.game.id)
    oracle.analysis = oracle.units.analysis
    return analyse(Record(match), player=oracle, **more)


@pytest.mark.parametrize(
    ("cost", "in_points", "expected"),
    [
        (0.0449, False, None),
        (0.0451, False, Mark.SLIP),  # it reads 5 %
        (0.05, False, Mark.SLIP),
        (0.10, False, Mark.MISTAKE),
        (0.20, False, Mark.BLUNDER),
        (0.44, True, None),
        (0.5, True, Mark.SLIP),
        (1.0, True, Mark.MISTAKE),
        (2.0, True, Mark.BLUNDER),
    ],
)
def test_marks_by_what_a_choice_costs(cost: float, in_points: bool, expected: Mark | None) -> None:
    assert mark(cost, engine.player("mole-hill").analysis, in_points) == expected


@pytest.mark.parametrize("game", ["mole-company", "buddel-bande"])
@pytest.mark.parametrize(
    ("cost", "expected"), [(0.01, None), (0.02, Mark.SLIP), (0.04, Mark.MISTAKE), (0.08, Mark.BLUNDER)]
)
def test_where_much_is_luck_less_is_a_mistake(game: str, cost: float, expected: Mark | None) -> None:
    assert mark(cost, engine.player(game).analysis, in_points=False) == expected


def test_accuracy_is_how_much_was_kept_of_what_was_at_stake() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2", "e5", "a3", "d4"])
    values = {"b2": 0.4, "a3": 0.5, "e5": 0.41, "c3": 0.3}
    analysis = analyse_with(match, Oracle(values, even_chances, 0.4))
    choices = [moment.choice for moment in analysis.moments]
    # The best is worth 0.5 and the worst 0.3, until a3 is taken; then the best is worth 0.41, or 0.4.
    assert [choice and round(choice.stake, 9) for choice in choices] == [0.2, 0.2, 0.2, 0.1]
    assert [choice and round(choice.accuracy, 9) for choice in choices] == [0.5, 0.55, 1.0, 1.0]
    assert [account.accuracy for account in seat_totals(analysis)] == pytest.approx([0.75, 0.775])


def test_a_mistake_names_all_actions_that_are_as_good_as_the_best() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2"])
    values = {"b2": 0.3, "a3": 0.5, "e5": 0.495, "c3": 0.48}
    (moment,) = analyse_with(match, Oracle(values, even_chances, 0.1)).moments
    assert moment.choice is not None
    assert moment.choice.equal == ("a3", "e5")


def test_in_mole_hill_the_next_actions_are_compared_after_a_mistake_only() -> None:
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1"])
    values = {"e1": 6.5, "d4": 7.0, "e4": 6.95, "a1|b1": 9.0, "b1|c1": 5.0, "c1|d1": 5.05}
    place, rod = analyse_with(match, Oracle(values, even_chances, 6.0)).moments
    assert place.choice is not None
    assert set(place.choice.equal) == {"d4", "e4"}
    assert rod.choice is not None
    assert set(rod.choice.equal) == {"b1|c1", "c1|d1"}


def test_where_all_actions_are_alike_none_is_very_wrong() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2"])
    (moment,) = analyse_with(match, Oracle({"a3": 0.512}, even_chances, 0.5)).moments
    assert moment.choice is not None
    assert moment.choice.accuracy == pytest.approx(0.4)


def test_in_mole_hill_a_blunder_loses_all_that_was_at_stake() -> None:
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1"])
    place, rod = analyse_with(match, Oracle({"e1": 6.5, "a1|b1": 9.0}, even_chances, 7.0)).moments
    assert place.choice is not None
    assert rod.choice is not None
    assert (place.choice.accuracy, rod.choice.accuracy) == pytest.approx((0.75, 0.0))


def test_a_choice_costs_what_the_best_one_is_worth_more() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2", "e5"])
    first, second = analyse_with(match, Oracle({"b2": 0.4, "a3": 0.55, "e5": 0.5}, even_chances)).moments
    assert first.choice is not None
    assert (first.choice.best.action, first.choice.mark) == ("a3", Mark.BLUNDER)
    assert first.choice.cost == first.choice.given == pytest.approx(0.15)
    assert second.choice is not None
    assert second.choice.best.action == "a3"  # it is free: nobody stands there


def test_no_choice_costs_less_than_nothing() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2"])
    oracle = Oracle({"b2": 0.5, "a3": 0.504}, even_chances)
    moment = analyse_with(match, oracle).moments[0]
    assert moment.choice is not None
    assert (moment.choice.cost, moment.choice.best.action) == (0.0, "b2")  # finer than any estimate


def test_the_mole_wants_points_and_the_gardener_none() -> None:
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1", "e2"])
    values = {"e1": 7.0, "a1|b1": 8.0, "e1|e2": 5.5, "e2": 5.0, "d2": 5.3}
    lawn = Oracle(values, lambda state: (0.5 + state.position.phase / 10, 0.5 - state.position.phase / 10), 6)
    place, rod, step = analyse_with(match, lawn).moments
    assert place.choice is not None
    assert rod.choice is not None
    assert step.choice is not None
    assert (place.choice.cost, place.choice.best.action) == (0.0, "e1")
    assert (rod.choice.cost, rod.choice.best.action, rod.choice.mark) == (2.5, "e1|e2", Mark.BLUNDER)
    assert step.choice.in_points
    assert step.choice.cost == pytest.approx(1.0)  # any other step is worth 6


def test_points_given_away_are_also_a_chance_given_away() -> None:
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1"])

    def outlook(state: Any) -> tuple[float, float]:
        closed = state.position.north != state.table.north
        return (0.4, 0.6) if closed else (0.7, 0.3)

    _, rod = analyse_with(match, Oracle({"a1|b1": 8.0, "e1|e2": 5.5}, outlook, 7.0)).moments
    assert rod.choice is not None
    assert rod.choice.cost == 2.5
    assert rod.choice.given == pytest.approx(0.3)


def test_the_second_round_counts_chances() -> None:
    match = Match.begin("mole-hill", board="patch")
    while own_view(match.game.view(match.state, None))["round"] == 1:
        match.play([match.game.name(match.state, match.game.legal(match.state)[0])])
    match.play([match.game.name(match.state, match.game.legal(match.state)[0])])
    last = analyse_with(match, Oracle({}, even_chances)).moments[-1]
    assert last.choice is not None
    assert not last.choice.in_points


def test_where_nothing_can_be_chosen_nobody_is_asked() -> None:
    match = play_random(Match.begin("mole-hill", board="patch"), 1, 1000)
    oracle = Oracle({}, even_chances)
    analysis = analyse_with(match, oracle)
    forced = [moment for moment in analysis.moments if len(match.game.legal(match.before(moment.ply))) == 1]
    assert forced
    assert all(moment.choice is None for moment in forced)
    assert len(oracle.asked) == match.ply - len(forced)


def disc(state: Any) -> tuple[float, ...]:
    """The higher the disc, the better for whoever moves by it."""
    chance = 0.2 * state.position.disc
    return (chance, 1 - chance) if state.position.seat == 0 else (1 - chance, chance)


def test_luck_is_beyond_what_the_discs_give_on_average() -> None:
    match = Match.begin("mole-company", board="classic", rotations=(0, 0, 0, 0))
    while match.game.phase(match.state) == "place":
        match.play([match.game.name(match.state, match.game.legal(match.state)[0])])
    start = match.ply
    lucks = {}
    for action, odds in match.game.odds(match.state).items():
        match.play([match.game.name(match.state, action)])
        luck = analyse_with(match, Oracle({}, disc)).moments[-1].luck
        assert luck is not None
        lucks[match.names[-1]] = luck[0], odds
        assert sum(luck) == pytest.approx(0)
        match.undo(match.ply - start)
    # The discs are 1, 2, 2, 3, 3 and 4: on average 2.5, a chance of 0.5.
    assert lucks["=4"][0] == pytest.approx(0.3)
    assert lucks["=1"][0] == pytest.approx(-0.3)
    assert sum(float(odds) * luck for luck, odds in lucks.values()) == pytest.approx(0)


def test_before_dice_fall_chances_are_the_mean_of_all_falls() -> None:
    match = Match.begin("mole-company", board="classic", rotations=(0, 0, 0, 0))
    while match.game.phase(match.state) == "place":
        match.play([match.game.name(match.state, match.game.legal(match.state)[0])])
    assert match.game.actor(match.state) == CHANCE
    assert analyse_with(match, Oracle({}, disc)).moments[-1].chances == pytest.approx((0.5, 0.5))


def test_a_seat_is_judged_by_what_it_could_know() -> None:
    match = play_random(Match.begin("buddel-bande", players=3), 5, 40)
    oracle = Oracle({}, random_chances)
    analyse_with(match, oracle)
    assert oracle.asked
    again = Match.begin("buddel-bande", players=3)
    for name in match.names:
        if again.game.actor(again.state) not in {None, CHANCE} and len(again.game.legal(again.state)) > 1:
            assert oracle.asked.pop(0) == engine.knowledge(again)
        again.play([name])
    assert not oracle.asked


def test_no_position_is_looked_at_twice() -> None:
    match = play_random(Match.begin("buddel-bande", players=2), 5, 60)
    oracle = Oracle({}, random_chances)
    analyse_with(match, oracle)
    assert len(oracle.looked) == len(set(oracle.looked))


def test_an_interruption_keeps_what_there_is() -> None:
    match = play_random(Match.begin("mole-company", board="burrow"), 5, 60)
    oracle = Oracle({}, even_chances)
    oracle.at_most = 7
    heard: list[tuple[int, int]] = []
    analysis = analyse_with(match, oracle, progress=lambda done, total: heard.append((done, total)))
    assert not analysis.complete
    assert 7 <= len(analysis.moments) < match.ply
    assert heard == [(done + 1, match.ply) for done in range(len(analysis.moments))]
    assert seat_totals(analysis)


def test_a_thought_that_was_stopped_is_not_kept() -> None:
    match = play_random(Match.begin("mole-hill", board="patch"), 1, 20)
    stop = Stop()

    def progress(done: int, _: int) -> None:
        if done == 4:
            stop.set()

    analysis = analyse_with(match, Oracle({}, even_chances), stop=stop, progress=progress)
    assert len(analysis.moments) == 4
    assert not analysis.complete


def test_nothing_played_is_nothing_to_say() -> None:
    analysis = analyse_with(Match.begin("mole-hill"), Oracle({}, even_chances))
    assert analysis.complete
    assert not analysis.over
    assert [account.accuracy for account in seat_totals(analysis)] == [None, None]


@pytest.mark.parametrize(
    ("game", "count"), [("mole-hill", 2), ("mole-company", 2), ("mole-company", 4), ("buddel-bande", 3)]
)
def test_accounts_add_up(game: str, count: int) -> None:
    match = play_random(Match.begin(game, players=count), 7, 120)
    random = Random(3)
    values = {name: random.random() for name in match.names}
    analysis = analyse_with(match, Oracle(values, random_chances, 0.5))
    sums = seat_totals(analysis)
    for account in sums:
        whole = account.start + account.luck - account.given + account.received + account.rest
        assert whole == pytest.approx(account.end)
        assert account.given >= 0
        assert sum(account.marks) <= account.choices
    assert sum(account.given for account in sums) > 0
    # What one gives away the others get, and luck only changes hands: so nothing is left over.
    assert sum(account.given - account.received for account in sums) == pytest.approx(0)
    assert sum(account.luck for account in sums) == pytest.approx(0)
    assert sum(account.rest for account in sums) == pytest.approx(0)


def test_a_gift_goes_to_those_whose_chances_rose() -> None:
    match = Match.begin("mole-company", players=3, board="burrow")
    match.play(["b2"])

    def outlook(state: Any) -> tuple[float, ...]:
        return (0.4, 0.3, 0.3) if not state.position.moles0 else (0.1, 0.5, 0.4)

    gifts = seat_totals(analyse_with(match, Oracle({"b2": 0.1, "a3": 0.4}, outlook)))
    assert [account.given for account in gifts] == pytest.approx([0.3, 0, 0])
    assert [account.received for account in gifts] == pytest.approx([0, 0.2, 0.1])
    assert [account.rest for account in gifts] == pytest.approx([0, 0, 0])
    assert gifts[0].accuracy == pytest.approx(0.25)


def test_efforts_are_handed_on() -> None:
    match = play_random(Match.begin("mole-hill", board="patch"), 1, 4)
    effort, glance = Effort(nodes=11), Effort(nodes=7)
    analysis = analyse_with(match, Oracle({}, even_chances), effort=effort, glance=glance)
    assert (analysis.effort, analysis.glance) == (effort, glance)

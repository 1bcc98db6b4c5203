"""Intervals, Elo and the SPRT: worked by hand, and tried out on chance itself."""

from __future__ import annotations

import math
from random import Random

import pytest

from moleworks.arena.elo import elo, expected
from moleworks.arena.ratings import LineUpResults, SetTally, fit, ratings
from moleworks.arena.sprt import Hypotheses, Sprt
from moleworks.arena.statistics import estimate


def test_elo_by_hand() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.5) == 0
    assert elo(0.25) == pytest.approx(-elo(0.75))
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    # Ten times the odds of each of three others: 10 of 13.
    assert elo(10 / 13, even=0.25) == pytest.approx(400)


@pytest.mark.parametrize("even", [0.25, 1 / 3, 0.5, 0.75])
@pytest.mark.parametrize("difference", [-300.0, 0.0, 20.0, 500.0])
def test_the_expected_share_is_elo_the_other_way_round(difference: float, even: float) -> None:
    assert elo(expected(difference, even), even) == pytest.approx(difference, abs=1e-6)
    assert expected(0, even) == pytest.approx(even)


def test_an_interval_by_hand() -> None:
    """400 sets of two games: 100 of them 1, 200 of them 0.5, 100 of them 0; the variance is that of coins.

    So they are worth 800 coins, and Wilson's interval for 400 of 800 is 0.5 +- 0.0346; Student's t for so
    many sets is larger than the normal quantile by 0.3 %.
    """
    found = estimate([1.0] * 100 + [0.5] * 200 + [0.0] * 100, games=2)
    assert (found.sets, found.share) == (400, 0.5)
    assert found.high - 0.5 == pytest.approx(0.5 - found.low)
    assert found.high - 0.5 == pytest.approx(0.0346, rel=0.01)
    assert found.elo_high == pytest.approx(24.1, abs=0.3)
    assert found.superior == pytest.approx(0.5)


def test_sets_that_hang_together_are_worth_less() -> None:
    """Pairs of games with the same result are worth half as many games: the interval is wider by root 2."""
    alone = estimate([1.0] * 100 + [0.5] * 200 + [0.0] * 100, games=2)
    together = estimate([1.0] * 200 + [0.0] * 200, games=2)
    apart = estimate([0.75, 0.25] * 200, games=2)
    width = alone.high - alone.low
    assert (together.high - together.low) / width == pytest.approx(math.sqrt(2), rel=0.01)
    assert (apart.high - apart.low) / width == pytest.approx(math.sqrt(0.5), rel=0.01)


def test_who_wins_everything_is_not_taken_for_invincible() -> None:
    found = estimate([1.0] * 10, games=2)
    assert found.high == 1
    assert 0.78 < found.low < 0.84, "Wilson's bound for 20 of 20 is 0.839, for few sets a little less"
    assert found.elo == math.inf
    assert math.isfinite(found.elo_low)
    assert estimate([0.0] * 10, games=2).high == pytest.approx(1 - found.low)


def test_without_sets_nothing_is_known() -> None:
    found = estimate([], games=2, even=0.25)
    assert (found.share, found.low, found.high, found.superior) == (0.25, 0, 1, 0.5)


def test_superiority_goes_with_the_interval() -> None:
    """By more than 97.5 % better: that is where the interval leaves the even share out."""
    for wins in range(100, 140):
        found = estimate([1.0] * wins + [0.0] * (200 - wins), games=1)
        assert abs((found.superior > 0.975) - (found.low > 0.5)) <= (abs(found.low - 0.5) < 0.002)


def set_score(random: Random, chance: float, lucky: float) -> float:
    """Of two games: some sets are settled by who sits where, in the others one has a better chance."""
    if random.random() < lucky:
        return 0.5
    return ((random.random() < chance) + (random.random() < chance)) / 2


@pytest.mark.parametrize(
    ("sets", "chance", "lucky"), [(20, 0.5, 0.0), (100, 0.75, 0.4), (100, 0.95, 0.0), (200, 0.75, 0.0)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(sets: int, chance: float, lucky: float) -> None:
    random, truth, runs = Random(1), lucky * 0.5 + (1 - lucky) * chance, 800
    held = 0
    for _ in range(runs):
        found = estimate([set_score(random, chance, lucky) for _ in range(sets)], games=2)
        held += found.low <= truth <= found.high
    assert 0.93 <= held / runs <= 0.98


@pytest.mark.parametrize(("truth", "better"), [(0.0, False), (60.0, True)])
@pytest.mark.parametrize("lucky", [0.0, 0.4])
def test_an_sprt_errs_as_seldom_as_it_says(truth: float, better: bool, lucky: float) -> None:
    random, runs, wrong = Random(2), 150, 0
    chance = 0.5 + (expected(truth) - 0.5) / (1 - lucky)
    for _ in range(runs):
        sprt = Sprt(Hypotheses(0, 60))
        while sprt.verdict.better is None:
            sprt.add(set_score(random, chance, lucky))
        wrong += sprt.verdict.better is not better
    assert wrong / runs <= 0.09


def test_error_rates_are_chosen() -> None:
    """A stricter test asks for more sets, and each bound follows from both rates."""
    ends = {}
    for wanted in (Hypotheses(0, 100), Hypotheses(0, 100, 0.01, 0.2)):
        sprt = Sprt(wanted)
        while sprt.verdict.better is None:
            sprt.add(1.0 if sprt.verdict.sets % 4 else 0.5)
        ends[wanted] = sprt.verdict
        assert sprt.verdict.llr >= wanted.upper
    usual, strict = ends.values()
    assert strict.sets > usual.sets
    assert Hypotheses(0, 1, 0.01, 0.2).upper == pytest.approx(math.log(80))
    assert Hypotheses(0, 1, 0.01, 0.2).lower == pytest.approx(math.log(0.2 / 0.99))


@pytest.mark.parametrize(("deviations", "better", "drawn"), [(0.0, False, 0.8), (0.25, True, 0.0)])
def test_an_sprt_of_normalised_elo_errs_as_seldom_as_it_says(
    deviations: float, better: bool, drawn: float
) -> None:
    """The truth is so many standard deviations of a game above even, however many games are drawn."""
    random, runs, wrong = Random(5), 40, 0
    elo = deviations * 800 / math.log(10)
    won = (1 - drawn) / 2  # of each game, if even; then the deviation of a game is sqrt(won / 2)
    shift = deviations * math.sqrt(won / 2)
    for _ in range(runs):
        sprt = Sprt(Hypotheses(0, elo or 0.25 * 800 / math.log(10), normalised=1.0))
        while sprt.verdict.better is None:
            sprt.add(sum(game_score(random, won + shift, won - shift) for _ in range(2)) / 2)
        wrong += sprt.verdict.better is not better
    assert wrong / runs <= 0.1


def game_score(random: Random, won: float, lost: float) -> float:
    luck = random.random()
    return 1.0 if luck < won else 0.0 if luck > 1 - lost else 0.5


def test_a_player_that_wins_every_game_is_found_better_by_normalised_elo_too() -> None:
    sprt = Sprt(Hypotheses(0, 5, normalised=1.0))
    while sprt.verdict.better is None:
        sprt.add(1.0)
    assert sprt.verdict.better


def test_an_sprt_by_hand() -> None:
    """If every set is 1 or 0, the likeliest distribution with a mean is the mean: plain log-likelihoods."""
    sprt = Sprt(Hypotheses(0, 100))
    for score in (1.0, 1.0, 1.0, 0.0):
        sprt.add(score)
    share = expected(100)
    by_hand = 3 * math.log(share / 0.5) + math.log((1 - share) / 0.5)
    assert sprt.verdict.llr == pytest.approx(by_hand, abs=0.01)
    assert sprt.verdict.better is None


def test_an_sprt_agrees_with_its_normal_approximation() -> None:
    """For many sets and near differences: N (m1 - m0) (2 m - m0 - m1) / (2 variance)."""
    scores = [0.0] * 80 + [0.5] * 400 + [0.75] * 40 + [1.0] * 80
    Random(4).shuffle(scores)
    sprt = Sprt(Hypotheses(0, 5))
    for score in scores:
        sprt.add(score)
    assert sprt.verdict.better is None
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    low, high = expected(0), expected(5)
    normal = len(scores) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert sprt.verdict.llr == pytest.approx(normal, rel=0.1)


def test_an_sprt_that_has_decided_listens_no_more() -> None:
    sprt = Sprt(Hypotheses(0, 400))
    while sprt.verdict.better is None:
        sprt.add(1.0)
    decided = sprt.verdict
    assert decided.better is True
    assert decided.llr >= Hypotheses(0, 400).upper == pytest.approx(2.944, abs=0.001)
    assert sprt.add(0.0) == decided


def tables(strengths: dict[str, float], line_ups: list[tuple[str, ...]], sets: int) -> list[LineUpResults]:
    """Sets in which everybody wins exactly what their strength says."""
    return [
        LineUpResults(
            line_up,
            len(line_up),
            [
                SetTally(
                    {
                        name: len(line_up)
                        * line_up.count(name)
                        * strengths[name]
                        / sum(strengths[other] for other in line_up)
                        for name in line_up
                    },
                    0.0,
                )
            ]
            * sets,
        )
        for line_up in line_ups
    ]


@pytest.mark.parametrize(
    "line_ups",
    [
        pytest.param([("a", "b"), ("b", "c"), ("a", "c")], id="all pairs"),
        pytest.param([("b", "a"), ("c", "b")], id="neighbours"),
        pytest.param([("a", "b", "c")], id="one table"),
        pytest.param([("a", "b", "b", "b"), ("c", "b", "b", "b")], id="one against three"),
    ],
)
def test_ratings_find_the_strengths(line_ups: list[tuple[str, ...]]) -> None:
    strengths = {"a": 1.0, "b": 10 ** (100 / 400), "c": 10 ** (250 / 400)}
    found = ratings("abc", tables(strengths, line_ups, 5000))
    assert [round(found[name].elo) for name in "abc"] == [0, 100, 250]
    assert found["a"] == (0, 0, 0, "a")
    assert found["c"].low <= found["c"].elo <= found["c"].high


def test_of_those_who_never_met_nothing_is_known() -> None:
    pairs: list[tuple[str, ...]] = [("a", "b"), ("c", "d"), ("d", "e")]
    strengths = {name: 10 ** (100 * at / 400) for at, name in enumerate("abcde")}
    found = ratings("abcde", tables(strengths, pairs, 2000))
    assert {name: found[name].above for name in "abcde"} == dict(zip("abcde", "aaccc", strict=True))
    assert found["c"][:3] == (0, 0, 0)
    assert found["e"].low < 200 < found["e"].high
    assert found == {
        **ratings("ab", tables(strengths, pairs, 2000)[:1]),
        **ratings("cde", tables(strengths, pairs, 2000)[1:]),
    }


def test_sets_of_several_sizes_weigh_what_they_hold() -> None:
    """The order in which they come changes nothing, nor does cutting independent games in other sets."""
    scores, sizes = [0.5, 0.25, 1.0, 0.75, 0.0], [2, 4, 2, 4, 1]
    found = estimate(scores, sizes, 0.25)
    turned = estimate(scores[::-1], sizes[::-1], 0.25)
    assert found[1:4] == pytest.approx(turned[1:4])
    assert found.share == pytest.approx((1 + 1 + 2 + 3 + 0) / 13)
    assert estimate(scores, 2) == estimate(scores, [2] * 5)


def test_ratings_hold_the_truth_and_know_no_infinity() -> None:
    random, runs, held = Random(3), 40, 0
    chance = expected(150)
    for _ in range(runs):
        scores = [set_score(random, chance, 0.0) for _ in range(60)]
        table = LineUpResults(
            ("b", "a"), 2, [SetTally({"b": 2 * score, "a": 2 - 2 * score}, 0) for score in scores]
        )
        found = ratings("ab", [table])["b"]
        held += found.low <= 150 <= found.high
    assert held >= 35
    always = ratings("ab", [LineUpResults(("b", "a"), 2, [SetTally({"b": 2.0}, 0)] * 20)])["b"]
    assert 0 < always.low < always.elo < always.high < math.inf
    assert always.high - always.low > 200, "nobody knows how much better"


BASEBALL = {
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
}
"""Games won against Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: the American League
of 1987, on which textbooks show the model (Agresti, Categorical Data Analysis)."""
LEAGUE = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")


def test_ratings_are_those_of_the_textbook() -> None:
    tables = []
    for at, one in enumerate(LEAGUE):
        for there, other in list(enumerate(LEAGUE))[at + 1 :]:
            won, lost = BASEBALL[one][there], BASEBALL[other][at]
            sets = [SetTally({one: 1}, 0)] * won + [SetTally({other: 1}, 0)] * lost
            tables.append(LineUpResults((one, other), 1, sets))
    found = fit(list(BASEBALL), tables, prior=0)
    known = [0, 1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839]
    assert found.strengths == pytest.approx(known, abs=0.0001)


def drawn_game(random: Random, one: float, other: float, draws: float) -> SetTally:
    """A set of one game as Davidson's model has it."""
    both = draws * math.sqrt(one * other)
    return random.choices(
        [SetTally({"a": 1}, 0), SetTally({"b": 1}, 0), SetTally({}, 1)], [one, other, both]
    )[0]


def test_draws_between_two_as_davidson_has_them() -> None:
    """Between two there is a formula: the odds of a win, and how many draws beside them."""
    sets = [SetTally({"a": 1}, 0)] * 50 + [SetTally({"b": 1}, 0)] * 20 + [SetTally({}, 1)] * 30
    found = fit(["a", "b"], [LineUpResults(("a", "b"), 1, sets)], prior=0)
    assert found.draws
    assert math.exp(found.strengths[1]) == pytest.approx(20 / 50)
    assert math.exp(found.strengths[2]) == pytest.approx(30 / math.sqrt(50 * 20))


@pytest.mark.parametrize("draws", [0.0, 0.7])
def test_intervals_with_and_without_draws_hold_the_truth(draws: float) -> None:
    random, runs, held = Random(11), 300, 0
    truth = 10 ** (120 / 400)
    for _ in range(runs):
        sets = [drawn_game(random, 1.0, truth, draws) for _ in range(80)]
        found = ratings("ab", [LineUpResults(("a", "b"), 1, sets)])["b"]
        held += found.low <= 120 <= found.high
    assert 0.92 <= held / runs <= 0.985


def test_intervals_at_tables_of_four_hold_the_truth() -> None:
    random, runs, held = Random(5), 200, 0
    strengths = {name: 10 ** (elo / 400) for name, elo in zip("abcd", (0, 80, -60, 200), strict=True)}
    for _ in range(runs):
        winners = random.choices("abcd", [strengths[name] for name in "abcd"], k=160)
        sets = [
            SetTally({name: winners[at : at + 4].count(name) for name in "abcd"}, 0)
            for at in range(0, 160, 4)
        ]
        found = ratings("abcd", [LineUpResults(tuple("abcd"), 4, sets)])["d"]
        held += found.low <= 200 <= found.high
    assert 0.92 <= held / runs <= 0.985


def test_intervals_are_wider_where_the_games_of_a_set_hang_together() -> None:
    together = [SetTally({"b": 2}, 0), SetTally({"a": 2}, 0)] * 50
    apart = [SetTally({"a": 1, "b": 1}, 0)] * 100
    wide = ratings("ab", [LineUpResults(("a", "b"), 2, together)])["b"]
    narrow = ratings("ab", [LineUpResults(("a", "b"), 2, apart)])["b"]
    assert wide.elo == pytest.approx(narrow.elo, abs=1e-6)
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)

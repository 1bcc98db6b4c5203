"""Examples: every rule number, and every value of every option, can be played with, and is about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from moleworks.games import GAMES
from moleworks.games.buddel_bande import board as buddel_bande
from moleworks.games.mole_company import board as mole_company
from moleworks.lessons import Example, Rule, book
from moleworks.record import Match
from moleworks.texts import LANGUAGES
from tests.web.people import RunningServer


class Tried(NamedTuple):
    """An action of an example, and what came of it for who tried it."""

    before: Match
    after: Match
    seat: int

    @property
    def seen(self) -> dict[str, Any]:
        return dict(self.after.game.view(self.after.state, self.seat))

    @property
    def ended_by(self) -> str | None:
        outcome = self.after.game.outcome(self.after.state)
        return outcome.rule if outcome else None

    @property
    def seen_before(self) -> dict[str, Any]:
        return dict(self.before.game.view(self.before.state, self.seat))

    def changed(self, name: str) -> bool:
        return bool(self.seen[name] != self.seen_before[name])

    def known(self) -> set[str]:
        return {name for name, mole in self.seen["moles"].items() if "owner" in mole}


RULES = [pytest.param(game, rule, id=rule.number) for game in GAMES for rule in book(game).rules]
EXAMPLES = [
    pytest.param(game, rule, example, id=f"{rule.number}-{number}")
    for game in GAMES
    for rule in book(game).rules
    for number, example in enumerate(rule.examples, start=1)
]
EFFECTS: dict[str, Callable[[Tried], bool]] = {
    "MH7": lambda tried: tried.seen_before["jump"],
    "MH8": lambda tried: tried.seen["round"] == 2,
    "MH9": lambda tried: tried.seen["scores"][0] > 0 and tried.changed("scores"),
    "MH10": lambda tried: tried.ended_by == "MH10",
    "MC1": lambda tried: (
        len(tried.seen["moles"][0])
        == mole_company.board_of(tried.after.setup).moles[tried.after.setup.players]
    ),
    "MC4": lambda tried: sorted(tried.seen["left"][0]) == [1, 2, 2, 3, 3, 4],
    "MC6": lambda tried: tried.seen["seat"] == 1 and tried.after.names[-1].startswith("="),
    "MC7": lambda tried: tried.seen["seat"] == 0 and tried.seen["phase"] == "flip",
    "MC8": lambda tried: tried.seen["level"] == 2,
    "MC9": lambda tried: tried.ended_by == "MC9",
    "MC12": lambda tried: tried.ended_by == "MC12",
    "MC13": lambda tried: tried.ended_by == "MC13",
    "BB2": lambda tried: tried.seen_before["dog"] == len(buddel_bande.board_of(tried.before.setup).track),
    "BB7": lambda tried: tried.after.names[-1].split(">")[0] in tried.known(),
    "BB10": lambda tried: tried.after.names[-1] == "pass",
    "BB12": lambda tried: tried.ended_by == "BB12",
    "BB13": lambda tried: tried.ended_by == "BB13",
}
"""What comes of a rule that refuses nothing itself."""


def tried(game: str, example: Example, action: str) -> Tried:
    before = example.match(game)
    after = before.copy()
    after.play([action])
    return Tried(before, after, example.seat)


def all_tried(game: str, rule: Rule) -> list[Tried]:
    return [tried(game, example, action) for example in rule.examples for action in example.allowed]


def values(game: str, rule: Rule, option: str) -> set[object]:
    """What an option is in the examples of its rule."""
    return {example.match(game).setup.options[option] for example in rule.examples}


@pytest.mark.parametrize(("game", "rule", "example"), EXAMPLES)
def test_an_example_is_as_the_engine_says(game: str, rule: Rule, example: Example) -> None:
    match = example.match(game)
    assert match.game.mover(match.state) == example.seat  # also while dice or discs fall
    assert example.allowed
    for name in example.allowed:
        assert match.game.explain(match.state, name) is None
    for name in example.refused:
        refusal = match.game.explain(match.state, name)
        assert refusal is not None
        assert refusal.rule == (example.by or rule.number)


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_every_rule_can_be_played_with_and_is_seen_at_work(game: str, rule: Rule) -> None:
    """The engine refuses something by this very number, or something comes of it that no other rule makes."""
    assert rule.examples
    refuses = any(example.refused and example.by is None for example in rule.examples)
    effect = EFFECTS.get(rule.number)
    assert refuses or effect
    if effect:
        assert any(effect(each) for each in all_tried(game, rule))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_belongs_to_a_rule_and_each_of_its_values_can_be_tried(game: str) -> None:
    settled = {option: rule for rule in book(game).rules for option in rule.options}
    assert settled.keys() == GAMES[game].options.keys()
    assert sum(len(rule.options) for rule in book(game).rules) == len(settled)
    for name, option in GAMES[game].options.items():
        found = values(game, settled[name], name)
        assert found - {option.default} if option.bounds else found == set(option.values), name


def test_options_make_the_difference() -> None:
    """What is refused, or comes of the same action, differs from value to value."""

    def ends(game: str, number: str, option: str, value: object, action: str) -> Tried | str:
        rule = next(rule for rule in book(game).rules if rule.number == number)
        for example in rule.examples:
            if example.match(game).setup.options[option] == value and action in example.allowed:
                return tried(game, example, action)
            if example.match(game).setup.options[option] == value and action in example.refused:
                return "refused"
        raise AssertionError(f"{number}: nobody can try {action} with {option}={value}")

    assert ends("mole-hill", "MH2", "start", "ring", "a1") == "refused"
    assert ends("mole-hill", "MH2", "start", "anywhere", "a1") != "refused"
    assert ends("mole-hill", "MH5", "diagonal", "path", "c3") == "refused"
    assert ends("mole-hill", "MH5", "diagonal", "edges", "c3") != "refused"
    single = ends("mole-hill", "MH1", "rounds", 1, "a1|a2")
    assert isinstance(single, Tried)
    assert single.ended_by == "MH8"
    special, basic = (ends("mole-company", "MC10", "specials", on, "e4-c4") for on in (True, False))
    assert isinstance(special, Tried)
    assert isinstance(basic, Tried)
    assert (special.seen["phase"], basic.seen["phase"]) == ("bonus", "flip")
    for paths, into, over in (("solid", False, False), ("into", True, False), ("all", True, True)):
        found = [ends("mole-company", "MC11", "final_paths", paths, "c2-c3") != "refused"]
        number = "MC12" if paths == "all" else "MC11"
        found.append(ends("mole-company", number, "final_paths", paths, "c2-c4") != "refused")
        assert found == [into, over], paths
    assert ends("buddel-bande", "BB4", "either", "dog", "S1>1") == "refused"
    assert ends("buddel-bande", "BB4", "either", "choose", "S1>1") != "refused"
    own, nobody = (ends("buddel-bande", "BB1", "know_own", on, "S2>1") for on in (True, False))
    assert isinstance(own, Tried)
    assert isinstance(nobody, Tried)
    assert (own.known(), nobody.known()) == ({"S1", "M3", "L2", "S2"}, {"S2"})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_engine_answers_every_try_in_the_language_of_who_asks(
    server: RunningServer, game: str, lang: str
) -> None:
    person = server.person()
    reply = person.get(f"/rules/{game}", lang=lang)
    for rule, shown in zip(book(game).rules, reply["rules"], strict=True):
        for example, sample in zip(rule.examples, shown["examples"], strict=True):
            assert list(sample["tries"]) == [*example.allowed, *example.refused]
            assert len(set(sample["tries"].values())) == len(sample["tries"]), "each is called something else"
            for action in sample["tries"]:
                asked = {"position": sample["position"], "seat": sample["seat"], "action": action}
                answer = person.post(f"/try?lang={lang}", **asked)
                if action in example.allowed:
                    assert answer["at"]["words"]["eyes"][0]["steps"][-1]["said"]
                else:
                    assert answer["refused"]["rule"] == (example.by or rule.number)
                    assert answer["refused"]["reason"]

"""How long speech takes over whole games: of an action and the situation after it, and of answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from moleworks import speech
from moleworks.core import registry
from moleworks.core.messages import Message
from moleworks.engine import chance
from moleworks.games import CHANCE
from moleworks.record import Match
from moleworks.speech.emblems import table_names
from moleworks.speech.seat_names import spoken_names
from moleworks.speech.second_person import you
from moleworks.speech.spoken_length import LONGEST, PACE, parts
from moleworks.texts import LANGUAGES, Language, language
from scripts.pictures import choose_digging_or_random, choose_near_mole

GAMES = 2
MOST_ACTIONS = 600
USUAL = 7 * PACE
"""So many characters are few enough to say everything."""
EVERY = [(game, code, seat) for game in registry.BUILT_IN for code in LANGUAGES for seat in (0, 1)]


class Heard(NamedTuple):
    """What a player hears of an action and the dice, discs or deals after it: with few words, with the usual
    ones, and all there is to tell."""

    brief: str
    normal: str
    full: list[str]


def told_at_once(full: Sequence[str], brief: Sequence[str], ask: str = "", told: Collection[int] = ()) -> str:
    """What is said of an action with its parts, and of what is to be done now: as much as there is time for.

    `told`: the parts that what is to be done tells, too. Of several parts, all are said only if that takes no
    longer than usual.
    """

    def untold(texts: Sequence[str]) -> list[str]:
        return [text for number, text in enumerate(texts) if number not in told]

    usual = [_joined(texts, ask) for texts in (full, untold(full), brief, untold(brief))]
    most = USUAL if len(full) > 1 else LONGEST
    short = next((text for text in usual if len(text) <= most), usual[-1])
    choices = (short, _joined(brief), _joined(untold(brief)), _joined((*brief[:1], *brief[1:][-1:])))
    return next((text for text in choices if len(text) <= LONGEST), parts([_joined(brief)])[0])


def _joined(texts: Iterable[str], last: str = "") -> str:
    return " ".join(filter(None, (*texts, last)))


@cache
def whole_games(game: str, code: str, seat: int) -> tuple[list[Heard], list[list[str]]]:
    """All actions of whole games as this seat hears them, and all answers to keys."""
    heard: list[Heard] = []
    answers: list[list[str]] = []
    for number in range(GAMES):
        for after_action in _game(game, language(code), seat, Random(f"{game} {number}")):
            heard.append(after_action[0])
            answers += after_action[1]
    return heard, answers


class Part(NamedTuple):
    """An action in sentences; `chance` did it, or a seat."""

    chance: bool
    full: list[str]
    brief: list[str]


def _heard(parts_: Sequence[Part], ask: str) -> Heard:
    """As the page says it: what chance did last is in what to do, too."""
    full, brief = [" ".join(part.full) for part in parts_], [" ".join(part.brief) for part in parts_]
    asked = "" if any(ask in part.full for part in parts_) else ask
    told = {len(parts_) - 1} if parts_[-1].chance and asked else set[int]()
    return Heard(
        told_at_once(brief, brief),
        told_at_once(full, brief, asked, told),
        [sentence for part in parts_ for sentence in part.full],
    )


def _game(game: str, words: Language, seat: int, random: Random) -> Iterator[tuple[Heard, list[list[str]]]]:
    """Each action of a seat with what chance does after it, as one message of the server tells them."""
    match, heard = Match.begin(game), list[Part]()
    choose = choose_near_mole if game == "mole-hill" else choose_digging_or_random
    players = list(spoken_names(words, tuple(number == seat for number in range(2))))
    players[seat] = you(words)
    names = table_names(game, players, [None, None])
    rules = match.game
    while (actor := rules.actor(match.state)) is not None and match.ply < MOST_ACTIONS:
        before = match.state
        action = chance.draw(rules, before, random) if actor == CHANCE else choose(match, random)
        name = rules.name(before, action)
        match.play([name])
        told = speech.told(rules, before, name, match.state, names, seat)
        secret = speech.secret(rules, before, name, match.state, names, seat)
        sentences = ([words.tell(message) for message in (*said, *_some(secret))] for said in told)
        heard.append(Part(actor == CHANCE, *sentences))
        if rules.actor(match.state) == CHANCE:
            continue
        ask = words.tell(speech.ask(rules, match.state, names))
        now = _heard(heard, ask if rules.actor(match.state) in {seat, None} else "")
        heard = []
        questions: Sequence[Sequence[Message]] = (
            [speech.ask(rules, match.state, names)],
            speech.own(rules, match.state, names, seat, seat),
            speech.position(rules, match.state, names, seat),
            speech.standing(rules, match.state, names),
            speech.notebook(rules, match.state, names, seat),
            [
                speech.neighbours(rules, match.state, place, names, seat, typed=False)
                for place in random.sample(speech.places(rules, match.state), 1)
            ],
        )
        yield now, [[*map(words.tell, messages)] for messages in questions]


def _some(secret: Message | None) -> tuple[Message, ...]:
    return (secret,) if secret else ()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "code", "seat"), EVERY)
def test_no_action_takes_ten_seconds_and_most_take_much_less(game: str, code: str, seat: int) -> None:
    heard, _ = whole_games(game, code, seat)
    assert len(heard) > 100
    assert [said for each in heard for said in each[:2] if len(said) > LONGEST] == []
    assert median(len(each.brief) for each in heard) <= 4 * PACE
    assert median(len(each.normal) for each in heard) <= 7 * PACE
    assert all(each.brief and each.normal for each in heard)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "code", "seat"), EVERY)
def test_who_wants_few_words_hears_less_and_not_only_a_shorter_end(game: str, code: str, seat: int) -> None:
    heard, _ = whole_games(game, code, seat)
    shorter = [each for each in heard if len(each.brief) < len(" ".join(each.full))]
    assert len(shorter) > len(heard) / 2
    assert any(not each.normal.startswith(each.brief) for each in shorter)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "code", "seat"), EVERY)
def test_each_part_of_an_answer_takes_ten_seconds_at_most_and_all_parts_tell_everything(
    game: str, code: str, seat: int
) -> None:
    heard, answers = whole_games(game, code, seat)
    for answer in [*answers, *(each.full for each in heard)]:
        told = parts(answer)
        assert [part for part in told if len(part) > LONGEST] == []
        assert " ".join(told).split() == " ".join(answer).split()
        # No two that follow each other could be one.
        assert all(len(first) + len(second) > LONGEST / 2 for first, second in pairwise(told))


def test_parts_end_with_a_sentence_or_with_an_item_of_a_list() -> None:
    rods = "Rods lie between: " + ", ".join(f"a{row} b{row}" for row in range(1, 40)) + "."
    told = parts(["Round 1 of 2.", rods, "Points: 3."])
    assert len(told) > 2
    assert all(part.endswith((".", ",")) for part in told)
    assert told[0].startswith("Round 1 of 2. Rods lie between: a1 b1,")


def test_what_was_told_briefly_has_what_to_do_after_it_if_there_is_time() -> None:
    long = "The green board is lifted. " * 9
    assert told_at_once([long], ["Lifted."], "Your turn.") == "Lifted. Your turn."
    assert told_at_once(["It digs."], ["Digs."]) == "It digs."
    assert told_at_once([long], ["First. " + long], "Your turn.").startswith("First. The green board")

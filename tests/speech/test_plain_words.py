"""The default words: they work in every position, and keep secrets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from moleworks.core.game import AnyGame, State
from moleworks.games import CHANCE, GAMES, Complaint, Message, Refusal
from moleworks.games.buddel_bande.view_types import own_view
from moleworks.record import Match
from moleworks.speech import plain_words
from moleworks.texts import LANGUAGES, language
from tests.speech.example_games import NAMES, steps
from tests.speech.test_secrets import begun, dealt_otherwise

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}


def check(message: Message) -> None:
    for code in LANGUAGES:
        said = language(code).tell(message)
        assert said.strip() == said != ""
        assert "{" not in said
        assert "Message(" not in said


def position_texts(game: AnyGame, state: State, seat: int | None) -> Iterator[Message]:
    yield plain_words.ask(game, state, NAMES)
    yield from plain_words.position(game, state, NAMES, seat)
    yield from plain_words.standing(game, state, NAMES)
    for of in range(state.setup.players):
        yield from plain_words.own(game, state, NAMES, of, seat)
    if seat is not None:
        yield from plain_words.notebook(game, state, NAMES, seat)


def all_texts(match: Match, seat: int | None) -> list[Message]:
    """All that a seat or a watcher is told from the first action to the last."""
    game, texts = match.game, list[Message]()
    for ply, name in enumerate(match.names):
        before, after = match.before(ply), match.before(ply + 1)
        texts += plain_words.tell(game, before, name, after, NAMES, seat)
        texts += position_texts(game, after, seat)
        learned = None if seat is None else plain_words.secret(game, before, name, after, NAMES, seat)
        texts += [learned] if learned else []
    return texts


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
def test_every_position_can_be_told_in_every_language(game: str, seed: int) -> None:
    match = Match.begin(game, board=SMALL[game], players=GAMES[game].player_counts[-1])
    rules = match.game
    for before, name, _ in steps(match, Random(seed), 150):
        if rules.actor(before) != CHANCE:
            check(plain_words.action(rules, before, name))
    for seat in (None, *range(match.setup.players)):
        texts = all_texts(match, seat)
        assert all(map(str, texts))
        for message in texts[:: 7 if seat is None else 41]:
            check(message)


def test_the_end_is_told() -> None:
    match = Match.begin("mole-hill", board="patch")
    *_, (before, name, after) = steps(match, Random(1))
    *_, end = plain_words.tell(match.game, before, name, after, NAMES, None)
    assert end == plain_words.ask(match.game, after, NAMES)
    assert str(end) in {"Lina has won.", "Max has won.", "It is a draw."}
    check(end)


def test_a_short_list_of_actions_is_read_out_and_a_long_one_counted() -> None:
    match = Match.begin("mole-hill", board="patch")
    count = len(match.game.legal(match.state))
    assert str(plain_words.ask(match.game, match.state, NAMES)) == f"Lina, choose one of {count} actions."
    match.play(["a1", "a1|b1"])
    assert str(plain_words.ask(match.game, match.state, NAMES)).startswith("Lina, choose: ")


@pytest.mark.parametrize("know_own", [True, False])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.slow
def test_other_hidden_owners_read_the_same(players: int, know_own: bool) -> None:
    random, options = Random(players), {"know_own": know_own}
    match = begun(players, options)
    list(steps(match, random, 40))
    differed = False
    for seat in (None, *range(players)):
        moles = own_view(match.game.view(match.state, seat))["moles"]
        known = {name: mole["owner"] for name, mole in moles.items() if "owner" in mole}
        for _ in range(2):
            other = begun(players, options)
            other.play(dealt_otherwise(match.names, known, random))
            differed |= other.names != match.names
            assert all_texts(other, seat) == all_texts(match, seat)
    assert differed


def test_what_only_a_seat_knows_is_told_to_that_seat() -> None:
    match = begun(2, {"know_own": True})
    match.play(["deal:S=10"])
    before, after = match.before(0), match.state
    public = plain_words.tell(match.game, before, "deal:S=10", after, NAMES, None)
    assert [str(message) for message in public] == ["Something happens that not everybody sees."]
    learned = plain_words.secret(match.game, before, "deal:S=10", after, NAMES, 0)
    assert learned is not None
    assert str(learned).startswith("Only you know: ")
    check(learned)
    assert plain_words.notebook(match.game, after, NAMES, 0)
    assert plain_words.own(match.game, after, NAMES, 0, 1) == ()


def test_actions_of_a_seat_with_secrets_are_not_read_out() -> None:
    match = begun(2, {})
    match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Ac"])
    assert str(plain_words.ask(match.game, match.state, NAMES)) == "Lina is to act."


@pytest.mark.parametrize("game", GAMES)
def test_what_needs_no_position(game: str) -> None:
    match = Match.begin(game)
    check(plain_words.who_begins())
    check(plain_words.reason(Refusal("X1", "No {thing}.", {"thing": "hill"})))
    check(plain_words.value({"phase": "act", "seat": 0}, 0.5, proven=False))
    assert plain_words.rules(match.setup) == ()
    assert plain_words.places(match.setup) == ()
    assert plain_words.chapter(match.game.view(match.state, None)) is None
    for ask in (plain_words.space, plain_words.neighbours):
        with pytest.raises(Complaint, match="does not tell of places; there is no e4"):
            ask(match.game, match.state, "e4", NAMES, None)

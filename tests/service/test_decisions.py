"""What a command leads to, and why not."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks.games import Complaint, Malformed, Refused
from moleworks.record import CannotPlay, Match
from moleworks.service import decisions
from moleworks.service.commands import Answer, Command, Offer, Play, Resign, Undo
from moleworks.service.course import Course
from moleworks.service.decisions import (
    Repeated,
    Stale,
    computed,
    decide,
    falls,
    linked,
    peeked,
    renamed,
    reseated,
    seated,
)
from moleworks.service.pace import Pace
from moleworks.service.store.rows import COMPUTER, OPEN, PERSON, Entry
from tests.service.tables import log_of, parts

OVER = "The match is over."
PROPOSED = "You have proposed this already; the others have not answered yet."
OTHERS = "Only your own last action can be taken back, and somebody else has acted since."
OPEN_SEAT = "Not everybody is here yet: a seat is still open."
A_COMPUTER = "A computer plays for this seat now."
PLACED = [f"{n % 2}:{name}" for n, name in enumerate(["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5"])]
DEALT = ["deal:S=0123", "deal:M=0123", "deal:L=0123"]


def at(*names: str, game: str = "mole-hill", players: int = 2, **setup: Any) -> Course:
    course = Course(Match.begin(game, players=players, **setup), 0.0)
    course.follow(log_of(*names, players=players))
    return course


def three(*names: str) -> Course:
    return at(*names, game="mole-company", players=3)


def decided(course: Course, seat: int, command: Command, pace: Pace | None = None) -> list[str]:
    """The lines, as `log_of` reads them; the course is as it was."""
    before = parts(course.copy())
    lines = decide(course, seat, command, pace or Pace())
    assert parts(course) == before
    assert lines[0].client == command.id
    assert all(line.client is None for line in lines[1:])
    return [line.name if line.seat is None else f"{line.seat}:{line.name}" for line in lines]


def why_not(course: Course, seat: int, command: Command) -> str:
    before = parts(course.copy())
    with pytest.raises(Complaint) as caught:
        decide(course, seat, command, Pace())
    assert parts(course) == before
    return str(caught.value)


def play(action: str, course: Course, seq: int | None = None, client: str | None = None) -> Play:
    return Play(action=action, seq=course.seq if seq is None else seq, id=client)


# Playing


def test_an_action() -> None:
    course = at()
    assert decided(course, 0, play("e4", course, client="x")) == ["0:e4"]


def test_out_of_turn() -> None:
    course = at()
    with pytest.raises(Refused):
        decide(course, 1, play("e4", course), Pace())


@pytest.mark.parametrize(
    "action", ["!undo 1", "!resign", "!seat 1 computer 7", "!next x", "nonsense", "e4 e5", "\n"]
)
def test_an_event_is_no_action(action: str) -> None:
    course = at("0:e4", "1:a1|a2")
    with pytest.raises(Malformed):
        decide(course, 0, play(action, course), Pace())


@pytest.mark.parametrize("action", ["=1", "=3"])
def test_nobody_plays_for_chance(action: str) -> None:
    course = at(*PLACED, "=2", game="mole-company", board="burrow")
    with pytest.raises(Refused):
        decide(course, 0, play(action, course), Pace())


def test_a_deal_cannot_be_chosen() -> None:
    course = Course(Match.begin("buddel-bande"), 0.0)
    course.follow([Entry(1, None, "!seat 0 person", None, 0.0)])
    assert why_not(course, 0, play("deal:S=01", course)) == OPEN_SEAT


def test_what_chance_does_falls_at_once() -> None:
    course = at(*PLACED[:-1], game="mole-company", board="burrow")
    first, *discs = decided(course, 1, play("e5", course))
    assert first == "1:e5"
    assert discs  # more than one, where a disc moves no mole
    assert all(disc.startswith("=") for disc in discs)


def test_nothing_foretells_the_dice() -> None:
    course = at(*PLACED[:-1], game="mole-company", board="burrow")
    assert len({decided(course, 1, play("e5", course))[1] for _ in range(200)}) > 1


def test_an_older_position_is_stale() -> None:
    course = at("0:e4")
    with pytest.raises(Stale):
        decide(course, 1, play("a1|a2", course, seq=course.seq - 1), Pace())


def test_a_position_that_is_not_yet_is_out_of_step_too() -> None:
    course = at("0:e4")
    for command in (play("a1|a2", course, seq=course.seq + 1), Undo(seq=course.seq + 1)):
        with pytest.raises(Stale):
            decide(course, 0, command, Pace())


def test_what_is_said_makes_no_move_stale() -> None:
    course = at("0:e4", "1:!offer draw", "0:!decline draw", "1:!name")
    assert decided(course, 1, play("a1|a2", course, seq=3)) == ["1:a1|a2"]


def test_an_undo_makes_a_move_stale() -> None:
    course = at("0:e4", "0:!undo 1")
    with pytest.raises(Stale):
        decide(course, 1, play("a1|a2", course, seq=3), Pace())


def test_what_was_done_is_repeated_not_stale() -> None:
    course = at()
    course.follow([Entry(3, 0, "e4", "x", 0.0), Entry(4, 1, "a1|a2", "x", 0.0)])
    for seat in (0, 1):
        with pytest.raises(Repeated):
            decide(course, seat, Play(action="e5", seq=2, id="x"), Pace())
    with pytest.raises(Repeated):  # whatever it is: the number says that it was done
        decide(course, 0, Resign(id="x"), Pace())
    with pytest.raises(Stale):
        decide(course, 0, Play(action="e4", seq=2, id="y"), Pace())


def test_a_table_that_waits() -> None:
    course = at("!seat 1 open")
    assert why_not(course, 0, play("e4", course)) == OPEN_SEAT
    assert why_not(course, 0, Resign()) == OPEN_SEAT  # or a seat that nobody has would win
    assert why_not(course, 0, Offer(what="rematch")).startswith("A rematch can be proposed once")
    assert why_not(course, 0, Offer(what="draw")) == "A computer agrees to no draw: it plays on."


def test_after_the_end() -> None:
    course = at("0:e4", "1:!resign")
    for command in (play("a1|a2", course), Undo(seq=course.seq), Resign(), Offer(what="draw")):
        assert why_not(course, 1, command) == OVER


def test_a_seat_that_a_computer_plays_is_not_played_by_who_had_it() -> None:
    course = three("0:!resign", "0:!seat 0 computer 3", "1:!offer draw")
    commands = [
        play("a1", course),
        Undo(seq=course.seq),
        Resign(),
        Offer(what="draw"),
        Answer(what="draw", yes=False),
    ]
    for command in commands:
        assert why_not(course, 0, command) == A_COMPUTER
    with pytest.raises(Complaint, match=A_COMPUTER):
        renamed(course, 0)


def test_who_talks_too_much_can_still_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """And keeps nobody else from anything."""
    monkeypatch.setattr(decisions, "MOST_SAID", 3)
    course = at("0:e4", "1:!name", "1:!offer draw", "0:!decline draw", "1:!name")
    for command in (Offer(what="draw"), Undo(seq=course.seq), Answer(what="draw", yes=False)):
        assert "can only play on or resign" in why_not(course, 1, command)
    too_much = "can only play on or resign"
    with pytest.raises(Complaint, match=too_much):
        renamed(course, 1)
    with pytest.raises(Complaint, match=too_much):
        peeked(course, 1, "digest")
    with pytest.raises(Complaint, match=too_much):
        linked(course, 1, 1)
    assert decided(course, 1, play("a1|a2", course)) == ["1:a1|a2"]
    assert decided(course, 1, Resign()) == ["1:!resign"]
    assert decided(course, 0, Offer(what="draw")) == ["0:!offer draw"]
    course = at("!seat 1 computer 3", "!seat 1 open", "!seat 1 computer 3")
    with pytest.raises(Complaint, match="Too much has been changed"):
        reseated(course, 1, OPEN, None, None, None)
    with pytest.raises(Complaint, match="Too much has been changed"):
        linked(course, 1, None)
    assert seated(course, 1, PERSON), "whoever has a link can still sit down"


# Taking back


def test_one_s_own_last_action_at_once() -> None:
    course = at("0:e4")
    assert decided(course, 0, Undo(seq=course.seq, id="u")) == ["0:!undo 1"]


def test_across_another_s_action_by_consent() -> None:
    course = at("0:e4", "1:a1|a2")
    assert decided(course, 0, Undo(seq=course.seq)) == ["0:!offer undo 2"]
    course = at("0:e4", "1:a1|a2", "0:!offer undo 2")
    assert decided(course, 1, Answer(what="undo", yes=True)) == ["1:!accept undo"]
    assert decided(course, 1, Answer(what="undo", yes=False)) == ["1:!decline undo"]
    assert decided(course, 0, Answer(what="undo", yes=False)) == ["0:!decline undo"]  # never mind
    assert why_not(course, 0, Answer(what="undo", yes=True)) == PROPOSED
    assert why_not(course, 0, Undo(seq=course.seq)) == PROPOSED


def test_an_undo_is_not_put_in_the_place_of_another() -> None:
    """Or whoever says yes to the one that they saw would say yes to the other."""
    course = three("0:a1", "1:a3", "2:b1", "0:!offer undo 3")
    assert why_not(course, 1, Undo(seq=course.seq)).startswith("Somebody else asks to take something back")
    assert decided(course, 2, Undo(seq=course.seq)) == ["2:!undo 1"]


def test_a_computer_always_consents() -> None:
    course = at("!seat 1 computer 3", "0:e4")
    assert decided(course, 0, Undo(seq=course.seq)) == ["0:!undo 1"]
    course = at("!seat 1 computer 3", "0:e4", "1:a1|a2")
    assert decided(course, 0, Undo(seq=course.seq)) == ["0:!undo 2"]
    course.follow([Entry(course.seq + 1, 0, "!undo 2", None, 0.0)])
    assert course.match.names == []
    course = at("!seat 1 computer 3", "1:!seat 1 open", "0:e4", "1:a1|a2")
    assert why_not(course, 0, Undo(seq=course.seq)) == OTHERS, "nobody is there"


def test_people_are_asked_though_a_computer_plays_too() -> None:
    course = three("0:a1", "1:a3", "1:!resign", "1:!seat 1 computer 3", "2:b1")
    assert decided(course, 0, Undo(seq=course.seq)) == ["0:!offer undo 3"]
    course.follow([Entry(course.seq + 1, 0, "!offer undo 3", None, 0.0)])
    assert decided(course, 2, Answer(what="undo", yes=True)) == ["2:!accept undo"]
    course.follow([Entry(course.seq + 1, 2, "!accept undo", None, 0.0)])
    assert course.match.names == []


def test_a_computer_takes_nothing_back_that_was_drawn_or_shown() -> None:
    course = at("!seat 1 computer 3", *PLACED, "=2", "0:c3-c5", "=1", game="mole-company", board="burrow")
    assert why_not(course, 0, Undo(seq=course.seq)) == "Dice, discs and deals cannot be taken back."
    course = at("!seat 1 computer 3", *DEALT, "=Sc", "0:S2>1", game="buddel-bande", players=4)
    assert (
        why_not(course, 0, Undo(seq=course.seq))
        == "This action has shown a secret, so it cannot be taken back."
    )


def test_a_bot_is_asked_like_a_person() -> None:
    course = at("!seat 1 bot", "0:e4", "1:a1|a2")
    assert decided(course, 0, Undo(seq=course.seq)) == ["0:!offer undo 2"]


def test_never_across_chance() -> None:
    course = at(*PLACED, "=2", game="mole-company", board="burrow")
    for seat in (0, 1):
        reason = why_not(course, seat, Undo(seq=course.seq))
        assert reason == "Dice, discs and deals cannot be taken back."
    course = at(*PLACED, "=2", "0:c3-c5", "=1", game="mole-company", board="burrow")
    assert why_not(course, 0, Undo(seq=course.seq)) == "Dice, discs and deals cannot be taken back."


@pytest.mark.parametrize("action", ["S1>1", "S2>1"])
def test_never_across_a_secret(action: str) -> None:
    course = at(*DEALT, "=Sc", f"0:{action}", "=Dc", game="buddel-bande", players=4)
    assert why_not(course, 0, Undo(seq=course.seq)) == "Dice, discs and deals cannot be taken back."
    course = at(*DEALT, "=Sc", f"0:{action}", game="buddel-bande", players=4)
    assert "secret" in why_not(course, 0, Undo(seq=course.seq))
    assert why_not(course, 1, Undo(seq=course.seq)) == OTHERS


def test_nothing_to_take_back() -> None:
    course = at()
    assert why_not(course, 0, Undo(seq=course.seq)) == "Nothing has been played yet."
    course = at("0:e4")
    assert why_not(course, 1, Undo(seq=course.seq)) == OTHERS  # seat 1 has no action of its own
    with pytest.raises(Stale):
        decide(course, 0, Undo(seq=course.seq - 1), Pace())


# Resigning


def test_with_two_it_ends() -> None:
    assert decided(at(), 1, Resign(id="r")) == ["1:!resign"]


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_a_computer_plays_on(players: int) -> None:
    course = at(game="buddel-bande", players=players)
    assert decided(course, 1, Resign(), Pace(level=5)) == ["1:!resign", "1:!seat 1 computer 5"]


# Offers


def test_a_draw() -> None:
    course = three()
    assert decided(course, 0, Offer(what="draw")) == ["0:!offer draw"]
    course = three("0:!offer draw")
    assert why_not(course, 0, Offer(what="draw")) == PROPOSED
    assert decided(course, 1, Answer(what="draw", yes=True)) == ["1:!accept draw"]
    course = three("0:!offer draw", "1:!accept draw")
    assert not course.outcome
    with pytest.raises(Repeated):
        decide(course, 1, Answer(what="draw", yes=True), Pace())
    with pytest.raises(Repeated):
        decide(course, 1, Offer(what="draw"), Pace())
    assert decided(course, 1, Answer(what="draw", yes=False)) == ["1:!decline draw"]
    assert decided(course, 2, Answer(what="draw", yes=True)) == ["2:!accept draw"]


def test_offers_that_cross_agree() -> None:
    course = at("0:!offer draw")
    assert decided(course, 1, Offer(what="draw", id="o")) == ["1:!accept draw"]


def test_a_move_clears_what_was_proposed() -> None:
    course = at("1:!offer draw", "0:e4")
    assert why_not(course, 0, Answer(what="draw", yes=True)) == "Nobody proposes this any more."
    assert decided(course, 1, Offer(what="draw")) == ["1:!offer draw"]


def test_what_was_declined_can_be_proposed_again() -> None:
    course = at("1:!offer draw", "0:!decline draw")
    assert why_not(course, 0, Answer(what="draw", yes=True)) == "Nobody proposes this any more."
    assert decided(course, 0, Offer(what="draw")) == ["0:!offer draw"]


def test_no_draw_with_a_computer() -> None:
    for course in (at("!seat 1 computer 3"), three("2:!resign", "2:!seat 2 computer 3")):
        assert why_not(course, 0, Offer(what="draw")) == "A computer agrees to no draw: it plays on."


def test_a_rematch_is_for_afterwards() -> None:
    assert why_not(at(), 0, Offer(what="rematch")).startswith("A rematch can be proposed once")
    course = at("0:!resign")
    assert decided(course, 0, Offer(what="rematch")) == ["0:!offer rematch"]
    course = at("0:!resign", "0:!offer rematch")
    assert decided(course, 1, Answer(what="rematch", yes=True)) == ["1:!accept rematch"]
    course = at("0:!resign", "0:!offer rematch", "1:!accept rematch", "!next abc")
    for command in (
        Offer(what="rematch"),
        Answer(what="rematch", yes=True),
        Answer(what="rematch", yes=False),
    ):
        assert why_not(course, 1, command) == "The next match has been opened already."


# Seats and computers


def names(course: Course, seat: int, kind: str, level: int | None = None) -> list[str]:
    return [line.name for line in seated(course, seat, kind, level)]


def test_the_last_seat_begins_the_game() -> None:
    course = Course(Match.begin("buddel-bande", players=2), 0.0)
    assert names(course, 1, PERSON) == ["!seat 1 person"]
    course.follow([Entry(1, None, "!seat 1 person", None, 0.0)])
    first, *fallen = names(course, 0, COMPUTER, 4)
    assert first == "!seat 0 computer 4"
    assert [name[:5] for name in fallen[:3]] == ["deal:"] * 3
    assert len(fallen) == 4
    assert len({tuple(names(course, 0, COMPUTER, 4)) for _ in range(50)}) > 1


def test_a_seat_that_changes_hands_deals_nothing_anew() -> None:
    course = at(*DEALT, "=Sc", game="buddel-bande", players=4)
    assert names(course, 0, COMPUTER, 1) == ["!seat 0 computer 1"]
    assert names(course, 0, OPEN) == ["!seat 0 open"]
    course = at(*DEALT, "=Sc", "!seat 0 open", game="buddel-bande", players=4)
    assert names(course, 0, PERSON) == ["!seat 0 person"]


def test_a_computer_s_action_is_checked() -> None:
    course = at()
    assert [line.name for line in computed(course, 0, "e4")] == ["e4"]
    for action in ("a1|a2", "nonsense", "!resign"):
        with pytest.raises(CannotPlay):
            computed(course, 0, action)


def test_falls_end_where_somebody_acts() -> None:
    match = Match.begin("buddel-bande", players=3)
    lines = falls(match.game, match.state)
    match.play(line.name for line in lines)
    assert match.game.actor(match.state) == 0
    assert {line.seat for line in lines} == {None}

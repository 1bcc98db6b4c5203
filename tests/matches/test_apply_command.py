"""The entries that commands lead to, and the complaints."""

from __future__ import annotations

from typing import Any

import pytest

from moleworks.games import Complaint, Malformed, Refused
from moleworks.matches import apply_command
from moleworks.matches.apply_command import (
    Repeated,
    Stale,
    chance_entries,
    command_entries,
    computer_entries,
    link_entries,
    peek_entries,
    rename_entries,
    reseat_entries,
    seat_entries,
)
from moleworks.matches.commands import Answer, LogCommand, Offer, Play, Resign, Undo
from moleworks.matches.log import MatchLog
from moleworks.matches.store.rows import COMPUTER, OPEN, PERSON, Entry
from moleworks.matches.time_control import TimeControl
from moleworks.record import CannotPlay, Match
from tests.matches.helpers import log_of, log_parts

OVER = "The match is over."
PROPOSED = "You have proposed this already; the others have not answered yet."
OTHERS = "Only your own last action can be undone, and somebody else has acted since."
OPEN_SEAT = "Not everybody is here yet: a seat is still open."
A_COMPUTER = "A computer plays for this seat now."
PLACED = [f"{n % 2}:{name}" for n, name in enumerate(["a1", "a3", "b1", "b2", "c1", "c2", "c3", "e5"])]
DEALT = ["deal:S=0123", "deal:M=0123", "deal:L=0123"]


def log_after(*names: str, game: str = "mole-hill", players: int = 2, **setup: Any) -> MatchLog:
    log = MatchLog(Match.begin(game, players=players, **setup), 0.0)
    log.extend(log_of(*names, players=players))
    return log


def three(*names: str) -> MatchLog:
    return log_after(*names, game="mole-company", players=3)


def entries_for(log: MatchLog, seat: int, command: LogCommand, pace: TimeControl | None = None) -> list[str]:
    """The new entries, in the notation of `log_of`; the log is not changed."""
    before = log_parts(log.copy())
    lines = command_entries(log, seat, command, pace or TimeControl())
    assert log_parts(log) == before
    assert lines[0].client == command.id
    assert all(line.client is None for line in lines[1:])
    return [line.name if line.seat is None else f"{line.seat}:{line.name}" for line in lines]


def complaint(log: MatchLog, seat: int, command: LogCommand) -> str:
    before = log_parts(log.copy())
    with pytest.raises(Complaint) as caught:
        command_entries(log, seat, command, TimeControl())
    assert log_parts(log) == before
    return str(caught.value)


def play(action: str, log: MatchLog, seq: int | None = None, client: str | None = None) -> Play:
    return Play(action=action, seq=log.seq if seq is None else seq, id=client)


# Playing


def test_an_action() -> None:
    log = log_after()
    assert entries_for(log, 0, play("e4", log, client="x")) == ["0:e4"]


def test_out_of_turn() -> None:
    log = log_after()
    with pytest.raises(Refused):
        command_entries(log, 1, play("e4", log), TimeControl())


@pytest.mark.parametrize(
    "action", ["!undo 1", "!resign", "!seat 1 computer 7", "!next x", "nonsense", "e4 e5", "\n"]
)
def test_an_event_is_no_action(action: str) -> None:
    log = log_after("0:e4", "1:a1|a2")
    with pytest.raises(Malformed):
        command_entries(log, 0, play(action, log), TimeControl())


@pytest.mark.parametrize("action", ["=1", "=3"])
def test_nobody_plays_for_chance(action: str) -> None:
    log = log_after(*PLACED, "=2", game="mole-company", board="burrow")
    with pytest.raises(Refused):
        command_entries(log, 0, play(action, log), TimeControl())


def test_a_deal_cannot_be_chosen() -> None:
    log = MatchLog(Match.begin("buddel-bande"), 0.0)
    log.extend([Entry(1, None, "!seat 0 person", None, 0.0)])
    assert complaint(log, 0, play("deal:S=01", log)) == OPEN_SEAT


def test_what_chance_does_falls_at_once() -> None:
    log = log_after(*PLACED[:-1], game="mole-company", board="burrow")
    first, *discs = entries_for(log, 1, play("e5", log))
    assert first == "1:e5"
    assert discs  # more than one, where a disc moves no mole
    assert all(disc.startswith("=") for disc in discs)


def test_nothing_foretells_the_dice() -> None:
    log = log_after(*PLACED[:-1], game="mole-company", board="burrow")
    assert len({entries_for(log, 1, play("e5", log))[1] for _ in range(200)}) > 1


def test_an_older_position_is_stale() -> None:
    log = log_after("0:e4")
    with pytest.raises(Stale):
        command_entries(log, 1, play("a1|a2", log, seq=log.seq - 1), TimeControl())


def test_a_position_that_is_not_yet_is_out_of_step_too() -> None:
    log = log_after("0:e4")
    for command in (play("a1|a2", log, seq=log.seq + 1), Undo(seq=log.seq + 1)):
        with pytest.raises(Stale):
            command_entries(log, 0, command, TimeControl())


def test_what_is_said_makes_no_move_stale() -> None:
    log = log_after("0:e4", "1:!offer draw", "0:!decline draw", "1:!name")
    assert entries_for(log, 1, play("a1|a2", log, seq=3)) == ["1:a1|a2"]


def test_an_undo_makes_a_move_stale() -> None:
    log = log_after("0:e4", "0:!undo 1")
    with pytest.raises(Stale):
        command_entries(log, 1, play("a1|a2", log, seq=3), TimeControl())


def test_what_was_done_is_repeated_not_stale() -> None:
    log = log_after()
    log.extend([Entry(3, 0, "e4", "x", 0.0), Entry(4, 1, "a1|a2", "x", 0.0)])
    for seat in (0, 1):
        with pytest.raises(Repeated):
            command_entries(log, seat, Play(action="e5", seq=2, id="x"), TimeControl())
    with pytest.raises(Repeated):  # even another command: the id says that it was done
        command_entries(log, 0, Resign(id="x"), TimeControl())
    with pytest.raises(Stale):
        command_entries(log, 0, Play(action="e4", seq=2, id="y"), TimeControl())


def test_a_table_that_waits() -> None:
    log = log_after("!seat 1 open")
    assert complaint(log, 0, play("e4", log)) == OPEN_SEAT
    assert complaint(log, 0, Resign()) == OPEN_SEAT  # otherwise an open seat would win
    assert complaint(log, 0, Offer(what="rematch")).startswith("A rematch can be proposed once")
    assert complaint(log, 0, Offer(what="draw")) == "The computer does not agree to a draw: it plays on."


def test_after_the_end() -> None:
    log = log_after("0:e4", "1:!resign")
    for command in (play("a1|a2", log), Undo(seq=log.seq), Resign(), Offer(what="draw")):
        assert complaint(log, 1, command) == OVER


def test_a_seat_that_a_computer_plays_is_not_played_by_who_had_it() -> None:
    log = three("0:!resign", "0:!seat 0 computer 3", "1:!offer draw")
    commands: list[LogCommand] = [
        play("a1", log),
        Undo(seq=log.seq),
        Resign(),
        Offer(what="draw"),
        Answer(what="draw", yes=False),
    ]
    for command in commands:
        assert complaint(log, 0, command) == A_COMPUTER
    with pytest.raises(Complaint, match=A_COMPUTER):
        rename_entries(log, 0)


def test_who_talks_too_much_can_still_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """And does not affect the others."""
    monkeypatch.setattr(apply_command, "MAX_EVENTS", 3)
    log = log_after("0:e4", "1:!name", "1:!offer draw", "0:!decline draw", "1:!name")
    for command in (Offer(what="draw"), Undo(seq=log.seq), Answer(what="draw", yes=False)):
        assert "can only play on or resign" in complaint(log, 1, command)
    too_much = "can only play on or resign"
    with pytest.raises(Complaint, match=too_much):
        rename_entries(log, 1)
    with pytest.raises(Complaint, match=too_much):
        peek_entries(log, 1, "digest")
    with pytest.raises(Complaint, match=too_much):
        link_entries(log, 1, 1)
    assert entries_for(log, 1, play("a1|a2", log)) == ["1:a1|a2"]
    assert entries_for(log, 1, Resign()) == ["1:!resign"]
    assert entries_for(log, 0, Offer(what="draw")) == ["0:!offer draw"]
    log = log_after("!seat 1 computer 3", "!seat 1 open", "!seat 1 computer 3")
    with pytest.raises(Complaint, match="Too much has been changed"):
        reseat_entries(log, 1, OPEN, None, None, None)
    with pytest.raises(Complaint, match="Too much has been changed"):
        link_entries(log, 1, None)
    assert seat_entries(log, 1, PERSON), "a link still gives the seat"


# Taking back


def test_one_s_own_last_action_at_once() -> None:
    log = log_after("0:e4")
    assert entries_for(log, 0, Undo(seq=log.seq, id="u")) == ["0:!undo 1"]


def test_across_another_s_action_by_consent() -> None:
    log = log_after("0:e4", "1:a1|a2")
    assert entries_for(log, 0, Undo(seq=log.seq)) == ["0:!offer undo 2"]
    log = log_after("0:e4", "1:a1|a2", "0:!offer undo 2")
    assert entries_for(log, 1, Answer(what="undo", yes=True)) == ["1:!accept undo"]
    assert entries_for(log, 1, Answer(what="undo", yes=False)) == ["1:!decline undo"]
    assert entries_for(log, 0, Answer(what="undo", yes=False)) == ["0:!decline undo"]  # withdrawn
    assert complaint(log, 0, Answer(what="undo", yes=True)) == PROPOSED
    assert complaint(log, 0, Undo(seq=log.seq)) == PROPOSED


def test_an_undo_is_not_put_in_the_place_of_another() -> None:
    """Otherwise a yes to the old offer would be a yes to the new one."""
    log = three("0:a1", "1:a3", "2:b1", "0:!offer undo 3")
    assert complaint(log, 1, Undo(seq=log.seq)).startswith("Somebody else asks to undo a move")
    assert entries_for(log, 2, Undo(seq=log.seq)) == ["2:!undo 1"]


def test_a_computer_always_consents() -> None:
    log = log_after("!seat 1 computer 3", "0:e4")
    assert entries_for(log, 0, Undo(seq=log.seq)) == ["0:!undo 1"]
    log = log_after("!seat 1 computer 3", "0:e4", "1:a1|a2")
    assert entries_for(log, 0, Undo(seq=log.seq)) == ["0:!undo 2"]
    log.extend([Entry(log.seq + 1, 0, "!undo 2", None, 0.0)])
    assert log.match.names == []
    log = log_after("!seat 1 computer 3", "1:!seat 1 open", "0:e4", "1:a1|a2")
    assert complaint(log, 0, Undo(seq=log.seq)) == OTHERS, "nobody is there"


def test_people_are_asked_though_a_computer_plays_too() -> None:
    log = three("0:a1", "1:a3", "1:!resign", "1:!seat 1 computer 3", "2:b1")
    assert entries_for(log, 0, Undo(seq=log.seq)) == ["0:!offer undo 3"]
    log.extend([Entry(log.seq + 1, 0, "!offer undo 3", None, 0.0)])
    assert entries_for(log, 2, Answer(what="undo", yes=True)) == ["2:!accept undo"]
    log.extend([Entry(log.seq + 1, 2, "!accept undo", None, 0.0)])
    assert log.match.names == []


def test_a_computer_takes_nothing_back_that_was_drawn_or_shown() -> None:
    log = log_after("!seat 1 computer 3", *PLACED, "=2", "0:c3-c5", "=1", game="mole-company", board="burrow")
    assert complaint(log, 0, Undo(seq=log.seq)) == "Dice, discs and deals cannot be undone."
    log = log_after("!seat 1 computer 3", *DEALT, "=Sc", "0:S2>1", game="buddel-bande", players=4)
    assert complaint(log, 0, Undo(seq=log.seq)) == "This action has shown a secret, so it cannot be undone."


def test_a_bot_is_asked_like_a_person() -> None:
    log = log_after("!seat 1 bot", "0:e4", "1:a1|a2")
    assert entries_for(log, 0, Undo(seq=log.seq)) == ["0:!offer undo 2"]


def test_never_across_chance() -> None:
    log = log_after(*PLACED, "=2", game="mole-company", board="burrow")
    for seat in (0, 1):
        reason = complaint(log, seat, Undo(seq=log.seq))
        assert reason == "Dice, discs and deals cannot be undone."
    log = log_after(*PLACED, "=2", "0:c3-c5", "=1", game="mole-company", board="burrow")
    assert complaint(log, 0, Undo(seq=log.seq)) == "Dice, discs and deals cannot be undone."


@pytest.mark.parametrize("action", ["S1>1", "S2>1"])
def test_never_across_a_secret(action: str) -> None:
    log = log_after(*DEALT, "=Sc", f"0:{action}", "=Dc", game="buddel-bande", players=4)
    assert complaint(log, 0, Undo(seq=log.seq)) == "Dice, discs and deals cannot be undone."
    log = log_after(*DEALT, "=Sc", f"0:{action}", game="buddel-bande", players=4)
    assert "secret" in complaint(log, 0, Undo(seq=log.seq))
    assert complaint(log, 1, Undo(seq=log.seq)) == OTHERS


def test_nothing_to_take_back() -> None:
    log = log_after()
    assert complaint(log, 0, Undo(seq=log.seq)) == "Nothing has been played yet."
    log = log_after("0:e4")
    assert complaint(log, 1, Undo(seq=log.seq)) == OTHERS  # seat 1 has no action of its own
    with pytest.raises(Stale):
        command_entries(log, 0, Undo(seq=log.seq - 1), TimeControl())


# Resigning


def test_with_two_it_ends() -> None:
    assert entries_for(log_after(), 1, Resign(id="r")) == ["1:!resign"]


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_a_computer_plays_on(players: int) -> None:
    log = log_after(game="buddel-bande", players=players)
    assert entries_for(log, 1, Resign(), TimeControl(level=5)) == ["1:!resign", "1:!seat 1 computer 5"]


# Offers


def test_a_draw() -> None:
    log = three()
    assert entries_for(log, 0, Offer(what="draw")) == ["0:!offer draw"]
    log = three("0:!offer draw")
    assert complaint(log, 0, Offer(what="draw")) == PROPOSED
    assert entries_for(log, 1, Answer(what="draw", yes=True)) == ["1:!accept draw"]
    log = three("0:!offer draw", "1:!accept draw")
    assert not log.outcome
    with pytest.raises(Repeated):
        command_entries(log, 1, Answer(what="draw", yes=True), TimeControl())
    with pytest.raises(Repeated):
        command_entries(log, 1, Offer(what="draw"), TimeControl())
    assert entries_for(log, 1, Answer(what="draw", yes=False)) == ["1:!decline draw"]
    assert entries_for(log, 2, Answer(what="draw", yes=True)) == ["2:!accept draw"]


def test_offers_that_cross_agree() -> None:
    log = log_after("0:!offer draw")
    assert entries_for(log, 1, Offer(what="draw", id="o")) == ["1:!accept draw"]


def test_a_move_clears_what_was_proposed() -> None:
    log = log_after("1:!offer draw", "0:e4")
    assert complaint(log, 0, Answer(what="draw", yes=True)) == "Nobody proposes this any more."
    assert entries_for(log, 1, Offer(what="draw")) == ["1:!offer draw"]


def test_what_was_declined_can_be_proposed_again() -> None:
    log = log_after("1:!offer draw", "0:!decline draw")
    assert complaint(log, 0, Answer(what="draw", yes=True)) == "Nobody proposes this any more."
    assert entries_for(log, 0, Offer(what="draw")) == ["0:!offer draw"]


def test_no_draw_with_a_computer() -> None:
    for log in (log_after("!seat 1 computer 3"), three("2:!resign", "2:!seat 2 computer 3")):
        assert complaint(log, 0, Offer(what="draw")) == "The computer does not agree to a draw: it plays on."


def test_a_rematch_is_for_afterwards() -> None:
    assert complaint(log_after(), 0, Offer(what="rematch")).startswith("A rematch can be proposed once")
    log = log_after("0:!resign")
    assert entries_for(log, 0, Offer(what="rematch")) == ["0:!offer rematch"]
    log = log_after("0:!resign", "0:!offer rematch")
    assert entries_for(log, 1, Answer(what="rematch", yes=True)) == ["1:!accept rematch"]
    log = log_after("0:!resign", "0:!offer rematch", "1:!accept rematch", "!next abc")
    for command in (
        Offer(what="rematch"),
        Answer(what="rematch", yes=True),
        Answer(what="rematch", yes=False),
    ):
        assert complaint(log, 1, command) == "The next match has been opened already."


# Seats and computers


def names(log: MatchLog, seat: int, kind: str, level: int | None = None) -> list[str]:
    return [line.name for line in seat_entries(log, seat, kind, level)]


def test_the_last_seat_begins_the_game() -> None:
    log = MatchLog(Match.begin("buddel-bande", players=2), 0.0)
    assert names(log, 1, PERSON) == ["!seat 1 person"]
    log.extend([Entry(1, None, "!seat 1 person", None, 0.0)])
    first, *fallen = names(log, 0, COMPUTER, 4)
    assert first == "!seat 0 computer 4"
    assert [name[:5] for name in fallen[:3]] == ["deal:"] * 3
    assert len(fallen) == 4
    assert len({tuple(names(log, 0, COMPUTER, 4)) for _ in range(50)}) > 1


def test_a_seat_that_changes_hands_deals_nothing_anew() -> None:
    log = log_after(*DEALT, "=Sc", game="buddel-bande", players=4)
    assert names(log, 0, COMPUTER, 1) == ["!seat 0 computer 1"]
    assert names(log, 0, OPEN) == ["!seat 0 open"]
    log = log_after(*DEALT, "=Sc", "!seat 0 open", game="buddel-bande", players=4)
    assert names(log, 0, PERSON) == ["!seat 0 person"]


def test_a_computer_s_action_is_checked() -> None:
    log = log_after()
    assert [line.name for line in computer_entries(log, 0, "e4")] == ["e4"]
    for action in ("a1|a2", "nonsense", "!resign"):
        with pytest.raises(CannotPlay):
            computer_entries(log, 0, action)


def test_falls_end_where_somebody_acts() -> None:
    match = Match.begin("buddel-bande", players=3)
    lines = chance_entries(match.game, match.state)
    match.play(line.name for line in lines)
    assert match.game.actor(match.state) == 0
    assert {line.seat for line in lines} == {None}

"""An analysis in the terminal: 80 columns for eyes, sentences for ears."""

from __future__ import annotations

import _thread
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from moleworks import engine
from moleworks.core.messages import Message
from moleworks.engine import Advice, Effort, Knowledge, Line
from moleworks.engine.advice import AnalysisSettings
from moleworks.engine.analysis import Choice, seat_totals
from moleworks.record import Match, Record
from moleworks.reports.analysis_words import AnalysisNarrator
from moleworks.terminal.analysis import run_analysis, sentences, show, table
from moleworks.texts import LANGUAGES, language
from tests.engine.oracle import Oracle
from tests.terminal import sessions
from tests.terminal.analyses import NAMES, SETUPS, analyse_random_game, analyse_with

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_the_table_fits_a_terminal(game: str, setup: dict[str, Any], lang: str) -> None:
    analysis = analyse_random_game(
        game, seats=("Wolfeschlegelsteinhausenbergerdorff", "日本語の名前です", *NAMES[2:]), **setup
    )
    lines = list(table(analysis, language(lang)))
    assert max(map(cell_len, lines)) <= 80
    assert sum(line.lstrip().startswith(f"{len(analysis.moments)} ") for line in lines) == 1


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_every_action_is_a_row_and_a_sentence(game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    rows = [line.split()[0] for line in table(analysis, language("en")) if line.strip()]
    told = [line.split(".")[0] for line in sentences(analysis, language("en"))]
    for number in range(1, len(analysis.moments) + 1):
        assert str(number) in rows
        assert told.count(str(number)) == 1


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_ears_hear_no_lines_and_no_columns(game: str, setup: dict[str, Any]) -> None:
    screen = sessions.screen(plain=True)
    show(screen, analyse_random_game(game, **setup))
    text = sessions.output_of(screen)
    assert "  " not in text
    assert not any(ord(letter) in range(0x2500, 0x2600) for letter in text)


def test_eyes_see_the_table() -> None:
    screen = sessions.screen()
    show(screen, analyse_random_game("mole-hill", board="patch"))
    assert "───" in sessions.output_of(screen)


def test_a_bad_choice_is_told_with_what_was_better() -> None:
    match = Match.begin("mole-company", board="burrow", rotations=(0, 1, 0, 1))
    match.play(["b2"])
    record = Record(match, ("Lina", "Max"))
    oracle = Oracle({"b2": 0.31, "a3": 0.43}, lambda _: (0.31, 0.69))
    analysis = analyse_with(record, oracle)
    told = next(line for line in sentences(analysis, language("en")) if line.startswith("1. "))
    assert told.endswith(
        "Chances: Lina 31 %, Max 69 %. A blunder. "
        "a3 was better: a chance to win of 43 % instead of 31 %. The hint for Lina would have been: It is so."
    )
    row = next(line for line in table(analysis, language("en")) if line.startswith("  1"))
    assert row.split() == ["1", "●", "Lina", "b2", "31", "69", "a3", "12", "%", "blunder"]


def test_points_of_the_mole_are_called_so() -> None:
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1"])
    oracle = Oracle({"a1|b1": 8.25, "e1|e2": 5.5}, lambda _: (0.5, 0.5), 7.0)
    analysis = analyse_with(Record(match, ("Lina", "Max")), oracle)
    told = list(sentences(analysis, language("en")))
    assert any(
        "A blunder. e1|e2 was better: about 5.5 points for the mole instead of 8.2." in line for line in told
    )
    assert any("2.8 points" in line and "blunder" in line for line in table(analysis, language("en")))
    assert any("5,5" in line for line in sentences(analysis, language("de")))


def test_a_round_for_study_has_points_and_no_chances() -> None:
    analysis = analyse_random_game("mole-hill", options={"rounds": 1})
    text = "\n".join([*table(analysis, language("en")), *sentences(analysis, language("en"))])
    assert "A slip costs 0.5 points or more" in text
    assert "At the start" not in text
    assert "Chances" not in text


def test_the_sums_are_below() -> None:
    analysis = analyse_random_game("mole-company", players=3)
    lines = list(table(analysis, language("en")))
    sums = seat_totals(analysis)
    row = next(line for line in lines if line.startswith("Choices"))
    assert row.split()[1:] == [str(account.choices) for account in sums]
    row = next(line for line in lines if line.startswith("Blunders"))
    assert row.split()[1:] == [str(account.marks[2]) for account in sums]
    assert any(line.startswith("Not explained") for line in lines)


def test_where_chance_never_acts_nobody_speaks_of_luck() -> None:
    assert "Luck" not in "\n".join(table(analyse_random_game("mole-hill", board="patch"), language("en")))
    assert "Luck" in "\n".join(table(analyse_random_game("buddel-bande"), language("en")))


def test_a_game_that_goes_on_is_not_given_away_unsaid() -> None:
    running = analyse_random_game("buddel-bande", most=30)
    assert not running.over
    for lines in (table, sentences):
        text = " ".join(lines(running, language("en")))
        assert "This game is not over" in text
        assert "every secret" in text
    over = analyse_random_game("buddel-bande")
    assert over.over
    assert "every secret" not in " ".join(table(over, language("en")))
    assert "every secret" not in " ".join(table(analyse_random_game("mole-hill", most=10), language("en")))


def test_an_analysis_that_was_stopped_says_so() -> None:
    whole = analyse_random_game("mole-hill", board="patch")
    part = whole._replace(moments=whole.moments[:5])
    assert f"5 of {len(whole.moments)} actions" in " ".join(table(part, language("en")))
    assert "stopped" not in " ".join(table(whole, language("en")))


def test_nothing_to_look_at() -> None:
    analysis = analyse_with(Record(Match.begin("mole-hill")), Oracle({}, lambda _: (0.5, 0.5)))
    assert list(table(analysis, language("en")))
    assert list(sentences(analysis, language("en")))


def test_progress_goes_to_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "player", lambda _game: Oracle({}, lambda _: (0.5, 0.5)))
    match = Match.begin("mole-hill", board="patch")
    match.play(["a1", "a1|b1", "a2"])
    analysis = run_analysis(sessions.screen(), Record(match), Effort(nodes=1))
    assert analysis.complete
    out, err = capsys.readouterr()
    assert not out
    assert err.splitlines()[-1] == "3 of 3 actions looked at."


class Impatient(Oracle):
    """Somebody presses Ctrl-C while it thinks about the fourth choice, and it is told to stop."""

    def advise(self, knowledge: Knowledge, effort: Effort, **wishes: Any) -> Advice:
        if len(self.asked) == 3:
            _thread.interrupt_main()
            assert wishes["stop"] is not None
            end = time.monotonic() + 20
            while not wishes["stop"].is_set and time.monotonic() < end:
                time.sleep(0.01)
        return super().advise(knowledge, effort, **wishes)


@pytest.fixture
def heard() -> Iterator[None]:
    """Some shells have Ctrl-C ignored in what they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_ends_the_work_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "player", lambda _game: Impatient({}, lambda _: (0.5, 0.5)))
    match = Match.begin("mole-hill")
    match.play(["e1", "a1|b1", "e2", "a2|b2", "e3", "a3|b3"])
    analysis = run_analysis(sessions.screen(), Record(match))
    assert [moment.action for moment in analysis.moments] == ["e1", "a1|b1", "e2"]
    assert "3 of 6 actions" in " ".join(table(analysis, language("en")))


def test_numbers_are_written_as_the_language_does() -> None:
    analysis = analyse_random_game("mole-hill", board="patch")
    line = Line("e4", 1.25, ("e4",), Message(""))
    choice = Choice(line, line, True, 1.25, 0.1, False, AnalysisSettings(), 2.0)
    said = [AnalysisNarrator.of(analysis, language(code)).cost(choice) for code in LANGUAGES]
    assert [text.split()[0] for text in said] == ["1.2", "1,2", "1,2"]


def test_letters_that_a_terminal_lacks_are_spelt() -> None:
    analysis = analyse_random_game("buddel-bande", most=40)
    assert all("−" not in line for line in table(analysis, language("en")))  # no terminal spells it


def test_the_games_of_these_tests_have_marks_of_every_kind() -> None:
    sums = seat_totals(analyse_random_game("mole-company", players=4))
    assert all(sum(account.marks[kind] for account in sums) for kind in range(3))


def test_whoever_chose_nothing_is_named_all_the_same() -> None:
    analysis = analyse_random_game("buddel-bande", players=4, most=4)
    said = " ".join(sentences(analysis, language("en")))
    assert all(f"{name} had nothing to choose." in said for name in ("Lina", "Max", "Noor", "Tom"))

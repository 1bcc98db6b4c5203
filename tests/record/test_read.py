"""Reading records: errors have the right line and column."""

from __future__ import annotations

import importlib
import json

import pytest

from moleworks import boards
from moleworks.record import read, write
from moleworks.record.record import LONGEST_COMMENT, LONGEST_NAME, LONGEST_RECORD, LONGEST_TAG
from tests.boards.invalid_boards import LAWN
from tests.record.record_examples import (
    ALL,
    BAND,
    COMPANY,
    HILL,
    changed_record,
    error_parts,
    error_place,
    record_error,
)

TAGS = [line.split()[0][1:] for line in HILL.splitlines() if line.startswith("[")]
NO_GAME = "A board says which game it is for: mole-hill, mole-company, buddel-bande."
NO_OPTION = "Mole Hill has no option rods; there are start, diagonal, rounds."
NO_BOARD = "There is no such board; there are classic, patch."
EXPECTED = 'A tag such as [Game "mole-hill"] is expected here, and an empty line after the last tag.'


@pytest.mark.parametrize("text", ALL, ids=lambda text: str(text.split('"')[1]))
def test_what_is_written_as_we_write_it_is_read(text: str) -> None:
    assert write(read(text)) == text


def test_what_is_in_a_record() -> None:
    record = read(HILL)
    assert record.match.game.id == "mole-hill"
    assert record.match.names == ["e1", "e1|f1", "d2"]
    assert record.match.setup.options == {"start": "anywhere", "diagonal": "path", "rounds": 1}
    assert (record.seats, record.date, record.version) == (("Lina", "Max"), "2026-01-31", "0.1.0")
    assert record.comments == {2: "Not there!"}


def test_line_ends_of_windows_a_byte_order_mark_and_spaces() -> None:
    for text in ALL:
        assert write(read("\ufeff" + text.replace("\n", "\r\n"))) == text
        assert write(read("\n  \n" + text.replace("]\n", "]  \n").replace(". ", ".\n\n\t"))) == text
        assert write(read(text.rstrip("\n"))) == text


def test_places_are_counted_without_the_mark() -> None:
    text = changed_record(HILL, '[Date "2026-01-31"]', '[Date "2026-01-32"]')
    for same in (text, "\ufeff" + text.replace("\n", "\r\n")):
        assert error_parts(same) == (*error_place(text, "2026-01-32"), "A date is written 2026-01-31.")


@pytest.mark.parametrize(
    "line",
    ["e1", "[Game]", "[Game mole-hill]", "[Game 'mole-hill']", '[Game  "x"]', '[Game "x"', '[Game "x"] {no}',
     '[Ga me "x"]', '["x"]', '[Game "a"b"]', '[Game "a\\x"]', '[Game "a\\"]', "{Hello}", "1. e1 *", "\r"],
)  # fmt: skip
def test_no_tag(line: str) -> None:
    assert error_parts(line if line != "\r" else HILL.replace("\n", "\r")) == (1, 1, EXPECTED)
    if line != "\r":
        assert error_parts(HILL.replace("[Preset", f"{line}\n[Preset")) == (2, 1, EXPECTED)


def test_the_empty_line_after_the_tags_is_missing() -> None:
    assert error_parts(HILL.replace("\n\n", "\n")) == (11, 1, EXPECTED)


def test_an_unknown_tag() -> None:
    line, column, reason = error_parts(HILL.replace("[Preset", '[Event "Cup"]\n[Preset'))
    assert (line, column) == (2, 1)
    assert reason.startswith("There is no tag Event; there are Game, Preset, Options, Board, Rotations,")


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_twice(tag: str) -> None:
    text = changed_record(HILL, f"[{tag} ", f'[{tag} "x"]\n[{tag} ')
    line, column = error_place(HILL, f"[{tag} ")
    assert error_parts(text) == (line + 1, column, f"The tag {tag} stands here a second time.")


@pytest.mark.parametrize("letter", ["\t", "\x00", "\x85", "\u2028", "\xa0", "\ud800", "\u200b"])
def test_a_letter_that_cannot_be_printed(letter: str) -> None:
    text = changed_record(HILL, "Lina", f"Li{letter}na")
    assert error_parts(text) == (6, 1, "A tag holds printable letters only.")


@pytest.mark.parametrize("tag", [tag for tag in TAGS if not tag.startswith("Seat")])
def test_a_tag_is_missing(tag: str) -> None:
    text = "".join(line for line in HILL.splitlines(keepends=True) if not line.startswith(f"[{tag} "))
    assert error_parts(text) == (11, 1, f"The tag {tag} is missing.")


def test_rotations_are_needed_where_boards_are_turned_and_nowhere_else() -> None:
    text = changed_record(COMPANY, '[Rotations "0 0 0 0"]\n', "")
    assert error_parts(text) == (10, 1, "The tag Rotations is missing.")
    line, column, reason = error_parts(changed_record(HILL, "[Players", '[Rotations "0 0 0 0"]\n[Players'))
    assert (line, column) == (5, 13)
    assert reason.startswith("This cannot be set up: The board of Mole Hill is not turned")


def test_nothing_at_all() -> None:
    for text in ("", "\n", " \n \n", "\ufeff"):
        assert record_error(text).message.text == "The tag {tag} is missing."


def test_no_such_game() -> None:
    text = changed_record(HILL, '"mole-hill"', '"chess"')
    reason = "There is no game chess; there are mole-hill, mole-company, buddel-bande."
    assert error_parts(text) == (1, 8, reason)


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ('"blatz"', '"tactile"', (2, 10), "Mole Hill has no preset tactile; there are blatz, short."),
        ("rounds=1", "rounds=1 rods=1", (3, 11), NO_OPTION),
        ("rounds=1", "rounds=3", (3, 11), "Option rounds cannot be 3; it can be 2, 1."),
        ("rounds=1", "rounds=true", (3, 11), "Option rounds cannot be true; it can be 2, 1."),
        ("rounds=1", "rounds=01", (3, 11), 'Option rounds cannot be "01"; it can be 2, 1.'),
        ('[Players "2"]', '[Players "3"]', (5, 11), "Mole Hill is for 2 players, not 3."),
        ('"classic"', '"nowhere"', (4, 9), NO_BOARD),
        ('"classic"', '"../mole-company/burrow"', (4, 9), NO_BOARD),
        ('"classic"', '"{}"', (4, 9), NO_GAME),
        ('"classic"', '"{\\"game\\":\\"mole-hill\\"}"', (4, 9), "This field is missing."),
    ],
)  # fmt: skip
def test_a_setup_that_cannot_be(old: str, new: str, place: tuple[int, int], reason: str) -> None:
    assert error_parts(changed_record(HILL, old, new)) == (*place, f"This cannot be set up: {reason}")


@pytest.mark.parametrize("rotations", ["0 0 0", "0 0 0 6", "0 0 0 0 0"])
def test_rotations_that_cannot_be(rotations: str) -> None:
    reason = "Rotations are 4 whole numbers from 0 to 5, one for each board from the top."
    text = changed_record(COMPANY, "0 0 0 0", rotations)
    assert error_parts(text) == (5, 13, f"This cannot be set up: {reason}")


@pytest.mark.parametrize(
    "board", ["{", "{]", "{'a': 1}", "{" * 3000, '{\\"a\\":' * 3000, '{\\"a\\":' + "9" * 5000 + "}"]
)
def test_a_board_that_is_not_json(board: str) -> None:
    text = changed_record(HILL, '"classic"', f'"{board}"')
    assert error_parts(text) == (4, 9, "A whole board is written here as JSON, and this is not.")


def test_a_board_of_another_game() -> None:
    other = json.dumps(LAWN).replace('"', '\\"')
    text = changed_record(BAND, '"stroll"', f'"{other}"')
    reason = "This cannot be set up: This board is for mole-hill, not for buddel-bande."
    assert error_parts(text) == (4, 9, reason)


@pytest.mark.parametrize("word", ["", "two", "2.0", "-2", "02", "+2", " 2", "2 2", "٢", "1234567890", "true"])
def test_no_whole_number(word: str) -> None:
    reason = f"A whole number is expected here, not “{word}”."
    assert error_parts(changed_record(HILL, '[Players "2"]', f'[Players "{word}"]')) == (5, 11, reason)


@pytest.mark.parametrize(
    ("rotations", "word"), [("0 0  0", ""), ("0 x 0 0", "x"), ("", ""), ("0,0,0,0", "0,0,0,0")]
)
def test_no_rotations(rotations: str, word: str) -> None:
    text = changed_record(COMPANY, "0 0 0 0", rotations)
    assert error_parts(text) == (5, 13, f"A whole number is expected here, not “{word}”.")


@pytest.mark.parametrize(
    ("options", "word"), [("rounds", "rounds"), ("rounds=1 rounds=1", "rounds=1"), ("=1 x", "x")]
)
def test_no_options(options: str, word: str) -> None:
    text = changed_record(HILL, "start=anywhere diagonal=path rounds=1", options)
    assert error_parts(text) == (3, 11, f"Options are written name=value, each once: “{word}” is not.")


@pytest.mark.parametrize("option", ["start", "diagonal", "rounds"])
def test_every_option_is_needed(option: str) -> None:
    line = 'Options "start=anywhere diagonal=path rounds=1"'
    fewer = " ".join(word for word in line.split('"')[1].split() if not word.startswith(option))
    text = changed_record(HILL, line, f'Options "{fewer}"')
    assert error_parts(text) == (3, 11, f"The option {option} is missing.")


def test_a_ring_without_a_centre() -> None:
    board = json.dumps(LAWN | {"centre": "none"}).replace('"', '\\"')
    text = changed_record(HILL, '"classic"', f'"{board}"').replace("start=anywhere", "start=ring")
    line, column, reason = error_parts(text)
    assert (line, column) == (3, 11)
    assert reason.startswith("This cannot be set up: The board own has no centre to start beside")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('[Seat0 "Lina"]\n', "", 6),
        ('[Seat1 "Max"]\n', "", 6),
        ('[Seat1 "Max"]\n', '[Seat2 "Max"]\n', 6),
        ('[Seat1 "Max"]\n', '[Seat1 "Max"]\n[Seat2 "Eve"]\n', 6),
    ],
)
def test_all_seats_have_names_or_none(old: str, new: str, line: int) -> None:
    reason = "Either every seat has a name or none has: there are 2."
    assert error_parts(changed_record(HILL, old, new)) == (line, 9, reason)


@pytest.mark.parametrize("name", ["", "x" * (LONGEST_NAME + 1)])
def test_names_too_short_and_too_long(name: str) -> None:
    assert error_parts(changed_record(HILL, "Max", name)) == (7, 9, "A name has 1 to 40 letters.")
    assert read(changed_record(HILL, "Max", "x" * LONGEST_NAME)).seats[1] == "x" * LONGEST_NAME


@pytest.mark.parametrize(
    "date",
    ["", "2026-02-30", "2026-1-31", "20260131", "31.01.2026", "2026-W05-6", "2026-01-31T00:00", "today"],
)
def test_no_date(date: str) -> None:
    assert error_parts(changed_record(HILL, "2026-01-31", date)) == (8, 8, "A date is written 2026-01-31.")


@pytest.mark.parametrize(
    "version", ["", "1", "v0.1.0", "0.1.", "0..1", "0.1 0", "0.1.0!", "1.1.1.1.1.1.1", "0." + "x" * 13]
)
def test_no_version(version: str) -> None:
    reason = f"“{version[:40]}” is not written as this tag wants it."
    assert error_parts(changed_record(HILL, "0.1.0", version)) == (10, 11, reason)


@pytest.mark.parametrize("version", ["0.1", "0.1.0", "12.3.4.dev5+g1a2b3c", "2026.1"])
def test_good_versions(version: str) -> None:
    assert read(changed_record(HILL, "0.1.0", version)).version == version


NO_ACTION = "is not an action of Mole Hill: a square is written e5, a rod: rod c3 d3."
BAD_COMMENT = "A comment has at most 2000 printable letters, and no brace inside."


# The place that the complaint names is marked by ~ in what is written instead.
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("d2", "~z9|a1|b2", f"“z9|a1|b2” {NO_ACTION}"),
        ("d2", "~f1", "f1 is against rule MH4: A rod lies between e1 and f1."),
        ("d2", "~d4|f4", "d4|f4 is against rule MH1: It is the mole's turn: name a square, not a rod."),
        ("1. ", "~", "The number 1. is missing here."),
        ("3. ", "~", "The number 3. is missing here."),
        ("3. ", "~4. ", "This is turn 3."),
        ("3. ", "~3. 3. ", "An action is expected after the number 3."),
        ("3. ", "~3. {so} 3. ", "An action is expected after the number 3."),
        (" *\n", " ~4. *\n", "An action is expected after the number 4."),
        (" *\n", " * ~e3\n", "Nothing may follow the result."),
        (" *\n", " *\n~*\n", "Nothing may follow the result."),
        (" *\n", " * ~4.\n", "Nothing may follow the result."),
        ("d2 *\n", "~d2\n", "A record ends with its result: *."),
        (" *\n", " ~{the end}\n", "A record ends with its result: *."),
        (" *\n", " ~draw\n", "The result of these actions is *."),
        (" *\n", " ~0\n", "The result of these actions is *."),
        (" *\n", " ~none\n", "The result of these actions is *."),
        (" *\n", " ~1-0\n", f"“1-0” {NO_ACTION}"),
        (" *\n", "\n\n   ~1-0\n", f"“1-0” {NO_ACTION}"),
        ("{Not there!}", "~{Not there!", "This comment is not closed: its last brace is missing."),
        ("{Not there!}", "~Not there!}", f"“Not” {NO_ACTION}"),
        ("{Not there!}", "~}", f"“}}” {NO_ACTION}"),
        ("{Not there!}", "~{a {b} c}", BAD_COMMENT),
        ("{Not there!}", "~{bell \x07}", BAD_COMMENT),
        ("{Not there!}", "~{so\nfar\nso\x07 good}", BAD_COMMENT),
    ],
)
def test_what_goes_wrong_among_the_actions(old: str, new: str, reason: str) -> None:
    marked = changed_record(HILL, old, new)
    assert error_parts(marked.replace("~", "")) == (*error_place(marked, "~"), reason)


def test_no_turn_begins_within_a_turn() -> None:
    text = changed_record(BAND, "S1>1", "3. S1>1")
    line, column = 10, text.splitlines()[9].index("3. S1") + 1
    assert error_parts(text) == (line, column, "No turn begins here.")


def test_the_result_of_the_tag_must_follow_too() -> None:
    assert error_parts(changed_record(HILL, '[Result "*"]', '[Result "draw"]')) == (
        9,
        10,
        "The result of these actions is *.",
    )
    assert error_parts(changed_record(HILL, '[Result "*"]', '[Result "won"]')) == (
        9,
        10,
        "The result of these actions is *.",
    )


def test_a_record_without_actions_ends_with_its_result_too() -> None:
    head = HILL[: HILL.index("\n\n")]
    assert read(f"{head}\n\n*\n").match.ply == 0
    assert error_parts(f"{head}\n\n") == (9, 10, "A record ends with its result: *.")
    assert error_parts(head) == (9, 10, "A record ends with its result: *.")


def test_a_comment_over_several_lines_may_stand_anywhere() -> None:
    text = changed_record(HILL, "1. e1 2.", "{One}{two\n\n  three\tfour }1. {five} e1{six}2.")
    text = changed_record(text, " *\n", " {seven} * {eight}\n\n{nine}\n")
    record = read(text)
    assert record.comments == {0: "One two three four five", 1: "six", 2: "Not there!", 3: "seven eight nine"}
    assert read(write(record)).comments == record.comments


def test_empty_comments_leave_nothing() -> None:
    assert read(changed_record(HILL, "{Not there!}", "{} {Not  there!} { } {\n}")).comments == {
        2: "Not there!"
    }
    assert read(changed_record(HILL, "{Not there!}", "{}{ \t}")).comments == {}


def test_how_long_a_comment_may_be() -> None:
    longest = "x" * LONGEST_COMMENT
    assert read(changed_record(HILL, "Not there!", longest)).comments == {2: longest}
    for comment in (f"{{{longest}x}}", f"{{{longest}}} {{x}}"):
        assert "at most 2000 printable letters" in str(
            record_error(changed_record(HILL, "{Not there!}", comment))
        )


def test_how_long_a_record_may_be() -> None:
    text = HILL.rstrip("\n")
    read(text + " " * (LONGEST_RECORD - len(text)))
    error = error_parts(text + " " * (LONGEST_RECORD - len(text) + 1))
    assert error == (1, 1, "A record has at most 1000000 letters.")


def test_how_long_a_tag_may_be() -> None:
    line = '[Seat0 "Lina"]'
    read(changed_record(HILL, line, line + " " * (LONGEST_TAG - len(line))))
    text = changed_record(HILL, line, line + " " * (LONGEST_TAG - len(line) + 1))
    assert error_parts(text) == (6, 1, f"A tag has at most {LONGEST_TAG} letters.")


def test_how_many_actions_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = importlib.import_module("moleworks.record.read")
    monkeypatch.setattr(reader, "MOST_ACTIONS", 3)
    read(HILL)
    monkeypatch.setattr(reader, "MOST_ACTIONS", 2)
    assert error_parts(HILL) == (*error_place(HILL, "d2"), "A record has at most 2 actions.")


def test_a_whole_board_in_a_tag() -> None:
    board = json.dumps(LAWN).replace('"', '\\"')
    record = read(changed_record(HILL, '"classic"', f'"{board}"').replace("e1|f1", "d1|e1"))
    assert record.match.setup.board == boards.check(LAWN)


@pytest.mark.slow
def test_as_many_comments_as_fit_are_one_comment() -> None:
    """An empty comment costs nothing: hundreds of thousands of them after a long one are read at once."""
    long = "word " * 390
    text = HILL.rstrip().removesuffix("*").rstrip() + f" {{{long}}} " + "{} " * 300_000 + "*\n"
    (comment,) = [told for told in read(text).comments.values() if "word" in told]
    assert comment.endswith(long.strip())

"""The rulebook: complete, translated, and only about what was agreed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest

from moleworks import boards, lessons, rulebook
from moleworks.core.game import Setup
from moleworks.core.registry import GAMES
from moleworks.games.buddel_bande.board import CORNERS, BuddelBandeBoard
from moleworks.lessons import Example
from moleworks.rulebook import TITLES, BookEntry, Figure, NumberedRule, Paragraph, Points, Question, Section
from moleworks.speech.setup_texts import title
from moleworks.texts import LANGUAGES, language

GAME = pytest.mark.parametrize("game", [game for game in GAMES if rulebook.available(game)])
ENGLISH = language("en")


def setups(game: str) -> Iterator[Setup]:
    """Every preset with every board and number of players, and with every value of every option."""
    rules = GAMES[game]
    for preset, board, players in product(rules.presets, boards.names(game), rules.player_counts):
        yield rules.setup(boards.named(game, board), players, preset)
    for preset, (name, option) in product(rules.presets, rules.options.items()):
        for value in option.values:
            yield rules.setup(boards.named(game, "classic"), preset=preset, options={name: value})
    if game == "buddel-bande":
        yield from map(haystack_in, CORNERS)
    if game == "mole-company":
        yield from (plain_stack(lines, specials=True) for lines in ("solid", "into"))


def plain_stack(final_paths: str, *, specials: bool) -> Setup:
    """Boards of one's own without dotted lines and special spaces."""
    data = boards.data("mole-company", boards.named("mole-company", "classic"))
    levels = [
        {**level, "dotted": [], "specials": []} for level in cast(list[dict[str, object]], data["boards"])
    ]
    board = boards.check({**data, "name": "mine", "source": "own", "boards": levels})
    options = {"final_paths": final_paths, "specials": specials}
    return GAMES["mole-company"].setup(board, preset="ravensburger", options=options)


def haystack_in(corner: str) -> Setup:
    """A board that lays the haystack into a corner."""
    board = boards.named("buddel-bande", "classic")
    assert isinstance(board, BuddelBandeBoard)
    return GAMES["buddel-bande"].setup(board._replace(haystack=corner))


def texts(sections: tuple[Section, ...]) -> Iterator[str]:
    """Every text that is shown."""
    for section in sections:
        yield section.title
        for block in section.blocks:
            match block:
                case Paragraph(text):
                    yield text
                case Points(items):
                    yield from items
                case Figure(_, alt):
                    yield alt
                case NumberedRule(_, title, text):
                    yield from (title, text)
                case Question(question, answer):
                    yield from (question, answer)


def section(setup: Setup, id_: str, player_counts: tuple[int, ...] | None = None) -> str:
    """One section as a text."""
    found = rulebook.rulebook(setup, ENGLISH, player_counts)
    return "\n".join(texts(tuple(one for one in found if one.id == id_)))


@GAME
def test_every_rulebook_has_all_sections_in_their_order(game: str) -> None:
    for setup in setups(game):
        for code in LANGUAGES:
            book = rulebook.rulebook(setup, language(code))
            assert [section.id for section in book] == list(TITLES), (setup.preset, setup.options)
            assert all(text.strip() for text in texts(book))


@GAME
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_placeholder_is_left_and_nothing_is_none(game: str, code: str) -> None:
    for setup in setups(game):
        for text in texts(rulebook.rulebook(setup, language(code), tuple(GAMES[game].player_counts))):
            assert not re.search(r"[{}]|\bNone\b", text)


@GAME
def test_what_it_is_about_takes_two_sentences(game: str) -> None:
    for setup in setups(game):
        told = section(setup, "idea").partition("\n")[2]
        assert len(re.findall(r"[.!?](?:\s|$)", told)) == 2, told


@GAME
def test_the_box_and_the_set_up_have_pictures(game: str) -> None:
    for setup in setups(game):
        book = {section.id: section for section in rulebook.rulebook(setup, ENGLISH)}
        names = [
            block.name for section in book.values() for block in section.blocks if isinstance(block, Figure)
        ]
        assert names == ["pieces", "setup"]


@GAME
def test_every_condition_can_hold_and_names_what_there_is(game: str) -> None:
    rules = GAMES[game]
    known = list(setups(game))
    for found in rulebook.entries(game).values():
        for entry in found:
            assert any(entry.when.holds(setup) for setup in known), entry
            for name, values in entry.when.options.items():
                assert all(rules.options[name].allows(value) for value in values), entry
            assert set(entry.when.presets) <= set(rules.presets)
            assert set(entry.when.boards) <= set(boards.names(game))
    assert set(rulebook.entries(game)) == set(TITLES) - {"rules"}


@GAME
def test_an_entry_is_one_kind_of_block(game: str) -> None:
    def kinds(entry: BookEntry) -> int:
        return sum(
            map(bool, (entry.text, entry.point, entry.figure and entry.alt, entry.question and entry.answer))
        )

    assert all(kinds(entry) == 1 for found in rulebook.entries(game).values() for entry in found)


@GAME
def test_every_numbered_rule_is_there(game: str) -> None:
    letters, last = GAMES[game].rule_numbers
    for setup in setups(game):
        (rules,) = (one for one in rulebook.rulebook(setup, ENGLISH) if one.id == "rules")
        numbers = [block.number for block in rules.blocks if isinstance(block, NumberedRule)]
        assert numbers == [f"{letters}{number}" for number in range(1, last + 1)]


@GAME
def test_examples_are_played_by_what_was_agreed(game: str) -> None:
    options = {rule.number: rule.options for rule in lessons.book(game).rules}
    for setup in setups(game):
        (rules,) = (one for one in rulebook.rulebook(setup, ENGLISH) if one.id == "rules")
        for rule in rules.blocks:
            assert isinstance(rule, NumberedRule)
            for example in rule.examples:
                played = example.laid.match(game, ()).setup.options
                assert all(played[name] == setup.options[name] for name in options[rule.number])


def test_only_what_was_agreed_is_told() -> None:
    lawn = boards.named("mole-hill", "classic")
    anywhere, ring = (GAMES["mole-hill"].setup(lawn, preset=preset) for preset in ("blatz", "short"))
    assert "any square" in section(anywhere, "setup")
    assert "around the centre" not in section(anywhere, "setup")
    assert "around the centre" in section(ring, "setup")
    assert "any square" not in section(ring, "setup")


def test_numbers_are_those_of_the_board_in_play() -> None:
    game = GAMES["mole-hill"]
    assert "22 rods" in section(game.setup(boards.named("mole-hill", "classic")), "box")
    assert "10 rods" in section(game.setup(boards.named("mole-hill", "patch")), "box")


@GAME
def test_every_case_of_a_rule_can_hold(game: str) -> None:
    known = list(setups(game))
    for rule in lessons.book(game).rules:
        for case in rule.cases:
            assert any(case.when.holds(setup) and rule.agreed_text(setup) == case.text for setup in known), (
                case
            )


def test_for_several_numbers_of_players_the_rulebook_says_what_differs() -> None:
    game = GAMES["mole-company"]
    setup = game.setup(boards.named("mole-company", "classic"), 2)
    assert "Everybody takes 10 moles" in section(setup, "setup")
    for_all = section(setup, "setup", (2, 3, 4))
    for line in (
        "With 2 players: Everybody takes 10",
        "With 3 players: Everybody takes 7",
        "With 4 players: ",
    ):
        assert line in for_all
    assert "With 3 or 4 players: All lines that meet" in section(setup, "end", (2, 3, 4))
    assert section(setup, "about") == section(setup, "about", (2, 3, 4))


@pytest.mark.parametrize("final_paths", ["solid", "into"])
def test_boards_without_dotted_lines_and_special_spaces_are_not_told_of_any(final_paths: str) -> None:
    setup = plain_stack(final_paths, specials=True)
    assert "none of them is dotted" in section(setup, "end")
    assert "none of them is dotted" in section(setup, "rules")
    assert "none of your boards has one" in section(setup, "turn")
    told = section(setup, "turn") + section(setup, "end")
    for wrong in ("some are dotted", "The dotted ones", "Some boards have special spaces"):
        assert wrong not in told
    played = GAMES["mole-company"].setup(boards.named("mole-company", "classic"), options=setup.options)
    assert "some are dotted" in section(played, "end")
    assert "Some boards have special spaces" in section(played, "turn")


BOXES = {
    "mole-hill": ("9 by 7 squares", "22 rods", "10 light", "12 dark"),
    "mole-company": ("4 boards", "1 goal plate", "40 moles", "4 sets of six discs", "1, 2, 2, 3, 3 and 4"),
    "buddel-bande": (
        "1 board",
        "4 animal pawns: ant",
        "snail",
        "12 moles",
        "1 dog",
        "2 special dice and a cup",
    ),
}
CREDITS = {
    "mole-hill": ("Mole Hill", "Reiner Knizia", "Blatz", "1995", "1997", "age of 8", "20 minutes"),
    "mole-company": (
        "Taupes et Compagnie",
        "Die Maulwurf Company",
        "The Mole in the Hole",
        "Virginia Charves",
        "Chaves",
        "Bertram Kaes",
        "Walter Pepperle",
        "Ravensburger, 1995",
        "Inner Circle (Milton Bradley, 1981)",
        "Top Star (Spear, 1984)",
        "age of 8",
        "30 minutes",
    ),
    "buddel-bande": ("Buddel Bande", "Edith Grein-Böttcher", "Goldsieber, 1999", "2 to 4 players"),
}
QUESTIONS = {
    "mole-hill": "Who is who?",
    "mole-company": "Who has the biggest hands for digging?",
    "buddel-bande": "Who saw a mole last?",
}


TOLD: dict[str, dict[str, tuple[str, ...]]] = {
    "blatz": {
        "idea": ("A mole digs across a perfect lawn", "a gardener lays rods to shut it in"),
        "setup": (
            "Put the board between you.",
            "The gardener takes all rods, the mole all molehills.",
            "stacks some light molehills",
        ),
        "turn": ("puts new molehills on top of it", "first all light ones, then the dark ones"),
    },
    "ravensburger": {
        "idea": ("Once a year the moles race for the golden shovel",),
        "setup": ("the goal plate with the golden shovel at the very bottom", "printed side up"),
    },
    "goldsieber": {"idea": ("from the haystack home to their dens",)},
}
TOLD |= {"short": TOLD["blatz"], "ravensburger-basic": TOLD["ravensburger"]}
TOLD |= {"tactile": TOLD["ravensburger"], "tactile-pro": TOLD["ravensburger"]}
"""By preset and section: what its sheet says and no rule plays, because it is done or told by people."""


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in BOXES for preset in GAMES[game].presets]
)
def test_what_no_rule_plays_is_told(game: str, preset: str) -> None:
    setup = GAMES[game].setup(boards.named(game, "classic"), preset=preset)
    for id_, sentences in TOLD[preset].items():
        told = section(setup, id_)
        assert [words for words in sentences if words not in told] == []


@pytest.mark.parametrize("game", BOXES)
def test_the_box_holds_what_the_sheet_lists(game: str) -> None:
    told = section(GAMES[game].setup(boards.named(game, "classic")), "box")
    assert [item for item in BOXES[game] if item not in told] == []


@pytest.mark.parametrize("game", CREDITS)
def test_the_credits_are_told(game: str) -> None:
    told = section(GAMES[game].setup(boards.named(game, "classic")), "about")
    assert [item for item in CREDITS[game] if item not in told] == []
    assert told.endswith("Moleworks is not affiliated with them. All texts and drawings here are our own.")


@pytest.mark.parametrize("game", QUESTIONS)
def test_who_begins_is_asked_as_on_the_sheet(game: str) -> None:
    assert QUESTIONS[game] in section(GAMES[game].setup(boards.named(game, "classic")), "setup")


def test_a_game_has_the_title_of_its_language() -> None:
    titles = [language(code).tell(title("mole-company")) for code in LANGUAGES]
    assert titles == ["Mole Company", "Taupes et Compagnie", "Die Maulwurf Company"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("corner", CORNERS)
def test_the_set_up_figure_tells_the_corner_in_which_the_haystack_lies(corner: str, code: str) -> None:
    told = {
        other: next(text for text in figures(haystack_in(other), code) if corner_word(other, code) in text)
        for other in CORNERS
    }
    assert len(set(told.values())) == len(CORNERS)
    (alt,) = (text for text in figures(haystack_in(corner), code) if text in told.values())
    assert [other for other in CORNERS if corner_word(other, code) in alt] == [corner]


def corner_word(corner: str, code: str) -> str:
    """A corner as the editor of boards names it."""
    return language(code).say(corner.replace("-", " "))


def figures(setup: Setup, code: str) -> list[str]:
    """The descriptions of all figures."""
    book = rulebook.rulebook(setup, language(code))
    return [block.alt for section in book for block in section.blocks if isinstance(block, Figure)]


def test_a_board_that_names_no_corner_has_its_haystack_at_the_top_left() -> None:
    setup = GAMES["buddel-bande"].setup(boards.named("buddel-bande", "classic"))
    assert any("top left" in alt for alt in figures(setup, "en"))


PRINTED = [
    pytest.param(game, preset, id=f"{game}-{preset}")
    for game in GAMES
    if rulebook.available(game)
    for preset in GAMES[game].presets
]


def booklet_texts(game: str, preset: str) -> str:
    """All texts of a booklet, for every number of players."""
    setup = GAMES[game].setup(boards.named(game, "classic"), preset=preset)
    book = rulebook.rulebook(setup, ENGLISH, tuple(GAMES[game].player_counts))
    examples = (
        example.text
        for section in book
        for block in section.blocks
        if isinstance(block, NumberedRule)
        for example in block.examples
    )
    return "\n".join((*texts(book), *examples))


GUESSED = {
    "mole-hill": (
        "2 moles, one for each player",
        "the stack begins with 1 at the bottom",
        "As many as you like, at least one",
        "It may do so at any time",
        "The centre of the lawn, a square with a mark of its own",
        "stands on its very last molehill",
        "the new mole begins again",
    ),
    "mole-company": (
        "sky blue, yellow, vermilion and black",
        "Then the player who began takes the first turn",
        "in any of the six directions",
        "before you flip another one",
        "The signs on its rim name the spaces",
        "May a mole leave its hole although another one could move?",
    ),
    "buddel-bande": (
        "any cup will do",
        "S, M and L mean small, medium and large",
        "it passes other moles and the dog",
        "you may pass: your turn is over",
    ),
}
"""What a family that knew nothing of the game had to guess once."""


@pytest.mark.parametrize(("game", "preset"), PRINTED)
def test_a_family_has_nothing_to_guess(game: str, preset: str) -> None:
    told = booklet_texts(game, preset)
    assert [answer for answer in GUESSED[game] if answer not in told] == []


@pytest.mark.parametrize("preset", ["tactile", "ravensburger-basic"])
def test_without_special_spaces_no_way_leads_over_them(preset: str) -> None:
    told = booklet_texts("mole-company", preset)
    assert "Empty holes on the way are like any other space." in told
    assert "holes and special spaces on the way" not in told


def test_where_no_line_is_dotted_nobody_looks_for_one() -> None:
    setup = GAMES["mole-company"].setup(boards.named("mole-company", "classic"), preset="tactile")
    rules = next(one for one in rulebook.rulebook(setup, ENGLISH) if one.id == "rules")
    told = [block.title + block.text for block in rules.blocks if isinstance(block, NumberedRule)]
    assert "dotted" not in section(setup, "end") + " ".join(told)


@pytest.mark.parametrize("preset", GAMES["mole-company"].presets)
def test_the_last_disc_is_told_in_one_order(preset: str) -> None:
    told = booklet_texts("mole-company", preset)
    assert "Move with it as always. Then shuffle all six" in told
    assert "you still move with it; then all six are shuffled" in told
    assert "remember its number" not in told
    assert "at once all six" not in told


def test_passing_is_told_as_agreed() -> None:
    classic = boards.named("buddel-bande", "classic")
    for value, there, absent in (
        ("unless-own", "Whether you may is your secret", "whoever owns these moles"),
        ("any", "whoever owns these moles", "Whether you may is your secret"),
    ):
        told = section(GAMES["buddel-bande"].setup(classic, options={"pass": value}), "rules")
        assert there in told
        assert absent not in told
        assert "You can also agree" not in told


def examples(setup: Setup) -> Iterator[tuple[str, Example]]:
    """The examples of a booklet for every number of players, each with its rule's number."""
    for part in rulebook.rulebook(setup, ENGLISH, tuple(GAMES[setup.game].player_counts)):
        for block in part.blocks:
            if isinstance(block, NumberedRule):
                yield from ((block.number, example) for example in block.examples)


@pytest.mark.parametrize("preset", GAMES["mole-company"].presets)
def test_examples_have_special_spaces_and_lines_as_agreed(preset: str) -> None:
    setup = GAMES["mole-company"].setup(boards.named("mole-company", "classic"), preset=preset)
    for number, example in examples(setup):
        played = example.as_agreed(setup).match("mole-company").setup
        assert played.preset == preset, number
        agreed = GAMES["mole-company"].setup(setup.board, played.players, preset)
        assert played.options == agreed.options, number


def test_an_example_that_cannot_be_played_as_agreed_stays_as_it_is() -> None:
    """It begins in a corner."""
    setup = GAMES["mole-hill"].setup(boards.named("mole-hill", "classic"), preset="short")
    found = [example for number, example in examples(setup) if number == "MH4"]
    assert found
    assert [example.as_agreed(setup) for example in found] == found


@pytest.mark.parametrize(("preset", "is_told"), [("blatz", True), ("short", False)])
def test_starting_on_the_centre_is_told_only_where_it_is_allowed(preset: str, is_told: bool) -> None:
    told = booklet_texts("mole-hill", preset)
    assert ("started on the centre" in told) == is_told
    assert ("started there" in told) == is_told

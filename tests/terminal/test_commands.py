"""What a player can type besides actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from moleworks import lessons
from moleworks.core import registry
from moleworks.games import GAMES
from moleworks.record import Match
from moleworks.speech import GameUnderstanding
from moleworks.speech.seat_names import fold_accents
from moleworks.speech.vocabulary import COMMON
from moleworks.terminal.commands import HANDLERS
from moleworks.terminal.play import TerminalMatch
from moleworks.terminal.seats import SeatedMatch
from moleworks.terminal.vocabulary import COMMANDS, command_word, is_chance, parse_command
from moleworks.texts import language
from tests.terminal.sessions import output_of, screen, transcript

TWO = {"game": "mole-hill", "names": ("Lina", "Max"), "plain": True}


def said(*lines: str, **wishes: object) -> str:
    return transcript(lines, **(TWO | wishes))  # type: ignore[arg-type]


def test_every_command_has_somebody_to_do_it() -> None:
    assert set(COMMANDS) == set(HANDLERS)


def test_every_word_means_one_thing_in_a_language() -> None:
    for code in ("en", "fr", "de"):
        for name, known in COMMANDS.items():
            for word in (*known.words["en"], *known.words[code]):
                assert parse_command(word, code) == (name, "")
                assert not is_chance(word, code)


@pytest.mark.parametrize(
    "line", ["e5", "rod c3 d3", "small mole 1", "flip", "stop", "wait", "pass", "dog 9", "ende"]
)
def test_an_action_is_no_command(line: str) -> None:
    assert all(parse_command(line, code) is None for code in ("en", "fr", "de"))


def test_actions_by_name_and_in_plain_words() -> None:
    text = said("start on E4, please", "rod f4 e4", "e5", "e5|e6")
    assert "Max lays a rod between e4 and f4." in text
    assert "1. e4 2. e4|f4 3. e5 4. e5|e6 *" in text


def test_a_refused_action_names_rule_and_reason_and_asks_again() -> None:
    text = said("e4", "e4|f4", "f4", "e5")
    assert "f4 is not possible now, by rule MH4: A rod lies between e4 and f4." in text
    assert text.count("Lina (mole): step to a square next to e4.") == 2


def test_a_line_that_is_nothing_teaches() -> None:
    assert "“xyzzy” is not an action of Mole Hill: a square is written e5, a rod: rod c3 d3." in said("xyzzy")


def test_legal() -> None:
    text = said("legal", board="patch")
    assert "You can do this (25): a1, b1, c1," in text


def test_legal_by_a_place() -> None:
    text = said("e4", "legal e5", "legal square E5, please", "legal z9")
    assert text.count("You can do this (4): d5|e5, e5|f5, e4|e5, e5|e6\n") == 2
    assert "There is nothing you can do with z9 now." in text


def test_legal_in_words() -> None:
    lines = ["", "", "legal", "legal medium mole 2"]
    text = transcript(lines, game="buddel-bande", names=("Lina", "Max"), plain=True, seed=1)
    assert "You can do this (2): medium mole 1 (hill 1), medium mole 2 (hill 1)\n" in text
    assert "You can do this (1): medium mole 2 (hill 1)\n" in text
    text = transcript(lines, game="buddel-bande", names=("Lina", "Max"), seed=1)
    assert "You can do this (2): M1>1, M2>1\n" in text


def test_where_chance_decides_legal_tells_odds_that_are_few_or_asked_for() -> None:
    names = ("Lina", "Max")
    text = transcript(["", "legal"], game="buddel-bande", names=names, plain=True)
    assert "That is left to chance: press Enter." in text
    assert "1/18" not in text
    text = transcript(["", "legal sc", "legal nothing"], game="buddel-bande", names=names, plain=True)
    assert text.count("Chance decides, with these odds: =Sc (1/18)\n") == 1
    places = ["a1", "a3", "b1", "b2", "c1", "c2", "c4", "c5"]
    wishes = {"game": "mole-company", "names": names, "board": "burrow", "rotations": (0, 0, 0, 0)}
    text = transcript([*places, "legal"], plain=True, **wishes)  # type: ignore[arg-type]
    assert "Chance decides, with these odds: =1 (1/6), =2 (1/3), =3 (1/3), =4 (1/6)" in text


@pytest.mark.parametrize("line", ["undo 3", "record x", "quit now", "show me", "help e4", "log 2"])
def test_words_too_many_are_told(line: str) -> None:
    text = said("e4", line, "e4|f4")
    assert f"Type {line.split(maxsplit=1)[0]} alone: nothing goes after it." in text
    assert "1. e4 2. e4|f4 *" in text


def test_a_command_word_begins_no_action() -> None:
    words = {
        (code, fold_accents(word))
        for known in COMMANDS.values()
        for code in known.words
        for word in known.words[code]
    }
    own = [registry.required_part(game, "understand", GameUnderstanding).VOCABULARY for game in GAMES]
    for code, kinds in (pair for vocabulary in (COMMON, *own) for pair in vocabulary.items()):
        assert not {(code, fold_accents(word)) for line in kinds.values() for word in line.split()} & words


def test_a_rule_is_explained_by_its_number() -> None:
    text = said("rules MH4", "why mc13", "rules MH11", "rules please")
    assert f"MH4, {_rule('mole-hill', 'MH4').title}: {_rule('mole-hill', 'MH4').text}" in text
    assert f"MC13, {_rule('mole-company', 'MC13').title}: After 1000 turns the game is a draw" in text
    assert "There is no rule MH11; Mole Hill has MH1 to MH10. Type for example: rules MH1" in text
    assert "There is no rule please;" in text


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "A picture shows: The pieces: two moles"),
        ("fr", "Une image montre\u00a0: "),
        ("de", "Ein Bild zeigt: "),
    ],
)
def test_the_pictures_of_the_rules_are_told(code: str, told: str) -> None:
    line = {"en": "rules", "fr": "règles", "de": "regeln"}[code]
    assert said(line, lang=code).count(told) >= (1 if code == "en" else 2)


@pytest.mark.parametrize(("code", "line"), [("fr", "règles mc11"), ("de", "regeln MC11")])
def test_a_rule_is_explained_in_the_language_of_the_player(code: str, line: str) -> None:
    """As it is played by the usual agreement, if the rule is one of another game."""
    rule, words = _rule("mole-company", "MC11"), language(code)
    english = rule.agreed_text(Match.begin("mole-company").setup)
    text = said(line, lang=code)
    title, told = (lessons.translate(part, words) for part in (rule.title, english))
    assert told != english
    assert f"MC11, {title}" in text
    assert told in text.replace("\n", " ")  # for the ear a long text is on several lines


def _rule(game: str, number: str) -> lessons.Rule:
    return next(rule for rule in lessons.book(game).rules if rule.number == number)


def test_every_rule_has_its_page() -> None:
    for game, rules in GAMES.items():
        letters, last_rule = rules.rule_numbers
        page = (Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md").read_text("utf-8")
        assert f"{letters}{last_rule}" in page
        assert f"{letters}{last_rule + 1}" not in page


def test_the_legend_of_the_burrow_has_the_words_in_the_drawing() -> None:
    text = transcript(["", "", "help"], game="buddel-bande", names=("Lina", "Max"))
    assert "dog, home (type them so)" in text


def test_last_repeats_the_last_announcement() -> None:
    assert "Nothing has been played yet." in said("last")
    text = said("e4", "e4|f4", "last")
    assert text.count("Max lays a rod between e4 and f4.") == 2
    assert text.count("Lina starts on e4.") == 1


def test_last_repeats_to_a_lone_player_what_only_they_learned() -> None:
    match = Match.begin("buddel-bande")
    match.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Sc", "S2>1"])
    texts = []
    for humans in ((True, False), (True, True)):
        on = screen(plain=True)
        HANDLERS["last"](TerminalMatch(on, SeatedMatch(match, ("Lina", "Max"), humans), HANDLERS), "")
        texts.append(output_of(on))
    assert texts[1] == "Lina: small mole 2 goes from the haystack to hill 1.\n"
    assert texts[0] == texts[1].rstrip() + " Underneath small mole 2 is the ladybird: it is Max's.\n"


def test_why() -> None:
    text = said("why e4", "why rod e4 f4", "why", "why nonsense")
    assert "e4 is possible now." in text
    assert "e4|f4 is not possible now, by rule MH1:" in text
    assert "Say which action, for example: why a1" in text
    assert "“nonsense” is not an action" in text


def test_show_look_log_rules() -> None:
    text = said("e4", "show", "look e4", "look", "look z9", "around a1", "around", "log", "rules")
    assert "The mole is on e4." in text
    assert "e4: mole, centre." in text
    assert "Say which space, for example: look c3" in text
    assert "a1, around it: free b1, a2, b2." in text
    assert "Say which space, for example: around c3" in text
    assert "There is no square z9 on this board." in text
    assert text.count("Lina starts on e4.") == 2
    assert "The mole digs for points" in text
    assert "Nothing has been played yet." in said("log")


def test_help_lists_every_command_that_is_of_use() -> None:
    text = said("help")
    for name in COMMANDS:
        assert (f"\n{command_word(name, 'en')}" in text) == (name not in {"peek", "level"})
    assert "\nlevel [NUMBER] [NAME]: " in said("help", names=("Lina", "Computer"))
    assert "\npeek: " in transcript(["", "help"], game="buddel-bande", names=("Lina", "Max"), plain=True)


def test_record() -> None:
    text = said("e4", "record", "quit")
    assert text.count('[Game "mole-hill"]') == 2
    assert "1. e4 *" in text


def test_the_record_of_a_game_with_secrets_is_printed_on_request_only() -> None:
    lines = ["", "record", "n", "record", "y", "quit"]
    text = transcript(lines, game="buddel-bande", names=("Lina", "Max"), plain=True)
    before, _, after = text.partition("Show it all the same? (y/n)")
    assert "deal:" not in before
    assert "deal:" not in after.partition("Show it all the same?")[0]
    assert "deal:S=" in after.partition("Show it all the same?")[2]


def test_chance_is_not_for_players_to_decide() -> None:
    text = transcript(["", "=Sc", "S1", ""], game="buddel-bande", names=("Lina", "Max"), plain=True)
    assert "That is left to chance: press Enter." in text
    assert "by rule BB3: First the dice are rolled." in text


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "roll"), ("fr", "lance"), ("de", "würfeln"), ("de", "roll")]
)
def test_chance_by_a_word(lang: str, word: str) -> None:
    text = transcript([word], game="buddel-bande", names=("Lina", "Computer"), plain=True, lang=lang)
    assert "=" in text.rsplit("deal:L", 1)[1][3:]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "fr",
            ["coups", "pourquoi e4", "montre", "regarde e4", "journal", "règles", "regles", "aide", "partie"],
        ),
        ("de", ["züge", "zuege", "warum e4", "zeige", "schau e4", "verlauf", "Regeln", "HILFE", "protokoll"]),
    ],
)
def test_commands_in_other_languages(lang: str, words: list[str]) -> None:
    text = transcript([*words, "e4", "legal"], game="mole-hill", names=("Lina", "Max"), plain=True, lang=lang)
    lost = transcript(["xyzzy"], game="mole-hill", names=("Lina", "Max"), plain=True, lang=lang).splitlines()
    complaint = next(line for line in lost if "xyzzy" in line and not line.startswith(">"))
    assert complaint.partition("xyzzy")[2] not in text
    assert "1. e4 *" in text


def test_nobody_is_hurt_by_a_long_line_or_by_odd_letters() -> None:
    text = said("x" * 1_000_000, "\x1b[2J\x07e4", "e\x004", "𝕏" * 900, "e4")
    assert "That line was too long" in text
    assert "\x1b" not in text
    assert "1. e4 *" in text
    assert len(text) < 20_000


def test_a_refusal_calls_players_by_their_names() -> None:
    text = transcript(
        ["a1", "a1"], game="mole-company", names=("Lina", "Max"), board="burrow", rotations=(0, 0, 0, 0)
    )
    assert "a1 is not possible now, by rule MC2: A mole of Lina already stands on a1." in text

"""Actions typed in plain words, in three languages, for each game and phase."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moleworks.core import registry
from moleworks.games import GAMES, Malformed
from moleworks.record import Match
from moleworks.speech import GameUnderstanding, understand
from moleworks.speech.understand import vocabulary_of
from moleworks.speech.vocabulary import COMMON
from moleworks.texts import LANGUAGES
from tests.speech.example_games import LIFTED, PLACED, SPECIAL, burrow, steps

HILL_ROD = Match.begin("mole-hill")
HILL_ROD.play(["e5"])
HILL_STEP = Match.begin("mole-hill")
HILL_STEP.play(["e5", "a1|a2"])
COMPANY = Match.begin("mole-company", board="burrow")
BANDE = Match.begin("buddel-bande", board="stroll")
BANDE.play(["deal:S=01", "deal:M=01", "deal:L=01", "=Ac"])


BONUS = burrow(f"{PLACED} {LIFTED} {SPECIAL}")

PIECES = ("a", "1", "e5", "c3", "small", "dog", "rod", "to", "flip", "l", "'", "|", ">", "=", "99999")

SENTENCES = [
    (HILL_ROD, "en", ["rod c3 d3", "rod between d3 and c3", "c3 d3", "d3 c3", "C3|D3", "d3|c3"], "c3|d3"),
    (HILL_ROD, "en", ["Lay a rod between c3 and c4, please!", "c4-c3", "put the fence on c 3 c 4"], "c3|c4"),
    (
        HILL_ROD,
        "fr",
        ["piquet c3 d3", "Bâton entre d3 et c3", "je pose une baguette entre c3 et d3"],
        "c3|d3",
    ),
    (HILL_ROD, "fr", ["barrière c3 d3", "barriere c3/d3"], "c3|d3"),
    (
        HILL_ROD,
        "de",
        ["Stab c3 d3", "Stab zwischen D3 und C3", "ich lege einen Stab zwischen c3 und d3"],
        "c3|d3",
    ),
    (HILL_ROD, "en", ["step e4 e5", "move e4 to e5"], "e5"),
    (
        HILL_STEP,
        "en",
        ["e6", "E6", "step e6", "to e6", "jump e6", "go to square e6.", "e 6", "ｅ６", "e06"],
        "e6",
    ),
    (HILL_STEP, "en", ["e5 e6", "e5 to e6", "from e5 to e6", "e5-e6"], "e6"),
    (HILL_STEP, "en", ["rod e5 e6", "e6|e5 rod"], "e5|e6"),
    (HILL_STEP, "en", ["a1 a2"], "a1|a2"),
    (
        HILL_STEP,
        "fr",
        ["vers e6", "je vais à e6", "saute en e6", "la taupe va sur la case e6", "d'e5 à e6"],
        "e6",
    ),
    (HILL_STEP, "de", ["nach e6", "gehe auf e6", "springe nach e6", "Maulwurf von e5 nach e6"], "e6"),
    (COMPANY, "en", ["c3", "place c3", "Put a mole on C3"], "c3"),
    (COMPANY, "en", ["c3 to c6", "c3 c6", "move c3 c6", "C3-C6", "mole from c3 to c6"], "c3-c6"),
    (COMPANY, "fr", ["placer c3", "je pose ma taupe en c3"], "c3"),
    (COMPANY, "fr", ["c3 à c6", "de c3 vers c6", "déplace la taupe de c3 à c6", "DEPLACER C3 C6"], "c3-c6"),
    (COMPANY, "de", ["setze c3", "Ich setze einen Maulwurf auf c3"], "c3"),
    (COMPANY, "de", ["c3 nach c6", "von c3 auf c6", "ziehe c3 c6"], "c3-c6"),
    (COMPANY, "en", ["flip", "FLIP", "turn up a disc", "flip one more disc", "another disc"], "flip"),
    (COMPANY, "fr", ["retourner", "je retourne un disque", "retourne encore un jeton"], "flip"),
    (COMPANY, "de", ["umdrehen", "Scheibe umdrehen", "ich drehe noch eine Scheibe um", "aufdecken"], "flip"),
    (COMPANY, "en", ["wait", "I wait", "pass"], "wait"),
    (COMPANY, "fr", ["attendre", "j'attends", "j’attends", "passer"], "wait"),
    (COMPANY, "de", ["warten", "ich warte", "ich möchte warten", "ich moechte warten", "passen"], "wait"),
    (COMPANY, "en", ["stop", "stop now", "enough"], "stop"),
    (COMPANY, "fr", ["arrêter", "arreter", "ARRÊTER", "j'arrête", "stop"], "stop"),
    (COMPANY, "de", ["aufhören", "aufhoren", "aufhoeren", "Aufhören!", "ich höre auf", "stopp"], "stop"),
    (COMPANY, "en", ["=3", " =3 "], "=3"),
    (BONUS, "en", ["pass", "stop"], "stop"),
    (BONUS, "fr", ["je passe"], "stop"),
    (BONUS, "de", ["weiter"], "stop"),
    (
        BANDE,
        "en",
        ["small mole 1", "small 1", "s1", "S1", "S1>1", "s1>1", "the little mole 1 to hill 1"],
        "S1>1",
    ),
    (BANDE, "en", ["medium mole 2", "m2", "M 2", "move medium 2"], "M2>1"),
    (BANDE, "en", ["large mole 2 to 4", "l2>4", "big 2 4"], "L2>4"),
    (BANDE, "en", ["medium mole 2 home", "m2>HOME", "medium 2 to the den"], "M2>home"),
    (BANDE, "en", ["large mole 1 home", "L1>home"], "L1>home"),
    (BANDE, "en", ["dog 9", "dog to 9", "DOG>9", "send the dog to hill 9"], "dog>9"),
    (BANDE, "en", ["dog home"], "dog>home"),
    (BANDE, "en", ["pass", "I pass", "skip my turn"], "pass"),
    (BANDE, "fr", ["petite taupe 1", "la petite 1", "petit 1"], "S1>1"),
    (BANDE, "fr", ["moyenne 2", "taupe moyenne 2"], "M2>1"),
    (BANDE, "fr", ["grande taupe 2", "grosse taupe 2", "la grande taupe numéro 2"], "L2>1"),
    (BANDE, "fr", ["moyenne 2 à la maison", "rentrer la moyenne 2", "moyenne 2 tanière"], "M2>home"),
    (BANDE, "fr", ["chien 9", "le chien va à 9", "envoie le chien sur la butte 9"], "dog>9"),
    (BANDE, "fr", ["je passe", "passer mon tour", "passe"], "pass"),
    (BANDE, "de", ["kleiner Maulwurf 1", "der kleine 1", "klein 1"], "S1>1"),
    (BANDE, "de", ["mittlerer 2", "mittlerer Maulwurf 2", "den mittleren 2"], "M2>1"),
    (BANDE, "de", ["großer 2", "grosser 2", "GROẞER Maulwurf 2", "den großen Maulwurf 2"], "L2>1"),
    (BANDE, "de", ["mittlerer 2 nach Hause", "mittlerer Maulwurf 2 heim"], "M2>home"),
    (BANDE, "de", ["Hund 9", "Hund auf 9", "schicke den Hund zum Hügel 9", "Hund zu Huegel 9"], "dog>9"),
    (BANDE, "de", ["passen", "ich passe", "aussetzen"], "pass"),
    (BANDE, "en", ["=sc", "=SC"], "=Sc"),
    (BANDE, "en", ["deal:S=10", "DEAL:s=10"], "deal:S=10"),
]


@pytest.mark.parametrize(
    ("match", "lang", "text", "name"),
    [
        pytest.param(match, lang, text, name, id=f"{match.game.id} {lang} {text}")
        for match, lang, texts, name in SENTENCES
        for text in texts
    ],
)
def test_sentences(match: Match, lang: str, text: str, name: str) -> None:
    assert understand(match.game, match.state, text, lang) == name
    for other in LANGUAGES:  # whoever forgot to choose a language is understood all the same
        assert understand(match.game, match.state, text, other) == name


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (HILL_ROD, "rod c3"),
        (HILL_ROD, "c3 d3 e3"),
        (HILL_STEP, ""),
        (HILL_STEP, "step"),
        (HILL_STEP, "5"),
        (HILL_STEP, "do not step e6"),
        (HILL_STEP, "flip e6"),
        (HILL_STEP, "<b>e6</b>"),
        (COMPANY, "flip c3"),
        (COMPANY, "flip or stop"),
        (COMPANY, "disc 3"),
        (COMPANY, "place"),
        (BANDE, "small mole"),
        (BANDE, "mole 1"),
        (BANDE, "dog"),
        (BANDE, "small dog 1"),
        (BANDE, "small medium 1"),
        (BANDE, "s1 2 3"),
        (BANDE, "dog 12345"),
        (BANDE, "je ne passe pas"),
        (BANDE, "ich passe nicht"),
    ],
)
def test_what_is_not_understood_comes_back(match: Match, text: str) -> None:
    for lang in LANGUAGES:
        assert understand(match.game, match.state, f" {text} ", lang) == text
    with pytest.raises(Malformed):
        match.game.explain(match.state, text)


def test_long_texts_are_cut() -> None:
    assert understand(HILL_STEP.game, HILL_STEP.state, "mole " * 90, "en") == ("mole " * 90)[:80]
    assert understand(HILL_STEP.game, HILL_STEP.state, "please " * 20 + "e6", "en") == "e6"


@pytest.mark.parametrize(
    "match", [HILL_ROD, HILL_STEP, COMPANY, BONUS, BANDE], ids=lambda match: match.game.id
)
@given(text=st.text(max_size=250) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_any_text_can_be_heard(match: Match, text: str) -> None:
    name = understand(match.game, match.state, text, "fr")
    assert len(name) <= 80
    assert understand(match.game, match.state, name, "fr") == name or name == text.strip()[:80]


@pytest.mark.parametrize(
    ("dice", "text", "rule"),
    [
        ("=Lc", "small mole 1", "BB4"),
        ("=Dc", "small mole 1", "BB4"),
        ("=Sc", "small mole 2", "BB6"),
        ("=Sl", "small mole 2", "BB6"),
        ("=Sf", "small mole 2", "BB6"),
        ("=Mf", "medium mole 1", "BB8"),
        ("=Sc", "small mole 4", "BB1"),
        ("=Sc", "dog 4", "BB4"),
        ("=Sc", "pass", "BB9"),
        ("=Sc", "small mole 1 to 9", "BB5"),
        ("=Dc", "dog 1", "BB11"),
        ("", "small mole 1", "BB3"),
    ],
)
def test_a_refusal_is_about_the_right_thing(dice: str, text: str, rule: str) -> None:
    """Small mole 2 is guarded, medium mole 1 at home; nobody says where a mole would go."""
    line = "=Ml M1>2 =Ml M1>5 =Ml M1>9 =Ml M1>11 =Ml M1>home =Sc S2>1 =Dc dog>1"
    match = Match.begin("buddel-bande", board="stroll")
    match.play(f"deal:S=01 deal:M=01 deal:L=01 {line} {dice}".split())
    refusal = match.game.explain(match.state, understand(match.game, match.state, text, "en"))
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.parametrize(
    ("dice", "text", "name"),
    [
        ("=Lc", "S1", "S1>4"),  # the face allows no small mole, and S2 is on hill 1
        ("=Dl", "small mole 1", "S1>2"),
        ("=Mc", "S2", "S2>4"),
        ("=Lf", "medium mole 2", "M2>3"),
        ("=Ll", "M1", "M1>home"),  # at home already
        ("=Sc", "S4", "S4>home"),  # in no game of two
        ("", "S1", "S1>home"),  # no dice, no goal
    ],
)
def test_a_mole_gets_the_goal_it_would_have(dice: str, text: str, name: str) -> None:
    line = "=Ml M1>2 =Ml M1>5 =Ml M1>9 =Ml M1>11 =Ml M1>home =Sc S2>1 =Dc dog>1"
    match = Match.begin("buddel-bande", board="stroll")
    match.play(f"deal:S=01 deal:M=01 deal:L=01 {line} {dice}".split())
    assert understand(match.game, match.state, text, "en") == name


def test_a_mole_that_may_move_gets_its_goal() -> None:
    seen = 0
    for seed in range(5):
        match = Match.begin("buddel-bande")
        for before, _, _ in steps(match, Random(seed)):
            names = [match.game.name(before, action) for action in match.game.legal(before)]
            for name in names:
                if name[0] in "SML":
                    assert understand(match.game, before, name.split(">")[0], "de") == name
                    seen += 1
    assert seen > 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_stands_for_two_things(game: str, language: str) -> None:
    own = registry.required_part(game, "understand", GameUnderstanding).VOCABULARY
    assert set(COMMON) == set(own) == set(LANGUAGES)
    kinds = [*COMMON[language].items(), *own[language].items()]
    words = [word for _, kind in kinds for word in kind.split()]
    assert len(words) == len(set(words))
    assert set(vocabulary_of(game, language).values()) == {*COMMON["en"], *own["en"]}


def test_every_game_is_understood() -> None:
    for game in GAMES.values():
        match = Match.begin(game.id)
        assert understand(game, match.state, "???", "en") == "???"

"""A game of somebody else, installed as a package, plays everywhere without a change to Moleworks."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import numpy as np
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from moleworks import arena, boards, engine, lessons, speech
from moleworks.core import registry
from moleworks.engine import Effort, chance
from moleworks.games import CHANCE, GAMES, Complaint
from moleworks.record import Match, Record, read, write
from moleworks.texts import LANGUAGES, language
from tests.cli.calls import TIMEOUT, run
from tests.games.installed_plugin import PACKAGE, fake_package, in_use, install
from tests.web.people import running

pytestmark = pytest.mark.slow

GAME = "worm-hunt"
SHARED = {("The game is over.", None), ("It is not your turn.", None)}
"""Texts that Moleworks itself has too; its own catalogue translates them."""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("plugin"))


@pytest.fixture
def plugin(target: Path) -> Iterator[None]:
    with in_use(target):
        yield


def whole_game(players: int = 3, seed: int = 1) -> Match:
    """A game between random players."""
    match, random = Match.begin(GAME, players=players), Random(seed)
    while match.game.actor(match.state) is not None:
        match.act(random.choice(match.game.legal(match.state)))
    return match


def test_no_file_of_moleworks_names_it() -> None:
    root = Path(__file__).parents[2]
    found = subprocess.run(
        ["git", "grep", "-lIiE", "worm.?hunt", "--", "src", "page", "scripts", "pyproject.toml"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""


@pytest.mark.usefixtures("plugin")
def test_it_is_listed_after_the_built_in_games() -> None:
    assert list(GAMES) == [*registry.BUILT_IN, GAME]
    assert registry.problems() == ()
    assert boards.names(GAME) == ["classic"]


@pytest.mark.usefixtures("plugin")
def test_a_match_is_told_in_words_where_there_is_no_drawing() -> None:
    match = whole_game()
    assert "seat 0: points" in str(match)
    assert str(match).splitlines()[-1].startswith("Over (")
    assert match._repr_svg_() is None


def test_the_command_line_lists_it(target: Path) -> None:
    done = run("games", PYTHONPATH=str(target))
    assert done.returncode == 0, done.stderr
    assert "Worm Hunt (worm-hunt)" in done.stdout


def test_two_people_play_it_in_the_terminal(target: Path, tmp_path: Path) -> None:
    lines = "\n".join(["", "dig", "", "stop"] * 300)
    arguments = ["play", GAME, "--players", "2", "--names", "Lina,Max", "--preset", "sprint", "--plain"]
    done = run(
        *arguments, "--begin", "first", "--seed", "3", lines=lines, folder=tmp_path, PYTHONPATH=str(target)
    )
    assert "Traceback" not in done.stderr
    assert "has won." in done.stdout or "It is a draw." in done.stdout


def test_a_person_plays_the_computer_in_french_in_the_terminal(target: Path, tmp_path: Path) -> None:
    lines = "\n".join(["", "stop", *["dig", "", "stop"] * 300])
    arguments = ["play", GAME, "--seats", "human,computer:1", "--preset", "sprint", "--lang", "fr", "--plain"]
    done = run(
        *arguments, "--begin", "first", "--seed", "3", lines=lines, folder=tmp_path, PYTHONPATH=str(target)
    )
    assert "Traceback" not in done.stderr
    assert "Il n’y a pas encore de tas à garder\u00a0: creuse d’abord." in done.stdout
    assert "a gagné." in done.stdout


def test_a_program_plays_it_over_rpc(target: Path) -> None:
    requests = [
        ("new", {"game": GAME, "players": 2}),
        ("play", {"actions": ["deal:0=3", "deal:1=6"]}),
        ("legal", {}),
        ("play", {"actions": ["stop"]}),
        ("view", {"seat": 1}),
        ("best", {"simulations": 50}),
    ]
    lines = "".join(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
        for number, (method, params) in enumerate(requests)
    )
    done = run("rpc", lines=lines, PYTHONPATH=str(target))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == list(range(len(requests)))
    assert [action["name"] for action in replies[2]["result"]["actions"]] == ["dig"]
    assert replies[3]["error"]["data"]["rule"] == "WH4"
    assert replies[4]["result"]["favourites"] == [None, 6]
    assert replies[5]["result"]["lines"][0]["action"] == "dig"


@pytest.mark.usefixtures("plugin")
def test_two_people_and_a_computer_play_it_as_a_match(tmp_path: Path) -> None:
    with running(database=f"sqlite:///{tmp_path}/matches.sqlite", thinkers=1) as server:
        lina, max_ = server.person(), server.person()
        seats = [{"kind": "here", "name": "Lina"}, {"kind": "link"}, {"kind": "computer", "level": 2}]
        opened = lina.post("/matches", game=GAME, preset="sprint", seats=seats)
        max_.post("/join", token=opened["seats"][1]["token"], name="Max")
        with ExitStack() as stack:
            lines = [stack.enter_context(person.live(opened["id"], words=1)) for person in (lina, max_)]
            told, seen = [line.at() for line in lines], set[int]()
            while told[0]["status"] == "playing":
                seq, actor = told[0]["seq"], told[0]["actor"]
                seen.add(actor)
                if actor < 2:
                    legal = told[actor]["eyes"][0]["legal"]
                    lines[actor].send("play", action=legal[-1], seq=seq, id=f"{actor}-{seq}")
                told = [line.at(seq + 1) for line in lines]
            assert seen == {0, 1, 2}
            for seat, line in enumerate(lines):
                views = [
                    eye["view"]
                    for text in line.heard
                    if (message := json.loads(text))["type"] == "at"
                    for eye in message["eyes"]
                ]
                playing = [view for view in views if view["phase"] != "over"]
                assert all(view["favourites"].count(None) >= 2 for view in playing)
                assert any(view["favourites"][seat] is not None for view in playing)
            assert None not in views[-1]["favourites"]
        record = lina.http.get(f"/matches/{opened['id']}/record").text
        assert read(record).match.game.id == GAME
        games = {game["id"]: game for game in lina.get("/games", lang="de")}
        assert games[GAME]["texts"]["title"] == "Wurmjagd"


@pytest.mark.usefixtures("plugin")
def test_the_default_player_beats_a_random_one() -> None:
    won = 0
    for seed in range(12):
        match, random = Match.begin(GAME, preset="sprint"), Random(seed)
        while (actor := match.game.actor(match.state)) is not None:
            if actor == CHANCE:
                match.act(chance.draw(match.game, match.state, random))
            elif actor == seed % 2:
                known = engine.knowledge(match)
                match.play([engine.player(GAME).choose(known, Effort(nodes=150), seed=match.ply)])
            else:
                match.act(chance.random_legal(match.game, match.state, random))
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        won += outcome.winner == seed % 2
    assert won >= 8


@pytest.mark.usefixtures("plugin")
def test_it_plays_in_the_arena() -> None:
    report = arena.run(arena.plan(GAME, ["level2", "random"], games=4, options={"goal": 10}), processes=0)
    assert report.games == 4
    assert not report.failed


def test_it_plays_in_the_arena_in_processes(target: Path) -> None:
    arguments = ["arena", GAME, "--players", "level1,random", "--games", "4", "--option", "goal=10"]
    done = run(*arguments, "--processes", "2", "--plain", PYTHONPATH=str(target))
    assert done.returncode == 0, done.stderr
    assert "4 of 4 games count." in done.stdout


@pytest.mark.usefixtures("plugin")
def test_a_record_of_it_reads_back() -> None:
    match = whole_game()
    text = write(Record(match, ("Lina", "Max", "Zoë")))
    again = read(text)
    assert again.match.names == match.names
    assert again.match.state == match.state
    assert write(again) == text


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_is_said_in_every_language(code: str) -> None:
    match, words = whole_game(), language(code)
    names = ["Lina", "Max", "Zoë"]
    for ply in range(match.ply):
        before, after = match.before(ply), match.before(ply + 1)
        for seat in (None, 0, 1, 2):
            said = [
                speech.ask(match.game, after, names),
                *speech.tell(match.game, before, match.names[ply], after, names, seat),
                *speech.position(match.game, after, names, seat),
            ]
            assert all(words.tell(message).strip() for message in said)
            if seat is not None and match.names[ply].startswith("deal:"):
                learned = speech.secret(match.game, before, match.names[ply], after, names, seat)
                assert (learned is not None) == (seat == ply)


@pytest.mark.usefixtures("plugin")
def test_its_lesson_can_be_done_and_its_examples_are_as_the_rules_say() -> None:
    book = lessons.book(GAME)
    for step, before in book.lesson():
        match = book.laid.match(GAME, before)
        match.play([*step.want, *step.then.split()])
    for rule in book.rules:
        for example in rule.examples:
            match = example.match(GAME)
            assert all(match.game.explain(match.state, name) is None for name in example.allowed)
            refusals = [match.game.explain(match.state, name) for name in example.refused]
            assert all(refusal is not None and refusal.rule == rule.number for refusal in refusals)
    prefix, last = GAMES[GAME].rule_numbers
    assert [rule.number for rule in book.rules] == [f"{prefix}{number}" for number in range(1, last + 1)]


@pytest.mark.usefixtures("plugin")
def test_its_lessons_are_translated() -> None:
    for text in lessons.book(GAME).texts():
        assert len({lessons.translate(text, language(code)) for code in LANGUAGES}) == len(LANGUAGES), text


def test_its_catalogues_have_every_text_that_babel_finds(tmp_path: Path) -> None:
    pot = tmp_path / "game.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
    subprocess.run([*command, "-F", "babel.cfg", "-k", "N_", "-o", str(pot), "."], cwd=PACKAGE, check=True)
    texts = {(message.id, message.context) for message in catalogue(pot) if message.id}
    for po in PACKAGE.glob("worm_hunt/texts/*/LC_MESSAGES/game.po"):
        translated = {(message.id, message.context) for message in catalogue(po) if message.string}
        assert translated - {("", None)} == texts - SHARED


def catalogue(file: Path) -> Catalog:
    return read_po(io.StringIO(file.read_text("utf-8")))


@pytest.mark.usefixtures("plugin")
def test_what_it_does_not_bring_is_said_so() -> None:
    with pytest.raises(Complaint, match="press"):
        registry.required_part(GAME, "press", object)


@pytest.mark.usefixtures("plugin")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:reset.. knows the option rotations alone, not options:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
def test_it_plays_in_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.test import api_test
    from moleworks.research.pettingzoo import env

    api_test(env(GAME, players=3), num_cycles=60)
    capsys.readouterr()


def test_it_plays_in_openspiel(target: Path) -> None:
    """In a program of its own: OpenSpiel keeps what is registered for good."""
    program = (
        "import pyspiel, moleworks.research.openspiel\n"
        "game = pyspiel.load_game('moleworks_worm_hunt(players=3,goal=10)')\n"
        "pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)\n"
        "print('played', game.num_players())\n"
    )
    done = run_program(program, target)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("played 3\n")


def run_program(program: str, target: Path) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )


@pytest.mark.usefixtures("plugin")
def test_its_observation_hides_the_favourites_of_others() -> None:
    from moleworks.research.observation import observation

    match = Match.begin(GAME, players=2)
    match.play(["deal:0=3", "deal:1=6"])
    seen = observation(match.setup).observe(match.game, match.state, 0)
    match = Match.begin(GAME, players=2)
    match.play(["deal:0=3", "deal:1=2"])
    assert np.array_equal(seen, observation(match.setup).observe(match.game, match.state, 0))
    assert not np.array_equal(seen, observation(match.setup).observe(match.game, match.state, 1))


BROKEN = {
    "no-module": ("x-game = missing_module:PLUGIN", ""),
    "no-import": ("x-game = no_import:PLUGIN", "import a_module_that_is_nowhere\n"),
    "leaves": ("x-game = leaves:PLUGIN", "import sys\nsys.exit(3)\n"),
    "no-record": ("x-game = no_record:PLUGIN", "PLUGIN = 7\n"),
    "too-new": (
        "x-game = too_new:PLUGIN",
        (
            "from moleworks.core.plugin import Plugin\n"
            "PLUGIN = Plugin('x-game', 99, 'too_new', 'too_new:GAME')\n"
        ),
    ),
    "built-in-id": ("mole-hill = built_in_id:PLUGIN", "raise RuntimeError('never imported')\n"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_costs_a_sentence_and_itself_alone(tmp_path: Path, name: str) -> None:
    fake_package(tmp_path, name, *BROKEN[name])
    done = run("games", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert "Mole Hill (mole-hill)" in done.stdout
    assert f"of the package {name} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
    played = run("play", "x-game", PYTHONPATH=str(tmp_path))
    assert played.returncode == 2
    assert "Traceback" not in played.stderr


def test_a_part_that_cannot_be_imported_is_said_so(tmp_path: Path) -> None:
    module = (
        "from moleworks.core.plugin import API_VERSION, Plugin\n"
        "from moleworks.games.mole_hill.game import MoleHill\n"
        "class Copy(MoleHill):\n    id = 'x-game'\n"
        "GAME = Copy()\n"
        "PLUGIN = Plugin('x-game', API_VERSION, 'half_broken', 'half_broken:GAME', words='nowhere.words')\n"
    )
    fake_package(tmp_path, "half-broken", "x-game = half_broken:PLUGIN", module)
    with in_use(tmp_path):
        assert "x-game" in GAMES
        with pytest.raises(registry.PluginError, match=r"nowhere\.words: ModuleNotFoundError"):
            registry.part("x-game", "words", speech.GameWords)

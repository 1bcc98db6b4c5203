"""The command line: what it answers, and that every mistake is one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from moleworks import __version__, cli
from moleworks.arena.pool import Here
from moleworks.games import GAMES
from moleworks.terminal import listing
from moleworks.web.settings import Settings

RECORD = """[Game "mole-hill"]
[Preset "blatz"]
[Options "start=anywhere diagonal=path rounds=2"]
[Board "patch"]
[Players "2"]
[Seat0 "Lina"]
[Seat1 "Max"]
[Date "2026-01-31"]
[Result "*"]
[Version "0.1.0"]

1. c3 2. c3|d3 *
"""


LONG = 120.0
"""Seconds that no program here takes."""


@contextmanager
def started(
    *command: str, folder: Path | None = None, stdin: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program to talk to; one that does not end is killed."""
    with subprocess.Popen(
        [sys.executable, *command],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as program:
        watch = Timer(LONG, program.kill)
        watch.start()
        try:
            yield program
            program.wait()
        finally:
            watch.cancel()
            program.kill()


def run(
    *arguments: str, lines: str = "", folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80"} | variables
    return subprocess.run(
        [sys.executable, "-m", "moleworks", *arguments],
        input=lines,
        capture_output=True,
        encoding=variables.get("PYTHONIOENCODING", "utf-8"),
        env=surroundings,
        cwd=folder,
        check=False,
        timeout=LONG,
    )


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The same without a process of its own."""
    code = 0
    old, sys.argv = sys.argv, ["moleworks", *arguments]
    try:
        code = cli.main()
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    finally:
        sys.argv = old
    out, err = capsys.readouterr()
    return code, out, err


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.strip()) == (0, __version__)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["replay", "-h"],
        ["boards", "--help"],
        ["hint", "--help"],
        ["analyse", "--help"],
        ["arena", "--help"],
        ["serve", "--help"],
    ],
)
def test_help_teaches(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) > 8


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"]])
def test_help_in_a_pipe_has_no_boxes(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    assert not any(letter in done.stdout for letter in "╭│─")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_the_reader_of_the_help_may_leave() -> None:
    with started("-u", "-m", "moleworks", "play", "-h") as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0


def test_help_for_a_mistake_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, "play", "--colour")[2].endswith("Help: moleworks play --help\n")
    assert called(capsys, "mole-hill", "--colour")[2].endswith("Help: moleworks play --help\n")
    assert called(capsys, "boards", "check")[2].endswith("Help: moleworks boards check --help\n")
    assert called(capsys, "nothing")[2].endswith("Help: moleworks --help\n")


def test_games_lists_everything_that_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "games")
    assert code == 0
    for game in GAMES.values():
        for name in (game.id, *game.presets, *game.options):
            assert name in out
    assert "final_paths=solid (2), final_paths=all (3-4)" in out
    assert "option rounds: 2, 1; usually 2" in out
    assert "option final_paths: all, solid, into; usually solid (2), all (3-4)" in out


def test_boards_says_what_is_a_reconstruction(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "boards")
    assert code == 0
    assert out.count("our reconstruction") == 2
    assert "patch: Garden patch" in out
    _, out, _ = called(capsys, "boards", "--lang", "de")
    assert "patch: Kleines Beet" in out


def test_boards_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = called(capsys, "boards", "show", "classic")
    assert code == 0
    assert all(words in out for words in ("Classic lawn", "Classic company", "Classic track"))
    _, out, _ = called(capsys, "boards", "show", "mole-hill/patch")
    assert "Classic" not in out
    file = Path(cli.__file__).parent / "boards" / "buddel-bande" / "stroll.toml"
    own = tmp_path / "own.toml"
    own.write_text(file.read_text("utf-8").replace('"stroll"', '"mine"'), "utf-8")
    code, out, _ = called(capsys, "boards", "show", str(own))
    assert (code, "mine" in out) == (0, True)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_file_is_that_of_its_game(game: str) -> None:
    for file in (Path(cli.__file__).parent / "boards" / game).glob("*.toml"):
        [(found, board)] = listing.found(str(file))
        assert (found, board.name) == (game, file.stem)


def test_boards_show_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "boards", "show", "burrow", "--plain")
    assert "holes: a2, b4, d2, d5, e4" in out
    assert "dotted: c3 b3, c3 c2, c3 d4" in out
    assert "─" not in out


def test_boards_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    source = Path(cli.__file__).parent / "boards" / "mole-hill" / "patch.toml"
    file.write_text(source.read_text("utf-8"), "utf-8")
    code, out, err = called(capsys, "boards", "check", str(file))
    assert (code, err) == (0, "")
    assert "own.toml is fine: Garden patch" in out
    file.write_text(source.read_text("utf-8").replace("columns = 5", "columns = 12"), "utf-8")
    code, out, err = called(capsys, "boards", "check", str(file))
    assert (code, out) == (2, "")
    assert "own.toml, columns = 12: A whole number from 3 to 9 is needed." in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "There is no game chess; there are mole-hill, mole-company, buddel-bande."),
        (["reply"], "There is no command reply. Did you mean replay?"),
        (["play", "--colour"], "There is no option --colour. There are --players, "),
        (["play", "mole-hill", "--plai"], "There is no option --plai. Did you mean --plain?"),
        (["games", "--bogus=1"], "There is no option --bogus. There are --lang, --plain. Help:"),
        (
            ["boards", "check", "x.toml", "--board", "x"],
            "There is no option --board. There are --lang, --plain.",
        ),
        (["rpc", "--x"], "There is no option --x. Help: moleworks rpc --help"),
        (["--lang", "it", "games"], "“it” does not fit --lang."),
        (["--plain", "reply"], "There is no command reply. Did you mean replay?"),
        (["play", "mole-hill", "--players", "0"], "Mole Hill is for 2 players, not 0."),
        (["play", "mole-hill", "--players", "0", "--names", "a,b"], "Mole Hill is for 2 players, not 0."),
        (["play", "--lang", "it"], "It can be en, fr, de."),
        (["play", "--players", "many"], "many"),
        (["play", "mole-hill", "--players", "7"], "Mole Hill is for 2 players, not 7."),
        (["play", "mole-hill", "--option", "rounds"], "An option is written name=value"),
        (["play", "mole-hill", "--option", "rounds=9"], "Option rounds cannot be 9"),
        (["play", "mole-hill", "--preset", "x"], "has no preset x"),
        (["play", "mole-hill", "--board", "nowhere.toml"], "There is no such board"),
        (["play", "mole-hill", "--seats", "human,dog"], "A seat is human or computer"),
        (["play", "mole-hill", "--seats", "human,computer:8"], "A level is a number from 1 to 7, not 8."),
        (["play", "mole-hill", "--level", "0"], "A level is a number from 1 to 7, not 0."),
        (["play", "mole-company", "--rotations", "a,b"], "Rotations are written with commas"),
        (["play", "--load", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory."),
        (["play", "--begin", "me"], "“me” does not fit --begin. It can be ask, lots, first."),
        (["play", "mole-company", "--players", "3", "--names", "a,b"], "3 players need 3 names"),
        (["play", "--load", "nowhere.txt", "--preset", "x"], "so leave out --preset."),
        (["replay"], "FILE needs a value."),
        (["play", "mole-hill", "now"], "This is too much: now."),
        (["replay", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory."),
        (["hint"], "FILE needs a value."),
        (["hint", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory."),
        (["hint", "x.txt", "--level", "9"], "A level is a number from 1 to 7, not 9."),
        (["hint", "x.txt", "--level", "3", "--seconds", "1"], "Give either a level or seconds, not both."),
        (["hint", "x.txt", "--seconds", "nan"], "Seconds are a number above 0 and up to 3600, not nan."),
        (["analyse", "x.txt", "--seconds", "1e9"], "Seconds are a number above 0 and up to 3600"),
        (["analyse", "nowhere.txt"], "nowhere.txt cannot be read: No such file or directory."),
        (["arena", "mole-hill"], "--players needs a value."),
        (["arena", "chess", "--players", "random,level1"], "There is no game chess"),
        (["arena", "mole-hill", "--players", "random,tiger"], "There is no player tiger of mole-hill"),
        (["arena", "mole-hill", "--players", "random"], "An arena needs at least two different players."),
        (["arena", "mole-hill", "--players", "random,level1", "--games", "3"], "games come in sets of 2"),
        (["arena", "mole-hill", "--players", "random,level1", "--sprt", "x"], "such as 0,20; “x” is not."),
        (["arena", "mole-hill", "--players", "random,level1", "--board", "x"], "There is no such board"),
        (["serve", "--prt", "1"], "There is no option --prt. Did you mean --port?"),
        (["serve", "--port", "x"], "“x” does not fit --port."),
        (["serve", "--port", "99999"], "The setting port does not fit: Expected `int` <= 65535."),
        (["serve", "--log-level", "loud"], "It can be debug, info, warning, error."),
        (["serve", "--workers", "2"], "An SQLite file serves one process"),
        (["serve", "--config", "nowhere.toml"], "nowhere.toml cannot be read: No such file or directory."),
        (["--lan", "--prt", "1"], "There is no option --prt. Did you mean --port?"),
        (["boards", "check", "nowhere.toml"], "nowhere.toml"),
        (["boards", "show", "nothing"], "There is no such board; there are burrow, classic, patch, stroll"),
    ],
)
def test_a_mistake_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_what_every_command_knows_may_stand_before_it() -> None:
    for before in (["--lang", "fr"], ["--lang=fr"], ["--plain", "--lang", "fr"]):
        assert "plateaux :" in run(*before, "games").stdout
        assert run(*before, "boards", "show", "classic").stdout == (
            run("boards", "show", "classic", *before).stdout
        )
        assert run(*before, "--help").stdout == run("--help", "--lang", "fr").stdout
    assert "Lina, Max" in run("--lang", "de", "mole-hill", "--names", "Lina,Max").stdout


def test_help_speaks_the_language_that_is_asked_for() -> None:
    done = run("--help", "--lang=fr")
    assert done.stdout == run("--help", "--lang", "fr").stdout
    assert "Commandes" in done.stdout


def closed(number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run without one of the streams that a program has usually."""
    shell = f'exec "$@" {number}{"<" if number == 0 else ">"}&-'
    command = ["sh", "-c", shell, "sh", sys.executable, "-m", "moleworks", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONG, input="")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell there")
def test_a_closed_stream_is_an_empty_one() -> None:
    done = closed(0, "play", "mole-hill", "--names", "a,b", "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "choose any square" in done.stdout
    assert (closed(0, "play").returncode, closed(0, "play").stderr) == (0, "")
    for arguments in (["games"], ["--help"], ["play", "mole-hill"]):
        done = closed(1, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
    assert closed(2, "reply").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments", [["games"], ["boards"], ["--version"], ["play", "--help"], ["play", "mole-hill"]]
)
def test_a_full_disk_is_one_sentence(arguments: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "moleworks", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=LONG,
            env={**os.environ, "LANG": "C.UTF-8"},
        )
    assert (done.returncode, done.stderr) == (1, "stdout cannot be written: No space left on device.\n")


def test_a_wrong_record_is_told_with_file_line_and_column(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(RECORD.replace("c3|d3", "c3|e3"), "utf-8")
    for arguments in (
        ["replay", str(file)],
        ["play", "--load", str(file)],
        ["hint", str(file)],
        ["analyse", str(file)],
    ):
        code, _, err = called(capsys, *arguments)
        assert code == 2
        assert "wrong.txt, line 12, column 10: c3|e3 is against rule MH6" in err
        assert len(err.splitlines()) == 1


def test_replay_in_a_pipe_prints_everything(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    done = run("replay", str(file), "--plain")
    assert done.returncode == 0
    assert "1. Lina (mole) starts on c3." in done.stdout
    assert "2. Max (gardener) lays a rod between c3 and d3." in done.stdout
    assert run("replay", str(file), "--plain", "--all").stdout == done.stdout
    assert "╭" in run("replay", str(file)).stdout


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    done = run("play", "--load", str(file), "--plain", lines="c4\n")
    assert "Lina (mole) steps from c3 to c4." in done.stdout
    assert "1. c3 2. c3|d3 3. c4 *" in done.stdout
    done = run(
        "play", "--load", str(file), "--plain", "--seats", "human,computer:1", "--seed", "1", lines="c4\n"
    )
    assert done.stdout.count("Max (gardener) lays a rod") == 1


def test_play_asks_which_game() -> None:
    done = run("play", lines="1\ne4\n")
    assert done.returncode == 0
    assert "Which game?" in done.stdout
    assert "Player (mole) starts on e4." in done.stdout


def test_a_game_or_an_option_alone_plays() -> None:
    assert "Mole Hill: Lina, Max." in run("mole-hill", "--names", "Lina,Max").stdout
    assert "Which game?" in run("--plain").stdout


def test_nothing_at_all_opens_the_browser() -> None:
    assert cli._tokens([]) == ["serve", "--open"]
    assert cli._tokens(["--lang", "de"]) == ["serve", "--open", "--lang", "de"]
    assert cli._tokens(["--lan"]) == ["serve", "--open", "--lan"]
    assert cli._tokens(["serve", "--lan"]) == ["serve", "--lan"]
    assert cli._tokens(["--plain"]) == ["play", "--plain"]


def test_every_setting_is_an_option_with_its_variable() -> None:
    told = " ".join(run("serve", "--help").stdout.split())
    for name in Settings.__struct_fields__:
        assert f"--{name.replace('_', '-')}" in told
        assert f"[MOLEWORKS_{name.upper()}]" in told


def test_a_seed_repeats_a_game() -> None:
    arguments = ["play", "buddel-bande", "--board", "stroll", "--seats", "computer:1,computer:1"]
    arguments += ["--seed", "5", "--plain"]
    assert run(*arguments).stdout == run(*arguments).stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1", "utf-8"])
def test_no_encoding_is_too_poor(encoding: str, tmp_path: Path) -> None:
    for game, lines in (("mole-hill", "e4\nhelp\nrod e4 f4\n"), ("buddel-bande", "\n\n\nlegal\n")):
        names = "Lina,Zoe" if encoding == "ascii" else "Lina,Zoé"
        done = run(
            "play",
            game,
            "--names",
            names,
            lines=lines,
            folder=tmp_path,
            PYTHONUTF8="0",
            PYTHONIOENCODING=encoding,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "Lina" in done.stdout
        assert "Traceback" not in done.stdout


def test_input_that_is_no_text_is_read_all_the_same(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "moleworks", "play", "mole-hill", "--names", "a,b", "--plain"],
        input=b"\xff\xfe\x00\ne4\n",
        capture_output=True,
        cwd=tmp_path,
        check=True,
        timeout=LONG,
    )
    assert b"1. e4 *" in done.stdout


ATTENTIVE = (
    "import signal, sys; from moleworks.__main__ import main\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "sys.exit(main())\n"
)
"""Heeds Ctrl-C even if whoever runs the tests ignores it, as nohup and a shell's & do."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_ctrl_c_in_a_pipe_hands_out_the_record(tmp_path: Path) -> None:
    arguments = ["play", "mole-hill", "--names", "a,b", "--plain"]
    with started("-u", "-c", ATTENTIVE, *arguments, folder=tmp_path, stdin=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdin.write("e4\n")
        program.stdin.flush()
        while "lay a rod" not in (line := program.stdout.readline()):
            assert line, "it ended before Ctrl-C"
        time.sleep(0.2)
        program.send_signal(signal.SIGINT)
        out, err = program.stdout.read(), program.stderr.read()
    assert program.returncode == 130
    assert err == ""
    assert "1. e4 *" in out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_who_leaves_is_no_error() -> None:
    seats = "computer:1,computer:1"
    with started("-m", "moleworks", "play", "mole-company", "--seats", seats) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0


FINISHED = RECORD.replace('[Result "*"]', '[Result "draw"]').replace(
    "1. c3 2. c3|d3 *",
    "1. a1 2. a1|b1 3. b2 4. b2|c2 5. a2 6. a2|a3 7. b1 8. b1|c1"
    " a1 9. a1|b1 10. b2 11. b2|c2 12. a2 13. a2|a3 14. b1 15. b1|c1 draw",
)


def test_hints_for_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    code, out, err = called(capsys, "hint", str(file), "--level", "2")
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    assert first == "Lina (mole) must step to a square beside c3."
    assert [line[:10] for line in rest] == ["1. step to", "2. step to", "3. step to"]
    file.write_text(FINISHED, "utf-8")
    code, out, err = called(capsys, "hint", str(file))
    assert (code, out) == (2, "")
    assert "No seat is to act here: the game is over or chance acts." in err


def test_an_analysis_as_a_table_and_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    file.write_text(FINISHED, "utf-8")
    code, out, err = called(capsys, "analyse", str(file), "--level", "1")
    assert code == 0
    assert "a draw" in out
    assert "16 of 16 actions looked at." in err
    code, plain, _ = called(
        capsys, "analyse", str(file), "--plain", "--seconds", "0.01", "--html", str(page), "--lang", "de"
    )
    assert code == 0
    assert plain != out
    assert str(page) in plain
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "<svg" in text


def test_no_page_where_none_can_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """That is told before the work, not after it; and a record is never written over."""
    file = tmp_path / "game.txt"
    file.write_text(FINISHED, "utf-8")
    for page, words in (
        (file, "is the record itself: name another file."),
        (tmp_path, "is a folder: name a file in it."),
        (tmp_path / "none" / "x.html", "cannot be written: there is no such folder."),
    ):
        code, out, err = called(capsys, "analyse", str(file), "--html", str(page))
        assert (code, out) == (2, "")
        assert words in err
    assert file.read_text("utf-8") == FINISHED
    file.write_text(RECORD.replace("1. c3 2. c3|d3 *", "*"), "utf-8")
    assert called(capsys, "analyse", str(file)) == (2, "", "Nothing has been played yet.\n")


def arena(*more: str) -> list[str]:
    return ["arena", "mole-hill", "--board", "patch", "--players", "random,depth1", "--processes", "0", *more]


def test_an_arena(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    arguments = arena("--games", "6", "--out", str(file), "--seed", "3", "--option", "rounds=2")
    code, out, err = called(capsys, *arguments)
    assert code == 0
    assert "random - depth1" in out
    assert "6 of 6 games count." in out
    assert "6/6" in err
    kept = json.loads(file.read_text("utf-8"))
    assert len(kept["games"]) == 6
    assert "actions" not in kept["games"][0]
    assert called(capsys, *arguments)[:2] == (0, out)  # nothing is left to play
    code, out, err = called(capsys, *arena("--games", "8", "--out", str(file)))
    assert (code, out) == (2, "")
    assert "arena.json" in err
    assert called(capsys, *arena("--games", "2", "--keep-records", "--out", str(tmp_path / "b.json")))[0] == 0
    assert json.loads((tmp_path / "b.json").read_text("utf-8"))["games"][0]["actions"]


def test_an_arena_in_processes_stops_as_soon_as_it_is_sure() -> None:
    """Through the program itself: it is started again for each process."""
    arguments = ["arena", "mole-hill", "--board", "patch", "--players", "depth1,random", "--games", "400"]
    done = run(*arguments, "--processes", "2", "--sprt", "0,50", "--plain")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "50 fits, the first player is better." in done.stdout


def test_an_interrupted_arena_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "arena.json"
    arguments = arena("--games", "6", "--out", str(file))
    really = Here.collect

    def collect(self: Here, seconds: float) -> Any:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(1)
        return really(self, seconds)

    for keeps in (arguments, arena("--games", "6")):
        played: list[int] = []
        with monkeypatch.context() as patch:
            patch.setattr(Here, "collect", collect)
            code, out, err = called(capsys, *keeps)
        assert (code, out) == (130, "")
        assert ("the same command goes on with it" in err) == (keeps is arguments)
        assert ("nothing is kept" in err) == (keeps is not arguments)
    assert len(json.loads(file.read_text("utf-8"))["games"]) == 3
    code, out, err = called(capsys, *arguments)
    assert code == 0
    assert "3 games are played, 3 are left." in err
    assert "6 of 6 games count." in out


def test_nothing_heavy_is_loaded_for_what_needs_nothing(tmp_path: Path) -> None:
    """No compiler, no players, no arena for lists, for reading records, and for people among themselves."""
    file = tmp_path / "game.txt"
    file.write_text(RECORD, "utf-8")
    program = (
        "import sys; from moleworks.__main__ import main\n"
        "main()\n"
        "heavy = {'numba', 'numpy', 'moleworks.arena', 'moleworks.terminal.analysis',"
        " 'moleworks.players.analysis', 'moleworks.players.mole_hill.player'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    for arguments in (["games"], ["replay", str(file)], ["play", "mole-hill", "--names", "a,b"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            input="",
            capture_output=True,
            text=True,
            check=True,
            timeout=LONG,
        )
        assert done.stderr.strip() == "[]"


REQUEST = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "games"}) + "\n"


def test_rpc_answers() -> None:
    done = run("rpc", lines=REQUEST)
    assert (done.returncode, done.stderr) == (0, "")
    assert [game["id"] for game in json.loads(done.stdout)["result"]] == list(GAMES)


def test_rpc_loads_neither_the_command_line_nor_a_compiler() -> None:
    program = (
        "import sys; sys.argv = ['moleworks', 'rpc']\n"
        "from moleworks.__main__ import main\n"
        "main()\n"
        "print(sorted({'cyclopts', 'rich', 'numba', 'numpy'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=REQUEST,
        capture_output=True,
        text=True,
        check=True,
        timeout=LONG,
    )
    assert done.stderr.strip() == "[]"

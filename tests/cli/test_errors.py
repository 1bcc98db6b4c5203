"""Every mistake is one sentence and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import RECORD, call_main


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
        (["serve", "--port", "99999"], "The setting port does not fit: int is more than 65535."),
        (["--port", "99999"], "The setting port does not fit: int is more than 65535."),
        (["--port=99999", "--lang", "fr"], "Le réglage port ne convient pas\u00a0: int dépasse 65535."),
        (["--public-url", "x", "--lang", "de"], "eine öffentliche URL beginnt mit http:// oder https://."),
        (["serve", "--log-level", "loud"], "It can be debug, info, warning, error."),
        (["serve", "--workers", "2"], "An SQLite file serves one process"),
        (["serve", "--config", "nowhere.toml"], "nowhere.toml cannot be read: No such file or directory."),
        (["--lan", "--prt", "1"], "There is no option --prt. Did you mean --port?"),
        (["boards", "check", "nowhere.toml"], "nowhere.toml"),
        (
            ["boards", "show", "nothing"],
            "there are burrow, classic, funnel, patch, stroll",
        ),
    ],
)
def test_a_mistake_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, out, err = call_main(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


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
        code, _, err = call_main(capsys, *arguments)
        assert code == 2
        assert "wrong.txt, line 12, column 10: c3|e3 is against rule MH6" in err
        assert len(err.splitlines()) == 1

"""The help of the command line is short, has examples, and is translated."""

from __future__ import annotations

import sys
from itertools import pairwise

import pytest

from moleworks import __version__
from moleworks.web.settings import Settings
from tests.cli.calls import call_main, run, start_program


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
    code, out, err = call_main(capsys, *arguments)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) > 8


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"]])
def test_help_in_a_pipe_has_no_boxes(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 0
    assert not any(letter in done.stdout for letter in "╭│─")


def test_help_in_a_pipe_breaks_lines_once() -> None:
    lines = run("serve", "--help", "--lang", "en").stdout.splitlines()
    options = lines[lines.index("Options:") + 1 :]
    assert len(options) > 30
    assert all(line.startswith("  ") for line in options if line)
    assert not any(line != line.rstrip() or len(line) > 80 for line in lines)
    # A word that goes on to the next line would not have fitted on this one.
    for line, after in pairwise(options):
        if after.startswith("    "):
            assert len(line) + 1 + len(after.split()[0]) > 80
    assert any("moleworks serve --port 9000" in line for line in lines)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_the_reader_of_the_help_may_leave() -> None:
    with start_program("-u", "-m", "moleworks", "play", "-h") as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 0


def test_help_for_a_mistake_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert call_main(capsys, "play", "--colour")[2].endswith("Help: moleworks play --help\n")
    assert call_main(capsys, "mole-hill", "--colour")[2].endswith("Help: moleworks play --help\n")
    assert call_main(capsys, "boards", "check")[2].endswith("Help: moleworks boards check --help\n")
    assert call_main(capsys, "nothing")[2].endswith("Help: moleworks --help\n")


def test_help_speaks_the_language_that_is_asked_for() -> None:
    done = run("--help", "--lang=fr")
    assert done.stdout == run("--help", "--lang", "fr").stdout
    assert "Commandes" in done.stdout


def test_every_setting_is_an_option_with_its_variable() -> None:
    told = " ".join(run("serve", "--help").stdout.split())
    for name in Settings.__struct_fields__:
        assert f"--{name.replace('_', '-')}" in told
        assert f"[MOLEWORKS_{name.upper()}]" in told

"""The bounds of a TOML text are checked as the parser reads it, in linear time."""

from __future__ import annotations

import contextlib
import time
import tomllib

import pytest

from moleworks import boards
from moleworks.boards import BoardError
from moleworks.boards.toml_limits import MAX_KEY_PARTS, MAX_NESTING, is_bounded
from moleworks.games import GAMES

LONG = ".".join("a" * (MAX_KEY_PARTS + 1))


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} = 1",
        f"[{LONG}]",
        f"[[{LONG}]]",
        " . ".join(["a"] * 9) + " = 1",
        '"a".' * 8 + "a = 1",
        "'a'." * 8 + "a = 1",
        f"k = {{{LONG} = 1}}",
        # Texts that a careless reader takes for the beginning or the end of others.
        f'k = {{b = """\nx"y"z""", {LONG} = "z"}}',
        f"k = {{b = '''\nx'y'z''', {LONG} = 'z'}}",
        f'k = "\\\\"\n{LONG} = "z"',
        f'k = """a"""""\n{LONG} = 1',
        f"# \"\n{LONG} = '#'",
        "k = " + "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1),
        "k = " + "{a=" * (MAX_NESTING + 1) + "1" + "}" * (MAX_NESTING + 1),
    ],
)
def test_long_keys_and_deep_nesting_are_found(text: str) -> None:
    tomllib.loads(text)  # it is TOML
    assert not is_bounded(text)
    with pytest.raises(BoardError, match="at most 8 parts, and at most 16 levels"):
        boards.parse(text)


@pytest.mark.parametrize("text", [f'k = "{LONG}"', f"# {LONG}", f"k = '''{LONG}\n{LONG}'''", f"k = '{LONG}'"])
def test_texts_and_comments_may_have_dots(text: str) -> None:
    assert is_bounded(text)
    boards.parse(text)


def test_all_boards_are_bounded() -> None:
    for game in GAMES:
        for name in boards.names(game):
            assert is_bounded(boards.to_toml(boards.data(game, boards.named(game, name))))


@pytest.mark.parametrize(
    "text",
    [
        "a." * 32_000 + "a = 1",
        "[" + "a." * 16_000 + "a]\n" + "\n".join(f"k{n} = 1" for n in range(4_000)),
        '"\\' * 32_000,
        '"""' + '\\"' * 32_000,
        '"' * 64_000,
        "'" * 64_000,
        "[" * 64_000,
        "\n".join(".".join(f"k{n}" + "a" * 7) + " = 1" for n in range(3_000)),
    ],
)
def test_no_text_of_a_board_files_size_takes_long(text: str) -> None:
    began = time.thread_time()
    with contextlib.suppress(BoardError):
        boards.parse(text[: boards.LARGEST_FILE])
    assert time.thread_time() - began < 1

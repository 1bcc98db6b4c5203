"""Every promise of docs/access.md has a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BESIDES = {"ring", "teams", "colours", "rest", "taps", "axe", "children", "peek", "pace", "screens", "keys"}
BESIDES |= {"start", "modes", "replay"}
"""What is promised to everyone besides the numbered points."""


def promises() -> dict[str, list[str]]:
    """By point: the tests that prove it."""
    text = (ROOT / "docs" / "access.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| .+ \| (.*) \|$", text, re.MULTILINE)
    return {point: re.findall(r"`([^`]+)`", tests) for point, tests in rows}


def exists(test: str) -> bool:
    file, _, name = test.partition("::")
    if file.endswith(".py"):
        tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
        return any(isinstance(part, ast.FunctionDef) and part.name == name for part in tree.body)
    return f"('{name}'," in (ROOT / "page" / file).read_text("utf-8")


def test_every_point_has_its_row_and_its_tests() -> None:
    found = promises()
    assert found.keys() == {str(number) for number in range(1, 18)} | BESIDES
    assert [point for point, tests in found.items() if not tests] == []


@pytest.mark.parametrize(
    ("point", "test"), [(point, test) for point, all_ in promises().items() for test in all_]
)
def test_every_test_that_is_named_exists(point: str, test: str) -> None:
    assert exists(test), f"point {point}: there is no test {test}"


def test_what_does_not_exist_is_noticed() -> None:
    assert not exists("project/test_access.py::test_nothing")
    assert not exists("tests/speech/keys.test.ts::says nothing")

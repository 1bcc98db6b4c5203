"""Every statement in docs/rules/sheets.md names an existing rule and an existing test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from moleworks.core.registry import GAMES
from moleworks.rulebook import TITLES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "sheets.md"
ROW = re.compile(r"\| (?P<statement>[^|]+) \| (?P<where>[^|]+) \| (?P<how>[^|]+) \| `(?P<test>\w+)` \|")
STATEMENTS = 178
"""How many there are at least."""


def rows() -> list[re.Match[str]]:
    """The rows of all tables, without their heads."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    found = [ROW.fullmatch(line) for line in lines if not line.startswith("| statement")]
    assert None not in found
    return [row for row in found if row]


def known_tests() -> set[str]:
    """The names of all test functions."""
    return {
        node.name
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_statement_is_there() -> None:
    assert len(rows()) >= STATEMENTS
    assert PAGE.read_text("utf-8").count("## ") == 5


def test_every_statement_names_a_rule_or_a_section() -> None:
    numbers = {
        f"{letters}{number}"
        for letters, last in (game.rule_numbers for game in GAMES.values())
        for number in range(1, last + 1)
    }
    known = numbers | {f"`{section}`" for section in TITLES}
    assert {row["where"] for row in rows()} <= known
    assert numbers - {"MC13", "BB13"} <= {row["where"] for row in rows()}, "MC13 and BB13 are our own rulings"


def test_every_statement_names_a_test() -> None:
    known = known_tests()
    for row in rows():
        assert row["test"] in known, row[0]

"""Tiers of tests: quick, usual, long. `scripts/test` chooses one by `--tier`.

- quick: no browser, no PostgreSQL, no Ray, nothing that takes long; every rule, view, record and command.
- usual: all tests that guard a change; the default of pytest.
- long: also soak tests and full matrices.

`@pytest.mark.slow` keeps a test out of the quick tier, and so does `needs`; `@pytest.mark.long` keeps it for
the long one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SLOW_PARTS = (
    "arena",
    "client",
    "engine",
    "fuzz",
    "page",
    "press",
    "project",
    "reports",
    "research",
    "training",
    "wasm",
    "web",
)
"""All tests of these are slow, and so are their examples in docstrings and documents."""

SLOW_PLACES = tuple(
    place.format(part) for part in SLOW_PARTS for place in ("tests/{}/", "src/moleworks/{}/", "docs/{}")
)

SLOW_FILES = re.compile(r"/player/|/test_(fuzz|print)\.py")
"""Tests of computer players and of printed games, and those that feed random input to a program."""

TIERS = {
    "quick": frozenset({"slow", "long", "needs"}),
    "usual": frozenset({"long"}),
    "long": frozenset[str](),
}
"""By tier, the marks of tests that it leaves out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--tier", choices=tuple(TIERS), default="usual", help="which tests to run")


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known."""
    config.addinivalue_line("markers", "slow: not in the quick tier")
    config.addinivalue_line("markers", "long: only in the long tier")


def is_slow(path: str) -> bool:
    """Whether all tests in a file are slow; the path is relative to the tree."""
    return path.startswith(SLOW_PLACES) or SLOW_FILES.search(path) is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the slow files for the quick tier: that takes longer than many of its tests."""
    if config.getoption("--tier") != "quick" or not collection_path.is_relative_to(config.rootpath):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return is_slow(path) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the tier does not run; pytest counts it as deselected."""
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker("slow")
    left_out = TIERS[config.getoption("--tier")]
    chosen = [item for item in items if left_out.isdisjoint(mark.name for mark in item.iter_markers())]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen

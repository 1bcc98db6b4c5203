"""Tiers of tests: quick, usual, long. `scripts/test` chooses one by `--tier`.

- quick: no browser, no PostgreSQL, no Ray, nothing that takes long; every rule, view, record and command.
- usual: all tests that guard a change; the default of pytest.
- long: also soak tests and full matrices.

`@pytest.mark.slow` keeps a test out of the quick tier, and so does `needs`; `@pytest.mark.long` keeps it for
the long one.
"""

from __future__ import annotations

import pytest

SLOW_FOLDERS = tuple(
    f"tests/{folder}/"
    for folder in (
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
        "web",
    )
)
"""All tests in these folders are slow, and so are those of computer players."""

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the tier does not run; pytest counts it as deselected."""
    for item in items:
        if item.nodeid.startswith(SLOW_FOLDERS) or "/player/" in item.nodeid:
            item.add_marker("slow")
    left_out = TIERS[config.getoption("--tier")]
    chosen = [item for item in items if left_out.isdisjoint(mark.name for mark in item.iter_markers())]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen

"""For all tests: the same environment on every machine."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest_plugins = ["pytester", "tests.parts", "tests.tiers"]

# Tests choose their language; the language of the machine must not matter.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Helpers assert too: let their failures show both sides.
pytest.register_assert_rewrite("tests.boards", "tests.games", "tests.record", "tests.rpc")

# No deadline: a busy machine, or a kernel being compiled, is not a failure. In CI all inputs are the same.
settings.register_profile("moleworks", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("moleworks")


def pytest_configure(config: pytest.Config) -> None:
    """In the long tier, Hypothesis tries more."""
    if config.getoption("--tier") == "long":
        settings.register_profile("long", settings.get_profile("moleworks"), max_examples=2_000)
        settings.load_profile("long")

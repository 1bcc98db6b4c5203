"""For all tests: the same surroundings on every machine."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest_plugins = ["pytester", "tests.parts"]

# Tests ask for a language when they want one; that of whoever runs them must not get in.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Helpers assert too: let their failures tell both sides.
pytest.register_assert_rewrite("tests.boards", "tests.games", "tests.record", "tests.rpc")

# A busy machine, or a kernel being compiled, is no failure; where changes are judged, all runs try the same.
settings.register_profile("house", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("house")

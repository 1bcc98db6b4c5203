"""For all tests: the same surroundings on every machine."""

from __future__ import annotations

import os

from hypothesis import settings

pytest_plugins = ["pytester", "tests.parts"]

# Tests ask for a language when they want one; that of whoever runs them must not get in.
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# A busy machine, or a kernel being compiled, is no failure.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

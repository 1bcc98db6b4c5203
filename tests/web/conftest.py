"""A server that really runs, and people who really connect to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web.people import RunningServer, running

Start = Callable[..., RunningServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with the given settings; all of them share a database unless told otherwise."""
    with ExitStack() as stack:

        def started(**settings: Any) -> RunningServer:
            settings = {"database": f"sqlite:///{tmp_path}/matches.sqlite"} | settings
            return stack.enter_context(running(**settings))

        yield started


@pytest.fixture
def server(start: Start) -> RunningServer:
    return start()

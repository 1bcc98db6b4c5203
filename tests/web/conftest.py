"""A server that really runs, and people who really connect to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from moleworks.web.context import AppContext
from moleworks.web.litestar_app import litestar
from moleworks.web.route_app import RouteApp
from tests.web.people import RunningServer, running

Start = Callable[..., RunningServer]
Carrier = Callable[[AppContext], Any]


@pytest.fixture(params=[litestar, pytest.param(RouteApp, marks=pytest.mark.long)], ids=["", "route_app"])
def carrier(request: pytest.FixtureRequest) -> Carrier:
    """What carries the routes: Litestar as on a server, or what a browser's Python has."""
    chosen: Carrier = request.param
    return chosen


@pytest.fixture
def start(tmp_path: Path, carrier: Carrier) -> Iterator[Start]:
    """Starts servers with the given settings; all of them share a database unless told otherwise."""
    with ExitStack() as stack:

        def started(**settings: Any) -> RunningServer:
            settings = {"database": f"sqlite:///{tmp_path}/matches.sqlite"} | settings
            return stack.enter_context(running(carrier, **settings))

        yield started


@pytest.fixture
def server(start: Start) -> RunningServer:
    return start()

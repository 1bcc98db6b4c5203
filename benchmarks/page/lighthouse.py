"""Run Lighthouse on the start screen and on a match of each game."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.page.browser import GAMES, chromium, match_of_two
from benchmarks.report import Missing, Row, quantile, say
from benchmarks.service.servers import free_port, install_node_program, moleworks_server, sqlite

HERE = Path(__file__).parent
WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100}


def measure(folder: Path, times: int) -> Iterator[Row]:
    place = install_node_program(HERE, folder)
    with moleworks_server(sqlite(folder), folder) as server, _window(folder) as (context, port):
        base = f"http://127.0.0.1:{server.port}"
        addresses = {"start": f"{base}/"}
        addresses |= {game: f"{base}/#match={match_of_two(context, base, game)}" for game in GAMES}
        for name, address in addresses.items():
            told = []
            for _ in range(times):
                _forget(context)
                told.append(_asked(place, port, address, folder / f"lighthouse-{name}.json"))
            yield _row(name, told)


def _row(name: str, told: list[dict[str, int]]) -> Row:
    """The median of each score, because a busy machine lowers single runs."""
    marks = {kind: quantile([one[kind] for one in told], 0.5) for kind in WANTED}
    return Row(
        f"Lighthouse, {name}: {', '.join(WANTED)}",
        "at least " + ", ".join(map(str, WANTED.values())),
        ", ".join(f"{mark:.0f}" for mark in marks.values()),
        f"the middle of {len(told)}, as a slow phone on a slow line sees it",
        all(marks[kind] >= wanted for kind, wanted in WANTED.items()),
    )


@contextmanager
def _window(folder: Path) -> Iterator[tuple[Any, int]]:
    """A browser with a cookie, which Lighthouse reaches by its port."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - tests bring it, players do without
    except ModuleNotFoundError as error:
        raise Missing("The page is measured with what the tests need: run scripts/test once.") from error
    port = free_port()
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(folder / f"browser-{port}"),
            executable_path=chromium(),
            args=[f"--remote-debugging-port={port}"],
        )
        try:
            yield context, port
        finally:
            context.close()


def _forget(context: Any) -> None:
    """Empty the cache, as for a first visit; the cookie stays."""
    context.new_cdp_session(context.pages[0]).send("Network.clearBrowserCache")


def _asked(place: Path, port: int, address: str, report: Path) -> dict[str, int]:
    command = [
        "npx", "--no-install", "lighthouse", address, f"--port={port}", "--quiet", "--disable-storage-reset",
        f"--only-categories={','.join(WANTED)}", "--output=json", f"--output-path={report}",
    ]  # fmt: skip
    subprocess.run(command, cwd=place, check=True)
    told = json.loads(report.read_text("utf-8"))
    if told.get("runtimeError"):
        raise RuntimeError(told["runtimeError"]["message"])
    for audit in told["audits"].values():
        if audit["score"] is not None and audit["score"] < 0.9 and audit["scoreDisplayMode"] != "informative":
            say(f"  {audit['id']} {audit['score']}: {audit.get('displayValue', '')}", markup=False)
    return {kind: round(100 * told["categories"][kind]["score"]) for kind in WANTED}

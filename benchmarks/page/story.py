"""Measure how fast a story of thousands of matches opens, and whether it comes back from a file unchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.page.browser import GAMES, ask, browser, match_of_two, visitor
from benchmarks.report import Row, quantile, say
from benchmarks.service.servers import moleworks_server, sqlite

MOST_SECONDS = 0.5
PART = 100
BEGAN = 1_600_000_000
DAY = 86_400
NAMES = ("Lina", "Max", "Mia", "Noah")
OPEN = """async () => {
    const begun = performance.now();
    const until = async (selector) => {
        while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - begun;
    };
    location.hash = 'story';
    return [await until("main li a"), await until("main[data-loaded] table")];
}"""


def measure(folder: Path, matches: int, times: int) -> Iterator[Row]:
    """A story of so many matches on a server with SQLite."""
    with (
        moleworks_server(sqlite(folder), folder) as server,
        browser() as started,
        visitor(started) as context,
    ):
        base = f"http://127.0.0.1:{server.port}"
        records = [_record(context, base, game) for game in GAMES]
        told = [_told(number, records) for number in range(matches)]
        for first in range(0, matches, PART):
            ask(context, base, "POST", "/story/file", matches=told[first : first + PART])
        both = [_seconds(context, base) for _ in range(times)]
        seconds, whole = [first for first, _ in both], [last for _, last in both]
        say(f"story: {', '.join(f'{first:.2f}, {last:.2f}' for first, last in both)} s")
        yield Row(
            f"a story of {matches} matches opens",
            f"at most {MOST_SECONDS:.1f} s",
            f"{quantile(seconds, 0.5):.2f} s, slowest {max(seconds):.2f} s",
            f"{times} times, the last matches; statistics of all after {quantile(whole, 0.5):.2f} s",
            quantile(seconds, 0.5) <= MOST_SECONDS,
        )
        saved = _saved(context, base)
        with visitor(started) as other:
            for first in range(0, len(saved), PART):
                ask(other, base, "POST", "/story/file", matches=saved[first : first + PART])
            same = _saved(other, base) == saved
        yield Row(
            "from a file it comes back unchanged",
            "identical",
            "identical" if same else "differs",
            f"{len(saved)} matches with their records",
            same and len(saved) == matches + len(GAMES),
        )


def _record(context: Any, base: str, game: str) -> dict[str, Any]:
    """A short match as a file has it."""
    match = match_of_two(context, base, game)
    ask(context, base, "POST", f"/matches/{match}/commands", do="resign", seat=0)
    ask(context, base, "GET", "/story")
    found: dict[str, Any] = ask(context, base, "GET", f"/story/{match}")
    return found


def _told(number: int, records: list[dict[str, Any]]) -> dict[str, Any]:
    """A match of its own, with names, a result and an analysis."""
    draw = random.Random(number)
    like = records[number % len(records)]
    names = draw.sample(NAMES, 2)
    players = [
        {
            "name": name,
            "kind": "person",
            "mine": seat == 0,
            "score": draw.randrange(25),
            "accuracy": round(draw.random(), 3),
            "luck": round(draw.random() - 0.5, 3),
            "lowest": round(draw.random(), 3),
        }
        for seat, name in enumerate(names)
    ]
    began = BEGAN + number * DAY // 4
    match = like["match"] | {
        "id": f"bench-{number}",
        "began": began,
        "ended": began + 1200,
        "players": players,
        "winner": draw.randrange(2),
    }
    return {"match": match, "record": like["record"]}


def _seconds(context: Any, base: str) -> tuple[float, float]:
    """Until the last matches are there, and until everything is."""
    page = context.new_page()
    try:
        page.goto(f"{base}/")
        page.locator(".play").first.wait_for()
        first, whole = page.evaluate(OPEN)
        return first / 1000, whole / 1000
    finally:
        page.close()


def _saved(context: Any, base: str) -> list[Any]:
    found: list[Any] = []
    while part := ask(context, base, "GET", f"/story/file/{len(found)}")["matches"]:
        found += part
    return found

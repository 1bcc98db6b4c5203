"""Puzzles over HTTP: the same as elsewhere, in the caller's language, with nothing stored."""

from __future__ import annotations

import datetime

import httpx
import pytest

from moleworks import puzzles
from moleworks.games import GAMES
from tests.web.people import TIMEOUT, RunningServer

WITH_PUZZLES = [game for game in GAMES if puzzles.available(game)]
DAY = "2026-11-19"


def get(server: RunningServer, path: str) -> httpx.Response:
    return httpx.get(f"{server.base}/api{path}", timeout=TIMEOUT)


def post(server: RunningServer, path: str, body: object) -> httpx.Response:
    return httpx.post(f"{server.base}/api{path}", json=body, timeout=TIMEOUT)


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_the_daily_puzzle_is_that_of_the_terminal(server: RunningServer, game: str) -> None:
    today = puzzles.daily(game, datetime.date.fromisoformat(DAY))
    found = get(server, f"/puzzles/{game}/daily/{DAY}?lang=de").json()
    assert (found["id"], found["answers"], found["daily"]) == (today.id, today.answers, True)
    assert found["question"] != get(server, f"/puzzles/{game}/{today.id}?lang=en").json()["question"]
    tried = post(
        server,
        "/try",
        {"position": found["position"], "seat": found["seat"]}
        | ({} if found["choices"] else {"action": found["answers"][0], "then": found["then"]}),
    ).json()
    assert tried["refused"] is None
    assert tried["at"]["eyes"][0]["seat"] == found["seat"]


def test_progress_goes_there_and_back(server: RunningServer) -> None:
    game = WITH_PUZZLES[0]
    first = post(server, f"/puzzles/{game}/next", {"day": DAY}).json()
    body = {"day": DAY, "attempt": {"mistakes": 1}}
    failed = post(server, f"/puzzles/{game}/{first['id']}/attempt", body).json()
    assert failed["gain"] < 0
    later = {"day": "2026-11-20", "progress": failed["progress"]}
    assert post(server, f"/puzzles/{game}/next", later).json()["id"] == first["id"]
    again = {"day": DAY, "progress": failed["progress"]}
    assert post(server, f"/puzzles/{game}/next", again).json()["id"] != first["id"]


def test_the_first_try_at_the_puzzle_of_the_day_is_shared(server: RunningServer) -> None:
    today = get(server, f"/puzzles/{WITH_PUZZLES[0]}/daily/{DAY}").json()
    path = f"/puzzles/{WITH_PUZZLES[0]}/{today['id']}/attempt"
    body = {"day": DAY, "attempt": {"mistakes": 1}, "daily": True}
    failed = post(server, path, body).json()
    clean = {"day": DAY, "attempt": {}, "daily": True, "progress": failed["progress"]}
    assert post(server, path, clean).json() == failed | {"gain": 0}
    assert failed["share"].endswith("· 🟥🟩")


def test_a_mistake_of_an_own_match_comes_back(server: RunningServer) -> None:
    path = f"/puzzles/{WITH_PUZZLES[0]}/own-12345678/attempt"
    failed = post(server, path, {"day": DAY, "attempt": {"mistakes": 1}, "own": True}).json()
    assert failed["progress"] == {"due": {"own-12345678": {"day": "2026-11-20", "step": 0}}}
    assert failed["gain"] == 0
    unknown = post(server, path, {"day": DAY, "attempt": {}})
    assert "no puzzle own-12345678" in unknown.json()["detail"]


def test_games_and_themes_are_listed(server: RunningServer) -> None:
    listed = get(server, "/puzzles").json()
    assert [each["game"] for each in listed] == WITH_PUZZLES
    assert all(sum(theme["count"] for theme in each["themes"]) == each["count"] for each in listed)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/puzzles/mole-hill/daily/tomorrow", "no date"),
        ("/puzzles/mole-hill/nothing", "no puzzle nothing"),
        ("/puzzles/chess/nothing", "There is no game chess"),
    ],
)
def test_what_is_not_there_is_refused(server: RunningServer, path: str, says: str) -> None:
    reply = get(server, path)
    assert reply.status_code in {400, 404, 422}
    assert says in reply.json()["detail"]


@pytest.mark.parametrize(
    "progress",
    [{"volatility": 0}, {"deviation": 1e9}, {"rating": "high"}, {"due": {"x" * 50: {"day": DAY}}}],
)
def test_progress_out_of_bounds_is_refused(server: RunningServer, progress: object) -> None:
    reply = post(server, "/puzzles/mole-hill/next", {"day": DAY, "progress": progress})
    assert reply.status_code in {400, 422}

"""The workshop: boards judged in words, tried out and printed."""

from __future__ import annotations

import io
import time
import tomllib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from moleworks import boards
from moleworks.games import GAMES
from moleworks.matches import board_trials, print_jobs
from tests.web.conftest import Start
from tests.web.people import TIMEOUT, Json, Person, RunningServer


def board(game: str, name: str = "classic", **changes: Any) -> Json:
    return boards.data(game, boards.named(game, name)) | changes


def tried(person: Person, **wish: Any) -> Json:
    """Asks until it is known."""
    until = time.monotonic() + 3 * TIMEOUT
    while (trial := person.post("/boards/trial", **wish))["done"] < 1:
        assert time.monotonic() < until
        time.sleep(0.2)
    return trial


@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_that_comes_with_a_game_is_told_and_read_back_identically(
    server: RunningServer, game: str
) -> None:
    person = server.person()
    for name in boards.names(game):
        found = person.get(f"/boards/{game}/{name}")
        assert found["board"] == board(game, name)
        assert found["fault"] is None
        assert boards.check(tomllib.loads(found["toml"])) == boards.named(game, name)
        assert person.post("/boards/file", toml=found["toml"]) == found
        assert person.post("/boards", board=found["board"]) == found
        assert {limit: tuple(bounds) for limit, bounds in found["limits"].items()} == boards.limits(game)


def holes(level: int, *names: str) -> Json:
    """The classic company with other holes on one of its boards."""
    changed = board("mole-company")
    changed["boards"][level - 1]["holes"] = list(names)
    return changed


FAULTS = [
    (board("mole-hill", white=["a4"]), "a4: A red flower already", [("a4", 0)]),
    (board("mole-hill", red=["e4"]), "e4: No flower grows on the centre.", [("e4", 0)]),
    (board("mole-hill", rods=3), "At least as many rods as molehills", []),
    (
        board("buddel-bande", track="clfllllcf"),
        "4, 5, 6, 7: At most three",
        [(str(n), 0) for n in range(4, 8)],
    ),
    (board("buddel-bande", track="ccllll" * 6), "A track is 6 to 30 letters", []),
    (holes(4), "the blue board, e5: The last board has one hole", [("e5", 4)]),
    (holes(1, "e5", *"abc"), "There is no such space", []),
]


@pytest.mark.parametrize(("wrong", "said", "spots"), FAULTS)
def test_what_is_wrong_is_said_and_shown(
    server: RunningServer, wrong: Json, said: str, spots: list[tuple[str, int]]
) -> None:
    found = server.person().post("/boards", board=wrong)
    assert found["board"] == wrong
    assert found["toml"] is None
    assert said in found["fault"]["said"]
    assert [(spot["name"], spot["board"]) for spot in found["fault"]["spots"]] == spots


def test_holes_above_each_other_are_shown_on_both_boards(server: RunningServer) -> None:
    wrong = board("mole-company")
    hole = wrong["boards"][1]["holes"][0]
    wrong["boards"][0]["holes"].append(hole)
    fault = server.person().post("/boards", board=wrong)["fault"]
    assert {"name": hole, "board": 1} in fault["spots"]
    assert {spot["board"] for spot in fault["spots"]} == {1, 2}
    assert fault["said"].startswith(f"the green board, {hole}: ")


def test_what_is_wrong_is_said_in_every_language(server: RunningServer) -> None:
    http = server.person().http
    said = {
        lang: http.post("/boards", params={"lang": lang}, json={"board": holes(4)}).json()["fault"]["said"]
        for lang in ("en", "fr", "de")
    }
    assert len(set(said.values())) == 3
    assert said["fr"].startswith("le plateau bleu, e5")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/boards", {}, 400),
        ("/boards", {"board": []}, 400),
        ("/boards", {"board": {"game": "mole-hill", "title": [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}}, 422),
        ("/boards", {"board": {"game": "x" * 70_000}}, 422),
        ("/boards/file", {"toml": "game = "}, 422),
        ("/boards/file", {"toml": "game = 'mole-hill'"}, 422),
        ("/boards/file", {"toml": ""}, 422),
        ("/boards/file", {"toml": "x" * 65_537}, 400),
        ("/boards/trial", {"board": board("mole-hill"), "players": 3}, 422),
        ("/boards/trial", {"board": board("mole-hill"), "level": 7}, 400),
        ("/boards/trial", {"board": holes(4)}, 422),
        ("/boards/trial/stop", {"board": holes(4)}, 422),
        ("/press", {"board": "nowhere", "game": "mole-hill"}, 422),
        ("/press", {"board": "classic", "game": "chess"}, 422),
        ("/press", {"board": "classic", "game": "mole-hill", "paper": "a0"}, 400),
        ("/press", {"board": "classic", "game": "mole-hill", "preset": "none"}, 422),
        ("/press", {"board": holes(4)}, 422),
        ("/press/pdf", {"board": "classic", "game": "mole-hill", "part": "cover"}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(server: RunningServer, path: str, body: Json, status: int) -> None:
    answer = server.person().http.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["detail"]


def test_a_game_or_board_that_does_not_exist(server: RunningServer) -> None:
    assert server.person().http.get("/boards/chess/classic").status_code == 422
    assert server.person().http.get("/boards/mole-hill/none").status_code == 422


def test_a_trial_tells_who_is_favoured_and_how_long_games_are(server: RunningServer) -> None:
    person, wish = server.person(), {"board": board("mole-hill", "patch"), "level": 1}
    trial = tried(person, **wish)
    assert 0 < trial["games"] <= board_trials.MAX_GAMES
    assert len(trial["seats"]) == 2
    assert sum(seat["share"] for seat in trial["seats"]) == pytest.approx(1)
    assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in trial["seats"])
    assert any("actions" in sentence for sentence in trial["said"])
    again = person.post("/boards/trial", **wish)
    assert again == trial, "it is kept"


def test_a_trial_is_stopped_and_others_wait(start: Start) -> None:
    server = start(trials_at_once=1)
    person = server.person()
    wish = {"board": board("buddel-bande"), "players": 4, "level": 1}
    person.post("/boards/trial", **wish)
    other = {"board": board("buddel-bande", "stroll"), "level": 1}
    answer = person.http.post("/boards/trial", json=other)
    assert answer.status_code == 429
    assert answer.headers["retry-after"]
    assert person.http.post("/boards/trial/stop", json=wish).status_code == 204
    assert person.post("/boards/trial", **other)["done"] < 1
    assert person.http.post("/boards/trial/stop", json=other).status_code == 204
    assert person.http.post("/boards/trial/stop", json=other).status_code == 204, "nothing is left to stop"


def test_who_is_favoured_is_said_only_where_it_is_sure() -> None:
    def said(*winners: int | None) -> str:
        return str(
            board_trials.trial_messages(
                board_trials.BoardTrial(2, winners, (30,) * len(winners), over=True), 1
            )[0]
        )

    assert said() == "The computers get ready…"
    assert "No seat is clearly favoured" in said(0, 1, 0, 0)
    assert "No seat is clearly favoured" in said(*[None] * 40)
    assert "Player 1 is favoured: won 90 percent" in said(*[0] * 36, *[1] * 4)
    assert "Player 2 is favoured" in said(*[1] * 36, *[0] * 4)
    three = board_trials.BoardTrial(3, (0, 1) * 7, (30,) * 14, over=True)
    assert "Player 3 has a hard time: won 0 percent of 14 games." in str(
        board_trials.trial_messages(three, 2)[0]
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_of_ones_own_is_printed(server: RunningServer, game: str) -> None:
    person = server.person()
    small = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}[game]
    own = board(game, small) | {"name": "my-own", "title": {"en": "My own"}}
    print_ = {"board": own, "kind": "ink-saver", "lang": "fr"}
    preview = person.post("/press", **print_)
    assert preview["name"].endswith("fr")
    assert {page["part"] for page in preview["pages"]} == {"set", "rules"}
    assert preview["pages"][0]["name"] == "calibration"
    assert preview["pages"][0]["title"] == "Imprime d’abord cette feuille"
    assert not preview["files"]
    assert all("<svg" in page["svg"][:200] for page in preview["pages"])
    for part in ("set", "rules"):
        answer = person.http.post("/press/pdf", json=print_ | {"part": part})
        assert answer.headers["content-type"] == "application/pdf"
        assert f"{part}.pdf" in answer.headers["content-disposition"]
        assert answer.content.startswith(b"%PDF")


def test_braille_files_are_made_and_sent(server: RunningServer) -> None:
    person = server.person()
    wanted = {"game": "mole-hill", "board": "patch", "kind": "braille", "lang": "de"}
    preview = person.post("/press", **wanted)
    assert len(preview["files"]) == 12
    file = "mole-hill-patch-braille-de-rules-contracted-40x25.brf"
    assert file in preview["files"]
    answer = person.http.post("/press/file", json=wanted | {"file": file})
    assert file in answer.headers["content-disposition"]
    assert answer.content.endswith(b"\r\n\f")
    for path, more in (("/press/file", {"file": "other.brf"}), ("/press/pdf", {"part": "set"})):
        assert person.http.post(path, json=wanted | more).status_code == 422


def test_parts_for_a_3d_printer_have_pictures_and_an_archive(server: RunningServer) -> None:
    person = server.person()
    wanted = {"game": "mole-hill", "board": "patch", "kind": "3d", "bed": 180}
    preview = person.post("/press", **wanted)
    assert "Rod" in [page["title"] for page in preview["pages"]]
    assert preview["files"][0] == "mole-hill-patch-3d-en.zip"
    answer = person.http.post("/press/file", json=wanted | {"file": preview["files"][0]})
    assert sorted(zipfile.ZipFile(io.BytesIO(answer.content)).namelist()) == sorted(preview["files"][1:])


def test_what_cannot_be_printed_so_is_refused_with_the_reason(server: RunningServer) -> None:
    answer = server.person().http.post("/press", json={"board": board("mole-hill"), "options": {"rounds": 9}})
    assert answer.status_code == 422
    assert "rounds" in answer.json()["detail"]


def test_one_print_at_a_time(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one is made, nobody waits where nobody may; who asks for the same one shares it."""
    monkeypatch.setattr(print_jobs, "MAX_WAITING", 0)
    server = start(prints_at_once=1)
    first, second, third = (server.person() for _ in range(3))
    with ThreadPoolExecutor(2) as pool:
        order = {"game": "mole-company", "board": "classic"}
        made = [pool.submit(person.post, "/press", **order) for person in (first, second)]
        until = time.monotonic() + TIMEOUT
        while not server.app.context.print_jobs.busy:
            assert time.monotonic() < until
        answer = third.http.post("/press", json={"game": "mole-hill", "board": "patch"})
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "5"
        one, other = (task.result() for task in made)
    assert one == other

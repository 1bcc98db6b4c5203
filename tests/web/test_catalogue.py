"""The list of games with their texts, and games that are unknown or lack a part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moleworks.games import GAMES
from moleworks.texts import LANGUAGES
from tests.games.installed_plugin import fake_plain_game, in_use
from tests.web.people import RunningServer


@pytest.fixture
def plain_game(tmp_path: Path) -> Iterator[str]:
    game = fake_plain_game(tmp_path)
    with in_use(tmp_path):
        yield game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_come_with_texts_for_all_that_can_be_chosen(server: RunningServer, lang: str) -> None:
    for game in server.person().get("/games", lang=lang):
        texts = game["texts"]
        assert texts["title"]
        assert texts["about"]
        assert texts["source"]
        assert list(texts["boards"]) == game["boards"]
        assert list(texts["presets"]) == game["presets"]
        assert list(texts["options"]) == list(game["options"])
        values = {value for option in game["options"].values() for value in option.get("values", ())}
        assert texts["values"].keys() == {value for value in values if isinstance(value, str)}
        chosen = [texts[part].values() for part in ("boards", "presets", "options", "values")]
        assert all(text for part in chosen for text in part)


def test_texts_of_games_are_in_the_language_of_the_request(server: RunningServer) -> None:
    asked = [server.person().get("/games", lang=lang) for lang in LANGUAGES]
    for games in zip(*asked, strict=True):
        assert len({game["texts"]["about"] for game in games}) == len(LANGUAGES)
    german = server.person(**{"accept-language": "de"}).get("/games")
    assert german == asked[LANGUAGES.index("de")]


def test_a_game_without_texts_is_listed_by_its_own_names(server: RunningServer, plain_game: str) -> None:
    found = next(game for game in server.person().get("/games", lang="de") if game["id"] == plain_game)
    texts = found["texts"]
    assert (texts["title"], texts["about"], texts["source"]) == ("Plain Game", "", "")
    assert texts["boards"] == {"classic": "Klassisch"}
    assert texts["presets"] == {name: name for name in GAMES[plain_game].presets}


@pytest.mark.parametrize("path", ["lessons", "rules"])
def test_a_game_without_lessons_says_so(server: RunningServer, plain_game: str, path: str) -> None:
    answer = server.person().http.get(f"/{path}/{plain_game}")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "Plain Game has no lessons yet."


@pytest.mark.parametrize(
    "path", ["/lessons/chess", "/rules/chess", "/boards/chess/classic", "/begins?game=chess"]
)
def test_an_unknown_game_is_named_with_those_that_there_are(server: RunningServer, path: str) -> None:
    answer = server.person().http.get(path)
    assert answer.status_code == 422
    assert answer.json()["detail"] == f"There is no game chess; there are {', '.join(GAMES)}."


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/try", {"position": {"game": "chess"}}),
        ("/press", {"game": "chess", "board": "classic"}),
        ("/matches", {"game": "chess", "seats": [{"kind": "here"}]}),
    ],
)
def test_an_unknown_game_cannot_be_played_or_printed(
    server: RunningServer, path: str, body: dict[str, object]
) -> None:
    answer = server.person().http.post(path, json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"] == f"There is no game chess; there are {', '.join(GAMES)}."


def test_an_unknown_board_is_a_problem(server: RunningServer) -> None:
    person = server.person()
    position = {"game": "mole-hill", "board": "burrow"}
    for answer in (
        person.http.get("/boards/mole-hill/burrow"),
        person.http.post("/try", json={"position": position}),
        person.http.post("/try/around", json={"position": position, "space": "a1"}),
    ):
        assert answer.status_code == 422
        assert "There is no such board; there are classic, patch." in answer.json()["detail"]

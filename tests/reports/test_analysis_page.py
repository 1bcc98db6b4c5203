"""The file of an analysis: the viewer with all data in it, safe with any text."""

from __future__ import annotations

import base64
import hashlib
import json
from html.parser import HTMLParser
from typing import Any

import pytest

from moleworks.record import read
from moleworks.reports.markup import Markup, element, join_markup
from moleworks.terminal.analysis import page
from moleworks.texts import LANGUAGES, language
from tests.terminal.analyses import SETUPS, analyse_random_game

HOSTILE = "</script><script>alert(1)</script><!--\"'<img src=x onerror=alert(2)>@title@@report@"
LARGEST = 600_000
"""Bytes of the viewer without data."""


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        """The content of each script and style."""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)
        if tag in {"script", "style"}:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"script", "style"}:
            self.texts[-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]

    @property
    def report(self) -> dict[str, Any]:
        """The data in the page."""
        scripts = [tag for tag in self.found if tag[0] in {"script", "style"}]
        at = next(n for n, (_, attributes) in enumerate(scripts) if attributes.get("id") == "report")
        data: dict[str, Any] = json.loads(self.texts[at])
        return data


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_page_is_well_formed_and_in_its_language(game: str, setup: dict[str, Any], lang: str) -> None:
    reader = Reader(page(analyse_random_game(game, **setup), language(lang)))
    assert reader.all("html")[0]["lang"] == lang
    assert reader.report["language"] == lang


def test_only_our_own_script_and_style_may_run() -> None:
    reader = Reader(page(analyse_random_game("mole-company", players=2), language("en")))
    policy = str(next(meta["content"] for meta in reader.all("meta") if "http-equiv" in meta))
    assert policy.startswith("default-src 'none';")
    style, _report, script = reader.texts
    for part, text in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{part}-src 'sha256-{digest}';" in policy
    assert "http" not in policy
    assert [attributes.get("type") for attributes in reader.all("script")] == ["application/json", "module"]
    assert not reader.all("link")
    for _, attributes in reader.found:  # the policy would stop these
        assert not {name for name in attributes if name.startswith("on") or name in {"style", "src"}}


def test_what_players_wrote_stays_text() -> None:
    plain = Reader(page(analyse_random_game("mole-company", players=2), language("en")))
    hostile = analyse_random_game(
        "mole-company", players=2, seats=(HOSTILE, "&amp;<b>"), comments={3: HOSTILE}
    )
    reader = Reader(page(hostile, language("en")))
    assert reader.found == plain.found
    assert [reader.texts[0], reader.texts[2]] == [plain.texts[0], plain.texts[2]]
    assert "<" not in reader.texts[1]
    report = reader.report
    assert report["replays"][0]["replay"]["names"] == [HOSTILE, "&amp;<b>"]
    comments = [row["comment"] for chapter in report["actions"]["chapters"] for row in chapter["rows"]]
    assert comments[3] == HOSTILE


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_the_data_is_the_whole_game(game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    match = analysis.record.match
    report = Reader(page(analysis, language("en"))).report
    assert read(report["record"]).match.names == match.names
    assert set(report["perspectives"]) == {"open", "all", *map(str, range(analysis.players))}
    assert len(report["replays"]) == (analysis.players + 2 if match.game.has_secrets else 1)
    for found in report["replays"]:
        assert [step["ply"] for step in found["replay"]["steps"]] == list(range(match.ply + 1))
        assert len(found["positions"]) == match.ply + 1
        marked = [m.ply for m in analysis.moments if m.choice and m.choice.mark is not None]
        assert [variation["ply"] for variation in found["variations"]] == marked


def test_each_perspective_shows_what_its_seat_may_see() -> None:
    analysis = analyse_random_game("buddel-bande", players=3, board="stroll", most=20)
    match = analysis.record.match
    report = Reader(page(analysis, language("en"))).report
    for name, index in report["perspectives"].items():
        if name != "open":
            shown = [step["view"] for step in report["replays"][index]["replay"]["steps"]]
            seat = None if name == "all" else int(name)
            views = [match.game.view(match.before(ply), seat) for ply in range(match.ply + 1)]
            assert shown == json.loads(json.dumps(views))


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_every_action_has_a_row_as_wide_as_the_headings(game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    actions = Reader(page(analysis, language("en"))).report["actions"]
    rows = [row for chapter in actions["chapters"] for row in chapter["rows"]]
    assert [row["ply"] for row in rows] == list(range(len(analysis.moments) + 1))
    assert {len(row["cells"]) for row in rows} == {len(actions["columns"])}


def test_rounds_are_chapters() -> None:
    actions = Reader(page(analyse_random_game("mole-hill", board="patch"), language("fr"))).report["actions"]
    assert [chapter["title"] for chapter in actions["chapters"]] == ["Manche 1", "Manche 2"]


def test_a_page_of_nothing() -> None:
    report = Reader(page(analyse_random_game("mole-hill", most=0), language("en"))).report
    assert len(report["replays"][0]["positions"]) == 1


def test_the_viewer_is_not_large() -> None:
    text = page(analyse_random_game("mole-hill", most=0), language("en"))
    assert len(text.encode()) < LARGEST


def test_markup_escapes_all_but_markup() -> None:
    assert element("p", '<&">') == "<p>&lt;&amp;&quot;&gt;</p>"
    assert element("p", title='"<') == '<p title="&quot;&lt;"></p>'
    assert join_markup(Markup("<b>"), "<b>") == "<b>&lt;b&gt;"

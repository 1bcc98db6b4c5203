"""The page of an analysis: complete in itself, safe with any text, and usable without eyes or mouse."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from moleworks.engine.analysis import Mark
from moleworks.reports.analysis_chart import DASHES, spread_apart, ticks
from moleworks.reports.markup import Markup, element, join_markup
from moleworks.terminal.analysis import page
from moleworks.texts import LANGUAGES, language
from tests.terminal.analyses import SETUPS, analyse_random_game

VOID = {"meta", "input", "br"}
HOSTILE = "</table><script>alert(1)</script>\"'<img src=x onerror=alert(2)>"


class Reader(HTMLParser):
    """Reads a page strictly: every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], "") + data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_page_is_well_formed_and_in_its_language(game: str, setup: dict[str, Any], lang: str) -> None:
    reader = Reader(page(analyse_random_game(game, **setup), language(lang)))
    assert reader.all("html")[0]["lang"] == lang
    names = [attributes["id"] for _, attributes in reader.found if "id" in attributes]
    assert len(names) == len(set(names))
    links = [attributes["href"] for attributes in reader.all("a")]
    assert all(link and link.startswith("#") and link[1:] in names for link in links)


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_page_asks_nobody_for_anything(game: str, setup: dict[str, Any]) -> None:
    text = page(analyse_random_game(game, **setup), language("en"))
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp|\bsrc=|<link|<iframe|<base", text)
    policy = next(
        meta["content"] for meta in Reader(text).all("meta") if "http-equiv" in meta and meta["content"]
    )
    assert policy.startswith("default-src 'none';")


def test_only_our_own_script_and_style_may_run() -> None:
    reader = Reader(page(analyse_random_game("mole-company", players=2), language("en")))
    policy = next(meta["content"] for meta in reader.all("meta") if "http-equiv" in meta)
    for part in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(reader.text[part].encode()).digest()).decode()
        assert f"{part}-src 'sha256-{digest}'" in str(policy)
    assert len(reader.all("script")) == len(reader.all("style")) == 1
    for _, attributes in reader.found:  # the policy would stop these
        assert not {name for name in attributes if name.startswith("on") or name == "style"}


def test_what_players_wrote_stays_text() -> None:
    plain = Reader(page(analyse_random_game("mole-company", players=2), language("en")))
    hostile = analyse_random_game(
        "mole-company", players=2, seats=(HOSTILE, "&amp;<b>"), comments={3: HOSTILE}
    )
    text = page(hostile, language("en"))
    reader = Reader(text)
    assert [tag for tag, _ in reader.found if tag != "q"] == [tag for tag, _ in plain.found]
    assert "<script>alert" not in text
    assert "<img" not in text
    assert HOSTILE in reader.text["q"]
    assert "&amp;<b>" in reader.text["span"]


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_every_action_has_a_row_with_headings(game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    text = page(analysis, language("en"))
    whole = text[text.index('id="all"') :]
    whole = whole[: whole.index("</table>")]
    rows = re.findall(r'<tr id="action(\d+)".*?</tr>', whole)
    assert rows == [str(number) for number in range(len(analysis.moments) + 1)]
    assert whole.count('scope="row"') == len(rows)
    head, _, body = whole.partition("</thead>")
    columns = head.count('scope="col"')
    for row in re.findall(r"<tr.*?</tr>", body):
        assert row.count("<td") + row.count("<th") == columns
    assert "<caption>" in whole


@pytest.mark.parametrize(("game", "setup"), [way for way in SETUPS if way[1].get("options") is None])
def test_the_chart_draws_every_seat_in_its_own_way(game: str, setup: dict[str, Any]) -> None:
    analysis = analyse_random_game(game, **setup)
    reader = Reader(page(analysis, language("en")))
    drawn = [line for line in reader.all("polyline") if line.get("data-seat") and " " in str(line["points"])]
    lines = [line for line in drawn if str(line["points"]).count(",") == len(analysis.moments) + 1]
    assert [line["data-seat"] for line in lines] == [str(seat) for seat in range(analysis.players)]
    dashes = [line.get("stroke-dasharray") for line in lines]
    assert len(set(dashes)) == analysis.players
    for line in lines:
        for point in str(line["points"]).split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 960
            assert 0 <= y <= 400


def test_marks_stand_on_the_chart_and_in_words() -> None:
    analysis = analyse_random_game("mole-company", players=4)
    text = page(analysis, language("en"))
    chart = text[text.index('id="chart"') :]
    chart = chart[: chart.index("</svg>")]
    for kind in Mark:
        count = sum(bool(m.choice and m.choice.mark == kind) for m in analysis.moments)
        assert chart.count(f'class="sign mark{kind.value}"') == count > 0
        assert text.count(f'data-mark="{kind.value}"') == count
    assert '<svg id="chart" viewBox="0 0 960 400" role="img" aria-label="Chart' in text


def test_a_round_for_study_has_no_chart() -> None:
    text = page(analyse_random_game("mole-hill", options={"rounds": 1}), language("en"))
    assert 'id="chart"' not in text
    assert 'id="all"' in text


def test_a_game_that_goes_on_says_so() -> None:
    assert "every secret" in page(analyse_random_game("buddel-bande", most=20), language("en"))


def test_a_page_of_nothing() -> None:
    analysis = analyse_random_game("mole-hill", most=0)
    Reader(page(analysis, language("en")))


def test_markup_escapes_all_but_markup() -> None:
    assert element("p", '<&">') == "<p>&lt;&amp;&quot;&gt;</p>"
    assert element("p", title='"<') == '<p title="&quot;&lt;"></p>'
    assert join_markup(Markup("<b>"), "<b>") == "<b>&lt;b&gt;"


def test_labels_keep_apart_and_inside() -> None:
    placed = spread_apart([50.0, 50.0, 51.0, 100.0], 19, 0, 100)
    assert all(after - before >= 19 for before, after in pairwise(placed))
    assert placed[-1] <= 100
    assert ticks(1) == [0, 1]
    assert len(set(DASHES)) == 4

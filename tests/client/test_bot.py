"""Bots at a server that really runs: whole games, proposals, rematches, mistakes, and what each sees."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from moleworks.client import Bot, BotFailed, CommandRefused, PositionChanged, Result
from moleworks.client.bot import JsonView
from moleworks.games import GAMES
from moleworks.matches.live import TABLE_INTERVAL
from moleworks.matches.message_types import NewsEntry, TableMessage
from moleworks.record import Match, read
from tests.client.server import TIMEOUT, BackgroundCall, Server, Table

SMALL = {"mole-hill": "patch", "mole-company": "burrow", "buddel-bande": "stroll"}
GAMES_AND_SEATS = [("mole-hill", 2), ("mole-company", 2), ("mole-company", 4), ("buddel-bande", 3)]


class Wanderer(Bot):
    """Plays anything, and remembers what it was shown and told."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__(name)
        self.random = random.Random(f"{name} {seed}")
        self.shown: list[tuple[JsonView, list[str]]] = []
        self.news: list[NewsEntry] = []
        self.ends: list[Result] = []

    def choose(self, view: JsonView, legal: list[str]) -> str:
        self.shown.append((view, list(legal)))
        return self.random.choice(legal)

    def on_news(self, news: list[NewsEntry]) -> None:
        self.news += news

    def on_end(self, result: Result) -> None:
        self.ends.append(result)


def play_out(table: Table, bots: list[Any]) -> list[Result]:
    going = [BackgroundCall(bot.join, link) for bot, link in zip(bots, table.links, strict=True)]
    return [each.done() for each in going]


def actions(names: Iterable[str | None]) -> list[str | None]:
    return [name for name in names if name is None or not name.startswith("!")]


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_bots_play_whole_games(server: Server, game: str, seats: int) -> None:
    table = server.open(game, seats, board=SMALL[game])
    bots = [Wanderer(f"Wanderer {seat}") for seat in range(seats)]
    results = play_out(table, bots)
    match = read(server.ask(f"/matches/{table.id}/record", table.tokens[0]).decode()).match
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    for seat, (bot, result) in enumerate(zip(bots, results, strict=True)):
        assert result == Result(table.id, seat, outcome.winner, outcome.draw, outcome.rule, None)
        assert bot.ends == [result]
        assert result.won == (outcome.winner == seat)
        assert [entry.seq for entry in bot.news] == list(range(1, len(bot.news) + 1))
        heard = [name if match.game.is_public(name) else None for name in match.names]
        assert actions(entry.name for entry in bot.news) == heard


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_bot_is_asked_once_for_each_of_its_actions_and_sees_its_view(
    server: Server, game: str, seats: int
) -> None:
    table = server.open(game, seats, board=SMALL[game])
    bots = [Wanderer(f"Wanderer {seat}", seed=1) for seat in range(seats)]
    play_out(table, bots)
    match = read(server.ask(f"/matches/{table.id}/record", table.tokens[0]).decode()).match
    rules = match.game
    for seat, bot in enumerate(bots):
        due = [match.before(ply) for ply in range(match.ply) if rules.actor(match.before(ply)) == seat]
        views = [server_side(rules.view(state, seat)) for state in due]
        legal = [[rules.name(state, action) for action in rules.legal(state)] for state in due]
        assert [list(pair) for pair in bot.shown] == [list(pair) for pair in zip(views, legal, strict=True)]


def server_side(view: Mapping[str, object]) -> JsonView:
    """A view as JSON has it."""
    told: JsonView = json.loads(json.dumps(view))
    return told


def test_what_a_bot_does_to_what_it_is_given_changes_nothing(server: Server) -> None:
    class Vandal(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            chosen = legal[-1]
            view.clear()
            legal.clear()
            return chosen

    results = play_out(server.open("mole-hill", board="patch"), [Vandal("Vandal"), Wanderer("Wanderer")])
    assert results[0].rule


def test_names_kinds_and_presence_are_told(server: Server) -> None:
    seen: list[TableMessage] = []

    class Looking(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            assert self.table is not None
            seen.append(self.table)
            time.sleep(TABLE_INTERVAL / 4)  # the game lasts longer than what is told once in an interval
            return super().choose(view, legal)

    play_out(server.open("mole-hill", board="patch"), [Looking("Lina's bot"), Looking("Max's bot")])
    seats = seen[-1].seats
    assert [(seat.name, seat.kind, seat.here) for seat in seats] == [
        ("Lina's bot", "bot", True),
        ("Max's bot", "bot", True),
    ]


def test_a_bot_may_have_a_computer_against_it_and_join_by_server_and_token(server: Server) -> None:
    table = server.open("mole-hill", board="patch", seats=[{"kind": "bot"}, {"kind": "computer", "level": 1}])
    result = Wanderer("Wanderer").join(server.base, token=table.tokens[0])
    assert (result.seat, result.match) == (0, table.id)


# Proposals


class Drawish(Wanderer):
    """Proposes a draw, and waits until it is answered."""

    def __init__(self, table: Table) -> None:
        super().__init__("Drawish")
        self.at_home = table

    def choose(self, view: JsonView, legal: list[str]) -> str:
        if not self.shown:
            self.propose("draw")
            wait_for(lambda: {"!accept draw", "!decline draw"} & said(self.at_home))
        return super().choose(view, legal)


def said(table: Table) -> set[str]:
    return {entry["name"] for entry in table.log()}


def wait_for(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_draw_is_agreed(server: Server) -> None:
    class Agreeing(Wanderer):
        def draw_offered(self) -> bool:
            return True

    table = server.open("mole-hill", board="patch")
    results = play_out(table, [Drawish(table), Agreeing("Agreeing")])
    assert all(result.draw and result.why == "a draw was agreed" for result in results)
    assert actions(entry["name"] for entry in table.log()) == [], (
        "what was thought up before the draw is not played"
    )


def test_a_draw_is_declined(server: Server) -> None:
    table = server.open("mole-hill", board="patch")
    results = play_out(table, [Drawish(table), Wanderer("Proud")])
    assert not any(result.why for result in results)
    assert "!decline draw" in said(table)


def test_a_rematch_is_followed_with_the_seats_turned(server: Server) -> None:
    class Again(Wanderer):
        stays = 60.0

        def on_end(self, result: Result) -> None:
            super().on_end(result)
            if len(self.ends) == 1:
                self.propose("rematch")
            else:
                self.leave()

    class Willing(Wanderer):
        stays = 60.0

        def rematch_offered(self) -> bool:
            return True

        def on_end(self, result: Result) -> None:
            super().on_end(result)
            if len(self.ends) == 2:
                self.leave()

    table = server.open("mole-hill", board="patch")
    bots = [Again("Again"), Willing("Willing")]
    results = play_out(table, bots)
    assert [[end.seat for end in bot.ends] for bot in bots] == [[0, 1], [1, 0]]
    assert len({end.match for bot in bots for end in bot.ends}) == 2
    assert results == [bot.ends[1] for bot in bots]
    # Whoever comes back by the old link is led to where the others are.
    assert table.table_data()["next"] == results[0].match
    assert Wanderer("Again").join(table.links[0]).match == results[0].match


def test_a_rematch_that_a_bot_declines_is_not_played(server: Server) -> None:
    refused = threading.Event()

    class Again(Wanderer):
        stays = 60.0

        def on_end(self, result: Result) -> None:
            super().on_end(result)
            self.propose("rematch")

        def on_news(self, news: list[NewsEntry]) -> None:
            super().on_news(news)
            if any(entry.name == "!decline rematch" for entry in news):
                refused.set()
                self.leave()

    class Unwilling(Wanderer):
        stays = 60.0

        def on_news(self, news: list[NewsEntry]) -> None:
            super().on_news(news)
            if any(entry.name == "!decline rematch" for entry in news):
                self.leave()

    table = server.open("mole-hill", board="patch")
    results = play_out(table, [Again("Again"), Unwilling("Unwilling")])
    assert refused.is_set()
    assert {result.match for result in results} == {table.id}
    assert table.table_data()["next"] is None


def test_a_bot_takes_an_undo_well(server: Server) -> None:
    """What it thought up about an action that was taken back is not played; consent is given."""
    thinking, go_on = threading.Event(), threading.Event()

    class Kind(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            thinking.set()
            go_on.wait(TIMEOUT)
            return super().choose(view, legal)

        def undo_offered(self) -> bool:
            return True

    table = server.open("mole-hill", board="patch")
    person = table.tokens[0]

    def look() -> dict[str, Any]:
        told: dict[str, Any] = server.ask(f"/matches/{table.id}", person)
        return told

    def do(what: str, **parts: Any) -> None:
        server.ask(f"/matches/{table.id}/commands", person, do=what, **parts)

    server.ask("/join", token=person, name="Lina", bot=True)
    kind = Kind("Kind")
    going = BackgroundCall(kind.join, table.links[1])
    wait_for(lambda: look()["actor"] == 0)
    do("play", action="c3", seq=look()["seq"])
    assert thinking.wait(TIMEOUT)
    do("undo", seq=look()["seq"])
    go_on.set()
    do("play", action="b2", seq=look()["seq"])
    wait_for(lambda: look()["actor"] == 0)
    assert [entry["name"] for entry in table.log()][-4:-1] == ["c3", "!undo 1", "b2"]
    assert [view["mole"] for view, _ in kind.shown] == ["c3", "b2"]
    do("undo", seq=look()["seq"])
    wait_for(lambda: look()["ply"] == 0)
    assert [entry["name"] for entry in table.log()][-2:] == ["!offer undo 2", "!accept undo"]
    do("resign")
    assert going.done().won


# Talking


def test_emotes_are_said_and_heard_and_nonsense_is_refused(server: Server) -> None:
    heard: list[tuple[int, str]] = []
    refused: list[CommandRefused] = []

    class Chatty(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            if not self.shown:
                self.say("nonsense")
                # Who is not there yet hears nothing.
                table.everybody()
                self.say("hello")
            return super().choose(view, legal)

        def on_refused(self, refusal: CommandRefused) -> None:
            refused.append(refusal)

    class Listening(Wanderer):
        def on_emote(self, seat: int, name: str) -> None:
            heard.append((seat, name))

    table = server.open("mole-hill", board="patch")
    play_out(table, [Chatty("Chatty"), Listening("Listening")])
    assert heard == [(0, "hello")]
    assert [refusal.rule for refusal in refused] == [None]
    assert "hello" in refused[0].reason


# Mistakes


@pytest.mark.parametrize("resigns", [True, False])
def test_a_bot_that_fails_stops_and_says_what_it_saw(
    server: Server, capsys: pytest.CaptureFixture[str], resigns: bool
) -> None:
    class Clumsy(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            super().choose(view, legal)
            return legal[len(legal)]

        def on_error(self, error: Exception, view: JsonView) -> bool:
            return super().on_error(error, view) and resigns

    table = server.open("mole-hill", board="patch")
    other = Wanderer("Other")
    going = BackgroundCall(other.join, table.links[1])
    clumsy = Clumsy("Clumsy")
    with pytest.raises(BotFailed) as failed:
        clumsy.join(table.links[0])
    assert len(clumsy.shown) == 1, "it is not asked again"
    view, legal = clumsy.shown[0]
    assert (failed.value.view, failed.value.legal) == (view, legal)
    assert isinstance(failed.value.__cause__, IndexError)
    assert "list index out of range" in str(failed.value)
    assert legal[0] in str(failed.value)
    assert '"hills"' in capsys.readouterr().err
    if not resigns:
        assert table.table_data()["outcome"] is None
        assert Wanderer("Better").join(table.links[0]).seat == 0, "the seat waits for a better bot"
    result = going.done()
    assert (result.why == "resigned") == resigns
    assert result.won or not resigns


def test_an_action_that_is_not_legal_is_not_even_sent(server: Server) -> None:
    class Cheat(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            return "a1|z9"

    table = server.open("mole-hill", board="patch")
    going = BackgroundCall(Wanderer("Other").join, table.links[1])
    with pytest.raises(BotFailed, match=r"choose answered 'a1\|z9', which cannot be played here"):
        Cheat("Cheat").join(table.links[0])
    assert going.done().why == "resigned"


def test_a_bot_that_resigns_leaves_a_large_table_to_the_computer(server: Server) -> None:
    class Tired(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            self.resign()
            return legal[0]

    table = server.open("mole-company", 3, board="burrow")
    tired = Tired("Tired")
    results = play_out(table, [tired, Wanderer("One"), Wanderer("Two")])
    assert results[0] == Result(table.id, 0, None, False, None, "resigned")
    assert results[1].rule == results[2].rule
    assert results[1].rule
    assert table.table_data()["seats"][0]["kind"] == "computer"


def test_whoever_looks_when_the_match_has_gone_on_is_asked_again(server: Server) -> None:
    """What `sight` tells is of one moment; if that is not the one the bot was asked about, it says so."""

    class Late(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            if len(self.shown) == 0:
                super().choose(view, legal)
                at = server.ask(f"/matches/{table.id}", table.tokens[0])
                server.ask(
                    f"/matches/{table.id}/commands",
                    table.tokens[0],
                    do="play",
                    action=legal[0],
                    seq=at["seq"],
                )
                with pytest.raises(PositionChanged):
                    self.knowledge()
                raise PositionChanged
            assert dict(self.knowledge().view) == view
            return super().choose(view, legal)

    table = server.open("mole-hill", board="patch")
    late = Late("Late")
    results = play_out(table, [late, Wanderer("Other")])
    assert results[0].rule
    assert late.shown[0][0] != late.shown[1][0]


def test_an_action_played_by_somebody_else_meanwhile_is_no_dead_end(server: Server) -> None:
    """A stale play is answered with where the match is, and the bot goes on from there."""

    class Overtaken(Wanderer):
        def choose(self, view: JsonView, legal: list[str]) -> str:
            if not self.shown:
                at = server.ask(f"/matches/{table.id}", table.tokens[0])
                server.ask(
                    f"/matches/{table.id}/commands",
                    table.tokens[0],
                    do="play",
                    action=legal[0],
                    seq=at["seq"],
                )
            return super().choose(view, legal)

    table = server.open("mole-hill", board="patch")
    overtaken = Overtaken("Overtaken")
    results = play_out(table, [overtaken, Wanderer("Other")])
    assert results[0].rule
    played = actions(entry["name"] for entry in table.log())
    replayed = Match.begin("mole-hill", board="patch")
    replayed.play([name for name in played if name])
    assert GAMES["mole-hill"].outcome(replayed.state)

"""A network that learned on batches at a server: it is shown the arrays of a batch, and no secret."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from moleworks.record import read
from moleworks.research import Batch, encoding
from moleworks.research.net_entrant import NetEntrant
from tests.client.server import TIMEOUT, BackgroundCall, Server
from tests.client.test_bot import Wanderer, play_out

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


class Noted(NetEntrant):
    """Scores actions by chance, and remembers what it was shown and what it answered."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name)
        self.random = np.random.default_rng(seed)
        self.shown: list[tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.float64]]] = []

    def scores(self, planes: NDArray[Any], mask: NDArray[np.bool_]) -> ArrayLike:
        found: NDArray[np.float64] = self.random.random(mask.shape[1:])
        self.shown.append((planes[0].copy(), mask[0].copy(), found))
        return found


@pytest.mark.parametrize(
    ("game", "seats", "rest"),
    [
        ("mole-hill", 2, {"board": "patch"}),
        ("mole-company", 3, {"board": "burrow"}),
        ("buddel-bande", 3, {"board": "stroll"}),
        ("buddel-bande", 4, {"board": "stroll", "options": {"know_own": False}}),
    ],
    ids=["nothing hidden", "discs", "deals", "deals that nobody was shown"],
)
def test_a_network_plays_a_whole_match_by_what_its_seat_knows(
    server: Server, game: str, seats: int, rest: dict[str, Any]
) -> None:
    """It gets the arrays of a batch in which the match stands, and the best legal action is played."""
    table = server.open(game, seats, **rest)
    networks = [Noted(f"Network {seat}", seat) for seat in range(seats - 1)]
    play_out(table, [*networks, Wanderer("Wanderer")])
    match = read(server.ask(f"/matches/{table.id}/record", table.tokens[0]).decode()).match
    assert match.over
    games = Batch(match.setup, 1, auto_reset=False, native=False)
    for seat, network in enumerate(networks):
        due = [ply for ply in range(match.ply) if match.game.actor(match.before(ply)) == seat]
        assert len(network.shown) == len(due) > 0
        for ply, (planes, mask, scores) in zip(due, network.shown, strict=True):
            games.load_states([match.before(ply)])
            np.testing.assert_array_equal(planes, games.planes[0])
            np.testing.assert_array_equal(mask, games.mask[0])
            best = max(games.legal(0), key=lambda action: scores[action])
            assert match.names[ply] == games.name(0, best)


def test_the_network_of_the_documentation_plays(server: Server, tmp_path: Path) -> None:
    section = DOCS.read_text("utf-8").split("## A network\n")[1]
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 10, "a network in ten lines"
    program = tmp_path / "mine.py"
    program.write_text(code[1], "utf-8")
    table = server.open("buddel-bande", 3, board="stroll")
    here = encoding.for_game("buddel-bande", board="stroll", players=3)
    weights = np.random.default_rng(1).normal(size=(len(here.seats), np.prod(here.planes.shape)))
    np.save(tmp_path / "mine.npy", weights)
    others = [BackgroundCall(Wanderer(f"Other {seat}").join, table.links[seat]) for seat in (1, 2)]
    ended = subprocess.run(
        [sys.executable, str(program), table.links[0]],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT,
        cwd=tmp_path,
    )
    assert ended.returncode == 0, ended.stderr
    result = others[0].done()
    assert others[1].done().winner == result.winner
    assert ended.stdout.strip() == repr(result._replace(seat=0))

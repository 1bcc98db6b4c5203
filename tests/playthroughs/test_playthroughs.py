"""Games still go as in the stored playthroughs: see `generate.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from moleworks import boards
from moleworks.games import GAMES
from tests.playthroughs.generate import HERE, PLAYTHROUGHS, Playthrough, text

LARGEST = 60_000
ACTION = re.compile(r"^[0-9]+ (?:chance|seat [0-3]) ([a-z]+) ", re.MULTILINE)


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: str(playthrough.file.stem))
def test_nothing_has_changed(playthrough: Playthrough) -> None:
    assert text(playthrough).encode() == playthrough.file.read_bytes(), (
        "if this was meant, run scripts/playthroughs"
    )


def test_the_files_are_those_of_the_playthroughs() -> None:
    assert sorted(HERE.glob("*.txt")) == sorted(playthrough.file for playthrough in PLAYTHROUGHS)
    assert max(playthrough.file.stat().st_size for playthrough in PLAYTHROUGHS) < LARGEST


def test_every_preset_board_and_number_of_players_is_played() -> None:
    def all_of(kind: str) -> Iterator[tuple[str, object]]:
        for game in GAMES.values():
            of = {"preset": game.presets, "board": boards.names(game.id), "players": game.player_counts}
            yield from ((game.id, value) for value in of[kind])

    for kind in ("preset", "board", "players"):
        assert {(playthrough.game, getattr(playthrough, kind)) for playthrough in PLAYTHROUGHS} == set(
            all_of(kind)
        )


def test_every_kind_of_end_and_every_phase_is_met() -> None:
    texts = [playthrough.file.read_text("utf-8") for playthrough in PLAYTHROUGHS]
    ends = {lines.splitlines()[-1].split(",")[0] for lines in texts}
    assert ends >= {f"over by {rule}" for rule in ("MH8", "MH10", "MC12", "MC13", "BB12", "BB13")}
    phases = {phase for lines in texts for phase in ACTION.findall(lines)}
    assert phases == {"place", "step", "rod", "choose", "flip", "move", "bonus", "deal", "roll", "act"}

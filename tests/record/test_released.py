"""Records of all released versions can still be read, with the same results.

`python -m tests.record.test_released` writes those of this version, once, when it is released.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from moleworks import __version__, boards
from moleworks.games import GAMES
from moleworks.record import Match, Record, RecordError, read, write
from moleworks.record.record import result
from tests.games.action_names import legal_names

RELEASED = Path(__file__).with_name("released")
FILES = sorted(RELEASED.glob("*/*.txt"))
COMMENT = re.compile(r"\{[^}]*\}")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_released_record_is_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tags, body = text.split("\n\n", 1)
    *names, end = [word for word in COMMENT.sub("", body).split() if not re.fullmatch(r"\d+\.", word)]
    record = read(text)
    assert record.match.names == names
    assert record.version == file.parent.name
    assert result(record.match) == end
    assert f'[Result "{end}"]' in tags
    told = re.findall(r'^\[Seat\d "(.*)"\]$', tags, re.MULTILINE)
    assert record.seats == tuple(name.replace('\\"', '"') for name in told)
    assert list(record.comments.values()) == [" ".join(text[1:-1].split()) for text in COMMENT.findall(body)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_released_record_is_written_again_byte_for_byte(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert write(read(text)).encode() == file.read_bytes()


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("mole-hill-short", "diagonal", "edges"),
        ("mole-company-ravensburger", "final_paths", "solid"),
        ("buddel-bande-goldsieber", "pass", "any"),
    ],
)
def test_records_of_0_1_keep_the_options_they_were_played_with(name: str, option: str, value: str) -> None:
    text = (RELEASED / "0.1.0" / f"{name}.txt").read_text(encoding="utf-8")
    setup = read(text).match.setup
    assert setup.options[option] == value
    assert Match.begin(setup.game, preset=setup.preset).setup.options[option] != value


def test_an_option_of_0_1_without_a_name_and_a_new_one_with_it() -> None:
    """Seat 0 passes though M3 is its own: 0.1 allowed that, and its records do not name the option."""
    begun = "deal:S=012 deal:M=120 deal:L=201 =Mf M1>3 =Mf M1>6 =Mf M1>8 =Mf M1>12 =Ml M2>2 =Ml M2>5"
    played = f"{begun} =Ml M2>9 =Ml M2>11 =Mc M3>1 =Mc M3>4 =Mc M3>7 =Mc M3>10 =Mc"
    match = Match.begin("buddel-bande", board="stroll", players=3, options={"pass": "any"})
    match.play([*played.split(), "pass"])
    old = write(Record(match))
    assert '[Options "know_own=true either=choose turn_limit=1000"]' in old
    assert write(read(old)) == old
    named = old.replace("either=choose ", "either=choose pass=any ")
    assert write(read(named)) == old
    with pytest.raises(RecordError, match="pass is against rule BB10"):
        read(old.replace("either=choose ", "either=choose pass=unless-own "))
    new = Match.begin("buddel-bande", board="stroll", players=3)
    new.play(played.split())
    assert '[Options "know_own=true either=choose pass=unless-own turn_limit=1000"]' in write(Record(new))


def test_this_version_is_there_with_all_games_and_presets() -> None:
    there = {file.stem for file in FILES if file.parent.name == __version__}
    assert there == {name for name, _ in written()}


def written() -> Iterator[tuple[str, Record]]:
    """A match with every preset, and one on a board of somebody's own; each with its file's name."""
    random = Random(1)
    for game, rules in GAMES.items():
        for number, preset in enumerate(rules.presets):
            players = rules.player_counts[number % len(rules.player_counts)]
            board = boards.names(game)[number % len(boards.names(game))]
            yield (
                f"{game}-{preset}",
                _played(Match.begin(game, board=board, players=players, preset=preset), random),
            )
    own = boards.data("mole-hill", boards.named("mole-hill", "patch"))
    yield (
        "mole-hill-own-board",
        _played(Match.begin("mole-hill", board={**own, "name": "ours", "red": ["a5"]}), random),
    )


def _played(match: Match, random: Random) -> Record:
    while match.game.outcome(match.state) is None:
        match.play([random.choice(legal_names(match.game, match.state))])
    names = ("Lina", "Computer (level 3)", 'Max "Mole" M.', "Zoé")[: match.setup.players]
    return Record(match, names, "2026-01-31", comments={2: "Not there!", match.ply: "Well\u2009played."})


def main() -> None:
    folder = RELEASED / __version__
    if list(folder.glob("*")):
        sys.exit(f"{folder.name} is there: what was released does not change.")
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in written():
        (folder / f"{name}.txt").write_text(write(record), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Write what the server says in a match of each game, for the speech tests of the page.

Run it after changing a sentence:

.venv/bin/python scripts/speech.py
"""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moleworks import speech  # noqa: E402
from moleworks.engine import chance  # noqa: E402
from moleworks.games import CHANCE, Malformed, Refusal, Refused  # noqa: E402
from moleworks.matches import client_messages, long_logs  # noqa: E402
from moleworks.matches.log import MatchLog, SeatHolder  # noqa: E402
from moleworks.matches.message_types import AtMessage  # noqa: E402
from moleworks.matches.store.rows import PERSON, Entry, SeatRow  # noqa: E402
from moleworks.matches.time_control import TimeControl  # noqa: E402
from moleworks.record import Match  # noqa: E402
from moleworks.replay.setup_data import setup_reply  # noqa: E402
from moleworks.texts import LANGUAGES, Language, language  # noqa: E402
from moleworks.web import narration  # noqa: E402
from scripts.pictures import Choice, choose_digging_or_random, choose_near_mole  # noqa: E402

FOLDER = ROOT / "page" / "tests" / "speech" / "told"
NAMES = ("Lina", "Max")
LISTENER = 0
"""The seat of the player who listens: Lina."""
MOMENTS = 6
"""How many actions the listener hears."""

Json = dict[str, Any]


class Scene(NamedTuple):
    """A match that is listened to from its middle on."""

    game: str
    board: str
    preset: str
    plies: int
    """How many actions are played before the listener comes in."""
    choose: Choice
    buttons: frozenset[str]
    """Actions without a place on the board; the listener is offered at least one of them."""

    def begin(self) -> Match:
        rotations = [0, 1, 2, 3] if self.game == "mole-company" else None
        return Match.begin(self.game, board=self.board, preset=self.preset, rotations=rotations)


SCENES = (
    Scene("mole-hill", "patch", "blatz", 6, choose_near_mole, frozenset()),
    Scene("mole-company", "burrow", "tactile-pro", 30, choose_digging_or_random, frozenset({"stop", "wait"})),
    Scene("buddel-bande", "stroll", "goldsieber", 40, choose_digging_or_random, frozenset({"pass"})),
)


def choose_actions(scene: Scene) -> list[list[str]]:
    """The actions before the first moment, then those of each: from the first random match that fits."""
    return next(parts for seed in count() if (parts := _try_match(scene, Random(f"{scene.game} {seed}"))))


def _try_match(scene: Scene, random: Random) -> list[list[str]]:
    match, parts, offered = scene.begin(), [list[str]()], set[str]()
    game = match.game
    while True:
        actor = game.actor(match.state)
        if actor is None:
            return []
        if actor != CHANCE and match.ply >= scene.plies and (len(parts) > 1 or actor == LISTENER):
            parts.append([])
            offered |= (
                {game.name(match.state, legal) for legal in game.legal(match.state)}
                if actor == LISTENER
                else set()
            )
        if len(parts) > MOMENTS + 1:
            return parts[:-1] if not scene.buttons or offered & scene.buttons else []
        chosen = chance.draw(game, match.state, random) if actor == CHANCE else scene.choose(match, random)
        parts[-1].append(game.name(match.state, chosen))
        match.play(parts[-1][-1:])


def record_messages(scene: Scene) -> Json:
    """All messages to a page, as the server sends them, with their words in every language."""
    history, *moments = choose_actions(scene)
    log = MatchLog(scene.begin(), 0.0, waiting=False)
    log.holders = [SeatHolder(PERSON)] * len(NAMES)
    extend(log, history)
    rows = [SeatRow("", seat, PERSON, None, name, None) for seat, name in enumerate(NAMES)]
    narrators = {
        code: narration.Narrator((LISTENER,), language(code), narration.NarrationOptions(""))
        for code in LANGUAGES
    }
    first = client_messages.at_message(log, (LISTENER,), ())
    found: Json = {
        "setup": msgspec.to_builtins(setup_reply(log.match, language("en"), [LISTENER], log.seq)),
        "table": msgspec.to_builtins(
            client_messages.table_message(log, rows, range(len(NAMES)), TimeControl())
        ),
        "did": [part[0] for part in moments],
        "moments": [msgspec.to_builtins(first)],
        "words": {
            code: answers(log, narrator.words) | {"moments": [words(narrator, first, log)]}
            for code, narrator in narrators.items()
        },
    }
    for part in moments:
        entries = extend(log, part)
        at = client_messages.at_message(log, (LISTENER,), entries)
        found["moments"].append(msgspec.to_builtins(at))
        for code, narrator in narrators.items():
            found["words"][code]["moments"].append(words(narrator, at, log))
    return found


def extend(log: MatchLog, names: list[str]) -> list[Entry]:
    """Add actions to the log, and return their entries."""
    entries = []
    for name in names:
        actor = log.actor
        entries.append(Entry(log.seq + 1, actor, name, None, 0.0))
        log.extend(entries[-1:])
    return entries


def words(narrator: narration.Narrator, at: AtMessage, log: MatchLog) -> Json:
    """The words of a message, as data."""
    said: Json = msgspec.to_builtins(narrator.narrate(at, log, NAMES).words)
    return said


def answers(log: MatchLog, language_: Language) -> Json:
    """The replies to what a page may ask for in the first moment."""
    game, state = log.match.game, log.state
    rules = [language_.tell(message) for message in speech.rules(game, log.match.setup)]
    board_map = [language_.tell(message) for message in speech.board_map(game, log.match.setup)]
    around = {
        place: language_.tell(speech.neighbours(game, state, place, NAMES, LISTENER))
        for place in speech.places(game, state)
    }
    refused = {name: told for name in illegal_actions(log) if (told := _refusal(log, name, language_))}
    last_lines = msgspec.to_builtins(
        long_logs.told_actions(log.match, NAMES, LISTENER, language_, over=False)[-3:]
    )
    return {"rules": rules, "map": board_map, "around": around, "said": last_lines, "refused": refused}


def illegal_actions(log: MatchLog) -> list[str]:
    """Illegal actions that a player might try with the first movable piece, or without one."""
    game, state = log.match.game, log.state
    legal = [game.name(state, action) for action in game.legal(state)]
    piece, sign = next(
        ((name.split(sign)[0], sign) for name in legal for sign in "->" if sign in name), ("", "")
    )
    return [name for place in speech.places(game, state) if (name := piece + sign + place) not in legal]


def _refusal(log: MatchLog, name: str, language_: Language) -> Json | None:
    """Why an action is refused; None if there is no such action."""
    try:
        refusal = log.match.game.attempt(log.state, name)
    except Malformed:
        return None
    assert isinstance(refusal, Refusal)
    refused: Json = msgspec.to_builtins(
        client_messages.refused_message(Refused(name, refusal), language_, None)
    )
    return refused


def contents() -> dict[Path, str]:
    """What each file should hold."""
    return {
        FOLDER / f"{scene.game}.json": json.dumps(
            record_messages(scene), ensure_ascii=False, separators=(",", ":")
        )
        + "\n"
        for scene in SCENES
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, text in contents().items():
        file.write_text(text, "utf-8")

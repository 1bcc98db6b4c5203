"""Writes what a match of each game says, for the speech tests of the page; run it after changing a sentence.

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
from moleworks.games import CHANCE, Malformed, Refusal, Refused  # noqa: E402
from moleworks.players import lots  # noqa: E402
from moleworks.record import Match  # noqa: E402
from moleworks.service import tidings  # noqa: E402
from moleworks.service.course import Course, Hand  # noqa: E402
from moleworks.service.pace import Pace  # noqa: E402
from moleworks.service.store.rows import PERSON, Entry, SeatRow  # noqa: E402
from moleworks.speech.places import places  # noqa: E402
from moleworks.texts import LANGUAGES, Language, language  # noqa: E402
from moleworks.web import wording  # noqa: E402
from moleworks.web.api.words import agreed  # noqa: E402
from scripts.pictures import Choice, stroll, wander  # noqa: E402

FOLDER = ROOT / "page" / "tests" / "speech" / "told"
NAMES = ("Lina", "Max")
EAR = 0
"""The seat that listens: Lina."""
MOMENTS = 6
"""How many things happen before the listener's ears."""

Json = dict[str, Any]


class Scene(NamedTuple):
    """A match from its middle on."""

    game: str
    board: str
    preset: str
    plies: int
    """How many actions were played before."""
    choose: Choice
    buttons: frozenset[str]
    """The listener must be offered one of these, which have no place on the board."""

    def begun(self) -> Match:
        rotations = [0, 1, 2, 3] if self.game == "mole-company" else None
        return Match.begin(self.game, board=self.board, preset=self.preset, rotations=rotations)


SCENES = (
    Scene("mole-hill", "patch", "blatz", 6, wander, frozenset()),
    Scene("mole-company", "burrow", "tactile-pro", 30, stroll, frozenset({"stop", "wait"})),
    Scene("buddel-bande", "stroll", "goldsieber", 40, stroll, frozenset({"pass"})),
)


def played(scene: Scene) -> list[list[str]]:
    """The actions up to the first moment, then those of each: the first match by lot that fits."""
    return next(parts for seed in count() if (parts := _tried(scene, Random(f"{scene.game} {seed}"))))


def _tried(scene: Scene, random: Random) -> list[list[str]]:
    match, parts, offered = scene.begun(), [list[str]()], set[str]()
    game = match.game
    while True:
        actor = game.actor(match.state)
        if actor is None:
            return []
        if actor != CHANCE and match.ply >= scene.plies and (len(parts) > 1 or actor == EAR):
            parts.append([])
            offered |= (
                {game.name(match.state, legal) for legal in game.legal(match.state)}
                if actor == EAR
                else set()
            )
        if len(parts) > MOMENTS + 1:
            return parts[:-1] if not scene.buttons or offered & scene.buttons else []
        chosen = lots.draw(game, match.state, random) if actor == CHANCE else scene.choose(match, random)
        parts[-1].append(game.name(match.state, chosen))
        match.play(parts[-1][-1:])


def told(scene: Scene) -> Json:
    """Everything that a page is sent, as the service sends it; what is in words, in every language."""
    history, *moments = played(scene)
    course = Course(scene.begun(), 0.0, waiting=False)
    course.hands = [Hand(PERSON)] * len(NAMES)
    follow(course, history)
    rows = [SeatRow("", seat, PERSON, None, name, None) for seat, name in enumerate(NAMES)]
    tongues = {code: wording.Tongue((EAR,), language(code), wording.Wish("")) for code in LANGUAGES}
    first = tidings.whereabouts(course, (EAR,), ())
    found: Json = {
        "setup": msgspec.to_builtins(agreed(course.match, language("en"), [EAR], course.seq)),
        "table": tidings.table(course, rows, range(len(NAMES)), Pace()),
        "did": [part[0] for part in moments],
        "moments": [first],
        "words": {
            code: answers(course, tongue.words) | {"moments": [words(tongue, first, course)]}
            for code, tongue in tongues.items()
        },
    }
    for part in moments:
        entries = follow(course, part)
        at = tidings.whereabouts(course, (EAR,), entries)
        found["moments"].append(at)
        for code, tongue in tongues.items():
            found["words"][code]["moments"].append(words(tongue, at, course))
    return found


def follow(course: Course, names: list[str]) -> list[Entry]:
    """The entries of the log by which these actions get into it."""
    entries = []
    for name in names:
        actor = course.actor
        entries.append(Entry(course.seq + 1, actor, name, None, 0.0))
        course.follow(entries[-1:])
    return entries


def words(tongue: wording.Tongue, at: Json, course: Course) -> Json:
    said: Json = tongue.told(at, course, NAMES)["words"]
    return said


def answers(course: Course, tongue: Language) -> Json:
    """What a page may ask for in its first moment."""
    game, state = course.match.game, course.state
    rules = [tongue.tell(message) for message in speech.rules(game, course.match.setup)]
    around = {
        place: tongue.tell(speech.neighbours(game, state, place, NAMES, EAR)) for place in places(game, state)
    }
    refused = {name: told for name in illegal(course) if (told := _refused(course, name, tongue))}
    log = wording.log(course, NAMES, EAR, tongue)[-3:]
    return {"rules": rules, "around": around, "said": log, "refused": refused}


def illegal(course: Course) -> list[str]:
    """Whatever a player might try from the first piece that can go, or without one."""
    game, state = course.match.game, course.state
    legal = [game.name(state, action) for action in game.legal(state)]
    piece, sign = next(
        ((name.split(sign)[0], sign) for name in legal for sign in "->" if sign in name), ("", "")
    )
    return [name for place in places(game, state) if (name := piece + sign + place) not in legal]


def _refused(course: Course, name: str, tongue: Language) -> Json | None:
    """Why not; nothing, where there is no such action."""
    try:
        refusal = course.match.game.attempt(course.state, name)
    except Malformed:
        return None
    assert isinstance(refusal, Refusal)
    return tidings.refused(Refused(name, refusal), tongue, None)


def written() -> dict[Path, str]:
    """What each file should hold."""
    return {
        FOLDER / f"{scene.game}.json": json.dumps(told(scene), ensure_ascii=False, separators=(",", ":"))
        + "\n"
        for scene in SCENES
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, text in written().items():
        file.write_text(text, "utf-8")

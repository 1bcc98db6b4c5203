"""A table by memory alone, over HTTP and WebSocket: no sentence names a mole by its tag."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from moleworks.texts import LANGUAGES
from tests.web.people import Json, RunningServer
from tests.web.test_narration import opened_here

TAG = re.compile(r"\b[SML][1-4]\b")
NUMBERED = re.compile(r"(?:mole|taupe|Maulwurf) [1-4]\b")
MACHINE_FIELDS = {"name", "news", "eyes", "why", "action"}
"""Fields of messages for programs: actions and views, whose names are those of the record."""


def texts_in(thing: Any) -> list[str]:
    """Every text of a reply but those for programs; names of actions and spaces are keys."""
    if isinstance(thing, str):
        return [thing]
    if isinstance(thing, list):
        return [text for part in thing for text in texts_in(part)]
    if isinstance(thing, dict):
        return [text for key, part in thing.items() if key not in MACHINE_FIELDS for text in texts_in(part)]
    return []


def words_of(at: Json) -> list[str]:
    """The sentences of an `at` message; the words of a seat are among the fields for programs elsewhere."""
    words = at["words"]
    return [*texts_in({**words, "eyes": []}), *(text for eye in words["eyes"] for text in texts_in(eye))]


def named(texts: list[str]) -> list[str]:
    return [text for text in texts if TAG.search(text) or NUMBERED.search(text)]


def play(person: Any, match: str, turns: int, **query: Any) -> list[str]:
    """Play some turns by chance; return the sentences that came with them."""
    random, heard = Random(11), []
    with person.live(match, words=1, **query) as line:
        at = line.at()
        for _ in range(turns):
            heard += words_of(at)
            legal = next(eye["legal"] for eye in at["eyes"] if eye["seat"] == at["actor"])
            # A device that hides secrets is told that anybody might pass, and who may not is refused (BB10).
            action = random.choice([name for name in legal if name != "pass"] or legal)
            line.send("play", action=action, seq=at["seq"], seat=at["actor"])
            at = line.at(at["seq"] + 1)
        for message in map(json.loads, line.heard):
            heard += words_of(message) if message.get("words") else []
    return heard


def record_kind(person: Any, match: str) -> str:
    """`text/plain` for a record; JSON while it would tell a secret."""
    kind: str = person.http.get(f"/matches/{match}/record").headers["content-type"]
    return kind.partition(";")[0]


def asked(person: Any, match: str, seat: int, lang: str) -> dict[str, list[str]]:
    """What all routes in words answer in the middle of a match."""
    base = f"/matches/{match}"
    replies = {
        "said": person.get(f"{base}/said", lang=lang),
        "secret": person.get(f"{base}/secret", seat=seat, lang=lang)["said"],
        "setup": person.get(f"{base}/setup", lang=lang)["rules"],
        "text": person.get(f"{base}/text", lang=lang),
        "around": person.get(f"{base}/around", space="3", lang=lang),
    }
    return {name: texts_in(reply) for name, reply in replies.items()}


@pytest.mark.parametrize("hide", ["", "all"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_reply_in_words_says_a_tag(server: RunningServer, lang: str, hide: str) -> None:
    person, match = opened_here(server, "buddel-bande", "stroll", table_settings=["hidden_tags"])
    heard = play(person, match, 12, lang=lang, hide=hide)
    assert len(heard) > 60
    assert named(heard) == []
    for seat in (0, 1):
        answers = asked(person, match, seat, lang)
        # Who has learned nothing lately is told no secret.
        assert all(texts for name, texts in answers.items() if name != "secret"), answers
        assert {name: named(texts) for name, texts in answers.items() if named(texts)} == {}


def test_a_table_with_tags_says_them(server: RunningServer) -> None:
    """The comparison can fail."""
    person, match = opened_here(server, "buddel-bande", "stroll")
    assert named(play(person, match, 12))
    answers = asked(person, match, 0, "en")
    # Whether a mole is near a space depends on the dice.
    assert {name for name, texts in answers.items() if named(texts)} >= {"said", "secret", "setup", "text"}


def test_a_secret_is_only_what_was_learned_lately(server: RunningServer) -> None:
    """At a shared device too: who looks is told what their last action showed, and no notebook."""
    person, match = opened_here(server, "buddel-bande", "stroll", table_settings=["hidden_tags"])
    first = person.get(f"/matches/{match}/secret", seat=0, lang="en")["said"]
    assert len(first) == 3
    place = re.compile(r".*\(haystack, place \d\): underneath is the \w+, and it is yours\.")
    assert all(map(place.fullmatch, first))
    play(person, match, 9)
    later = person.get(f"/matches/{match}/secret", seat=0, lang="en")["said"]
    assert len(later) <= 1
    assert not any("Not known yet" in text for text in (*first, *later))


def test_a_replay_tells_places_until_the_match_is_over(server: RunningServer) -> None:
    """While somebody could gain by it there is no record, and the replay is made of `/said`."""
    person, match = opened_here(server, "buddel-bande", "stroll", table_settings=["hidden_tags"])
    play(person, match, 6)
    assert record_kind(person, match) == "application/json"
    assert person.get(f"/matches/{match}/setup")["table_settings"] == ["hidden_tags"]
    person.post(f"/matches/{match}/commands", do="resign", seat=0)
    assert record_kind(person, match) == "text/plain"

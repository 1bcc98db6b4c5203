"""Tell long matches in words. Called in a process of `work_pool`: thousands of sentences take seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moleworks import speech
from moleworks.matches.client_messages import encode
from moleworks.record import Match
from moleworks.speech.moments import moment
from moleworks.texts import Language, language


class LoggedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the match in words; without its name, if that is a secret.

    `moment`: those of the sentences that tell something to stop at, such as the end of a round.
    """

    ply: int
    seat: int | None
    name: str | None
    said: list[str]
    moment: list[str] = []


def told_actions(
    match: Match, names: Sequence[str], seat: int | None, words: Language, *, over: bool
) -> list[LoggedAction]:
    """All actions in words, as this seat may know them; `over`: nothing is a secret any more."""
    actions = []
    for ply, (name, mover) in enumerate(zip(match.names, match.movers(), strict=True)):
        said = speech.tell(match.game, match.before(ply), name, match.before(ply + 1), names, seat)
        public = over or match.game.is_public(name)
        actions.append(
            LoggedAction(
                ply + 1,
                mover,
                name if public else None,
                [words.tell(message) for message in said],
                [words.tell(message) for message in moment(match.game.id, said)],
            )
        )
    return actions


def told_actions_json(
    setup: Mapping[str, Any],
    actions: Sequence[str],
    names: Sequence[str],
    seat: int | None,
    lang: str,
    *,
    over: bool,
) -> bytes:
    """The same as JSON, from the set-up and the names of the actions, which are quickly sent to a process."""
    match = Match.begin(**setup)
    match.play(actions)
    return encode(told_actions(match, names, seat, language(lang), over=over))

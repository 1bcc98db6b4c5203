"""Computer players: ask one for advice, and the parts that the players of all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moleworks.core import registry
from moleworks.core.game import CHANCE, Setup, View
from moleworks.core.messages import N_, Complaint
from moleworks.core.registry import GAMES
from moleworks.engine.advice import (
    LEVELS,
    Advice,
    AnalysisSettings,
    AnyPlayer,
    Effort,
    Knowledge,
    Line,
    Player,
    Reference,
    SearchStats,
)
from moleworks.engine.chance import SYSTEM
from moleworks.engine.determinize import FromView, state
from moleworks.engine.kernel_pool import Stop
from moleworks.engine.request_checks import check_effort, check_names, check_view
from moleworks.record import Match

__all__ = [
    "LEVELS",
    "Advice",
    "AnalysisSettings",
    "AnyPlayer",
    "Effort",
    "FromView",
    "Knowledge",
    "Line",
    "Player",
    "Reference",
    "SearchStats",
    "Stop",
    "best",
    "knowledge",
    "player",
    "references",
    "state",
]


SEEDS = 0x7FFFFFFF
"""The largest seed: compiled kernels are safe with numbers of this size."""


def player(game: str) -> AnyPlayer:
    """The computer player of a game, loaded when it is first asked for; the default one if it brings none."""
    found = registry.part(game, "player", Player)
    if found is not None:
        return found
    from moleworks.engine.default_player import default_player  # noqa: PLC0415 - most games bring their own

    return default_player()


def references(game: str) -> Mapping[str, Reference]:
    """The reference players of a game, by name: see `player_names`."""
    return registry.part(game, "references", Mapping) or {}


def knowledge(match: Match) -> Knowledge:
    """What the seat to act knows in a match; `Complaint` if no seat is to act."""
    actor = match.game.actor(match.state)
    if actor is None or actor == CHANCE:
        raise Complaint(N_("No seat is to act here: the game is over or chance acts."))
    return Knowledge(match.setup, match.game.view(match.state, actor), match.public_actions())


def best(
    view: View,
    setup: Setup,
    heard: Sequence[str] = (),
    *,
    level: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    also: Sequence[str] = (),
    seed: int | None = None,
    stop: Stop | None = None,
) -> Advice:
    """Advise the seat to act, from its own view; give one of level, simulations and seconds.

    >>> from moleworks.record import Match
    >>> match = Match.begin("mole-hill", board="patch")
    >>> advice = best(match.game.view(match.state, 0), match.setup, level=1, seed=1)
    >>> match.play([advice.action])

    `heard` are the actions so far that all seats know of (`match.public_actions()`): in a game with secrets
    they are evidence. Without a seed, the choice between equally good actions is random.

    A view does not say whose it is. It is taken for that of the seat to act, and refused if it cannot be.
    """
    effort, known = Effort(level, simulations, seconds), Knowledge(setup, view, tuple(heard))
    check_effort(effort, lines, seed)
    check_view(view, setup)
    if view["phase"] not in GAMES[setup.game].seat_phases:
        raise Complaint(N_("No seat is to act here: the game is over or chance acts."))
    check_names(known.heard, also, setup)
    _check_knowledge(known)
    return player(setup.game).advise(
        known,
        effort,
        lines=lines,
        also=also,
        seed=SYSTEM.getrandbits(31) if seed is None else seed & SEEDS,
        stop=stop,
    )


def _check_knowledge(known: Knowledge) -> None:
    """Refuse a view that no position has; a `Complaint` of the game goes through."""
    wrong = f"this view shows no position of {known.setup.game} in a game set up like this"
    try:
        again = known.game.view(state(known), known.seat)
    except Complaint:
        raise
    except Exception as error:
        raise ValueError(wrong) from error
    given: Mapping[str, object] = known.view
    there = given["seat"] in range(known.setup.players)
    if not there or any(part != given[name] for name, part in again.items()):
        raise ValueError(wrong)

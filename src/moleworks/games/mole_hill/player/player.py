"""The computer player of Mole Hill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moleworks.core.game import View
from moleworks.core.messages import N_, Message
from moleworks.engine.advice import Advice, AnalysisSettings, Effort, Knowledge, Line, Player, SearchStats
from moleworks.engine.kernel_pool import Stop
from moleworks.games.mole_hill import words
from moleworks.games.mole_hill.game import MOLE_HILL, MoleHillState
from moleworks.games.mole_hill.player import book, levels, win_chances
from moleworks.games.mole_hill.player.choose_action import (
    MoleHillBudget,
    MoleHillOption,
    MoleHillSearchResult,
    choose,
)
from moleworks.games.mole_hill.player.displayed_values import displayed_values
from moleworks.games.mole_hill.player.reasons import PlannedAction, reasons
from moleworks.games.mole_hill.player.search_kernels import KERNEL_POOL
from moleworks.games.mole_hill.rules import ROD
from moleworks.games.mole_hill.state_from_view import state

METHOD, PROOF, BOOK = "alpha-beta", "alpha-beta, proof", "book"
BOOK_LEVEL, BOOK_NODES = len(levels.LEVELS), 1_000_000
"""The level that knows the opening book, and from how many nodes on a search uses it."""


class MoleHillPlayer(Player[MoleHillState]):
    """Alpha-beta search, and proofs near the end of a round (see `docs/players.md`)."""

    analysis = AnalysisSettings(
        effort=Effort(nodes=1_000_000),
        glance=Effort(nodes=400_000),
        values_all_actions=False,
        chances=(0.05, 0.10, 0.20),
    )
    dataset_nodes = 20_000

    def advise(
        self,
        knowledge: Knowledge,
        effort: Effort,
        *,
        lines: int = 1,
        also: Sequence[str] = (),
        seed: int = 0,
        stop: Stop | None = None,
        patience: float | None = None,
    ) -> Advice:
        """Search, and say of the best actions what they are worth and why."""
        here = state(knowledge.view, knowledge.setup)
        also_actions = [MOLE_HILL.parse(here, name) for name in also]
        found = _search(here, effort, lines, also_actions, seed, stop, patience)
        return Advice(tuple(_lines(here, found)), _stats(found))

    def choose(self, knowledge: Knowledge, effort: Effort, *, seed: int = 0) -> str:
        """The best action, without values and reasons of the others."""
        here = state(knowledge.view, knowledge.setup)
        return MOLE_HILL.name(here, _search(here, effort, 1, (), seed, None, None).action)

    def outlook(self, state: MoleHillState, effort: Effort, *, seed: int = 0) -> tuple[float, ...]:
        """The chances of both seats, from the points that the search expects."""

        def value(here: MoleHillState) -> float:
            found = _search(here, effort, 1, (), seed, None, None, neutral=True)
            return displayed_values(here.table, here.position, found)[0]

        return win_chances.chances_by_seat(state, value)

    def in_points(self, view: View) -> bool:
        """The first round is valued in points, as the match cannot be won yet."""
        return words.in_points(view)

    def wants_few_points(self, view: View) -> bool:
        """The gardener wants the mole's points to be few."""
        return str(view["phase"]) == "rod"

    def warm_up(self, wait: float = 0.0) -> bool:
        """Compile the search in the background; whether that is done after `wait` seconds."""
        return KERNEL_POOL.warm_up(wait)


def _search(
    here: MoleHillState,
    effort: Effort,
    lines: int,
    also: Sequence[int],
    seed: int,
    stop: Stop | None,
    patience: float | None,
    neutral: bool = False,
) -> MoleHillSearchResult:
    knows = book.find(here.table, here.position) if _uses_book(effort) else ()
    missing = [action for action in also if all(line.action != action for line in knows)]
    if knows and not missing:
        return _from_book(here, knows, lines, also, seed)
    found = _searched(here, effort, lines, also, seed, stop, patience, neutral)
    if not knows:
        return found
    known = _from_book(here, knows, lines, also, seed)
    # What the book leaves out is worse than its best line.
    worst = max if here.position.phase == ROD else min
    others = [
        option._replace(value=worst(option.value, known.value))
        for option in found.options
        if option.action in missing
    ]
    return known._replace(options=(*known.options, *others), nodes=found.nodes, compiled=found.compiled)


def _uses_book(effort: Effort) -> bool:
    if effort.level is not None:
        return effort.level == BOOK_LEVEL
    return effort.nodes is not None and effort.nodes >= BOOK_NODES


def _from_book(
    here: MoleHillState, knows: book.Lines, lines: int, also: Sequence[int], seed: int
) -> MoleHillSearchResult:
    """The lines of the book: one of the best first, then the next ones and those that were asked about."""
    first = book.choose(here.table, here.position, knows, seed)
    others = [line for line in knows if line.action != first.action]
    shown = [first, *(line for n, line in enumerate(others, 1) if n < lines or line.action in also)]
    options = tuple(MoleHillOption(*line) for line in shown)
    return MoleHillSearchResult(options, len(first.line), 0, 0.0, first.proven, True, 0, book=True)


def _searched(
    here: MoleHillState,
    effort: Effort,
    lines: int,
    also: Sequence[int],
    seed: int,
    stop: Stop | None,
    patience: float | None,
    neutral: bool,
) -> MoleHillSearchResult:
    if effort.level is not None:
        settings = levels.search_settings(effort, here.table, here.position, seed)
    else:
        settings = levels.MoleHillSearchSettings(MoleHillBudget(effort.nodes, effort.seconds), 0.0, True)
    return choose(
        here.table,
        here.position,
        settings.budget,
        lines=lines,
        also=also,
        seed=seed,
        noise=settings.noise,
        exact=settings.exact,
        neutral=neutral,
        stop=stop,
        patience=patience,
    )


def _lines(here: MoleHillState, found: MoleHillSearchResult) -> Iterator[Line]:
    """Each option as a line, with a reason that no line before it has, if there is one.

    The best option is compared with the next one, the others with the best.
    """
    given: list[str] = []
    for option, value in zip(found.options, displayed_values(here.table, here.position, found), strict=True):
        others = [
            PlannedAction(other.action, other.line)
            for other in found.options
            if other.action != option.action
        ]
        planned, best = PlannedAction(option.action, option.line), option is found.options[0]
        whys = list(reasons(here.table, here.position, planned, others[0] if others else None, best))
        # Different numbers may read the same.
        why = next((why for why in whys if str(why) not in given), whys[0])
        given.append(str(why))
        if (
            best
            and found.book
            and option.action in {line.action for line in book.find(here.table, here.position)}
        ):
            why = Message(N_("{why} The computer has studied this opening."), {"why": why})
        line = tuple(MOLE_HILL.name(here, action) for action in option.line)
        yield Line(MOLE_HILL.name(here, option.action), value, line, why, option.proven)


def _stats(found: MoleHillSearchResult) -> SearchStats:
    method = BOOK if found.book else PROOF if found.exact else METHOD
    return SearchStats(
        method, found.depth, found.nodes, found.seconds, found.exact, found.compiled, found.hits
    )


PLAYER = MoleHillPlayer()

"""Puzzles of Buddel Bande: whose mole is this, and the best move where all owners are known.

An owner is asked for where it follows for certain from what the seat has seen and from passes. Moves are
asked for with two players, who know all owners; there the chance of winning counts every roll by its odds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from moleworks.core.bits import members
from moleworks.core.messages import N_, Message
from moleworks.engine import Effort, knowledge
from moleworks.games.buddel_bande import piece_names, rules
from moleworks.games.buddel_bande.board import mole_name, mole_number
from moleworks.games.buddel_bande.deduction import Deduction, deductions, known_names
from moleworks.games.buddel_bande.game import BUDDEL_BANDE, BuddelBandeState
from moleworks.games.buddel_bande.heard import action_numbers
from moleworks.games.buddel_bande.player.levels import LEVELS, forget_owners
from moleworks.games.buddel_bande.player.reasons import reason
from moleworks.games.buddel_bande.player.search import FEW
from moleworks.games.buddel_bande.player.search_kernels import KERNEL_POOL
from moleworks.games.buddel_bande.rules import ACT, DOG_TO, PASS
from moleworks.games.buddel_bande.state_from_view import state as state_from_view
from moleworks.lessons import LessonSetup
from moleworks.puzzles import Finding, Puzzle, PuzzleSource, WrongAnswer
from moleworks.puzzles.by_search import chosen_action, clear_best, continuation, value_of
from moleworks.puzzles.sentences import lower_chance, one_of_three, three_answers
from moleworks.record import Match
from moleworks.speech.sentences import comma_list

LAST_ONE, PASSED, RUN, RIVAL, DOG = "last-one", "passed", "run", "rival", "dog"
THEMES: Mapping[str, str] = MappingProxyType(
    {
        LAST_ONE: N_("Whose mole is this?"),
        PASSED: N_("What a pass gives away"),
        RUN: N_("Home with your own"),
        RIVAL: N_("A rival's mole"),
        DOG: N_("Where to put the dog"),
    }
)
SOURCES = (
    PuzzleSource(LessonSetup("classic", players=2), ("level6", "level4")),
    PuzzleSource(LessonSetup("classic", players=4), ("level6", "level4", "level5", "level3")),
    PuzzleSource(LessonSetup("stroll", players=2), ("level5", "level4")),
    PuzzleSource(LessonSetup("stroll", players=4), ("level6", "level5", "level6", "level4")),
    PuzzleSource(LessonSetup("classic", players=3), ("level6", "level4", "level5")),
)
NODES = 20_000
MARGIN = 0.06
"""The least difference in chances of winning between the best move and the next."""
MOST_ACTIONS = 170
LEAST_MOVES = 3
WORLDS = 64


def find(match: Match, nodes: int) -> Sequence[Finding]:
    """The owners that follow, or the one move that is clearly the best."""
    state = _state(match)
    if state.position.phase != ACT or match.ply > MOST_ACTIONS:
        return ()
    seat = state.position.seat
    if state.table.players == 2:
        return _best_move(match, state, nodes)
    return [_owner(each) for each in deductions(state, seat, match.public_actions())]


def attempt(match: Match, finding: Finding, effort: Effort, seed: int) -> str:
    """The move of the computer player, or the owner that it thinks most likely."""
    if not finding.about:
        return chosen_action(match, effort, seed)
    known = knowledge(match)
    here = state_from_view(known.view, known.setup)
    assert effort.level is not None, "a level tries it"
    settings = LEVELS[effort.level - 1]
    position = forget_owners(settings, here.table, here.position, seed)
    heard = [] if settings.forgets else action_numbers(known.heard)
    with KERNEL_POOL.borrow(reproducible=True) as kernels:
        count = kernels.enumerate_worlds(here.table, position, known.seat, heard)
        shares = kernels.owner_shares(here.table, kernels.sample(count, FEW, seed, WORLDS))
    mine = shares[mole_number(finding.about)]
    random = Random(f"{seed} {match.ply} {finding.about}")
    best = max(range(len(mine)), key=lambda owner: (round(mine[owner], 6), random.random()))
    return str(best)


def reply(match: Match, finding: Finding) -> str:
    """How the game may go on after a move."""
    return "" if finding.about else continuation(match, finding.answers[0], NODES)


def refute(match: Match, finding: Finding, wrong: str) -> WrongAnswer:
    """The chance of winning after a wrong move."""
    return WrongAnswer(0) if finding.about else value_of(match, wrong, NODES)


def choices(puzzle: Puzzle, match: Match) -> Mapping[str, Message]:
    """The animals of all seats, where the owner of a mole is asked for."""
    if not puzzle.about:
        return {}
    return {str(seat): piece_names.animal(seat) for seat in range(match.setup.players)}


def question(puzzle: Puzzle, match: Match) -> Message:
    """Whose mole it is, or which move is the best."""
    me = piece_names.animal(puzzle.seat)
    if puzzle.about:
        return Message(
            N_("Your animal: {animal}. Whose mole must this be: {mole}?"),
            {"animal": me, "mole": piece_names.mole(puzzle.about)},
        )
    view = match.game.view(match.state, puzzle.seat)
    dice = str(view.get("dice"))
    values = {"animal": me, "face": piece_names.face(dice[0]), "symbol": piece_names.symbol(dice[1])}
    return Message(
        N_("Your animal: {animal}. The dice show: {face}, {symbol}. Which move is clearly the best?"), values
    )


def hints(puzzle: Puzzle, match: Match) -> Sequence[Message]:
    """What to look at, then what was seen or what to move, then almost the answer."""
    if not puzzle.about:
        return _move_hints(puzzle, match)
    state = _state(match)
    found = _deduction(puzzle, match)
    seen = _seen(state, puzzle.seat, found.mole)
    first = Message(N_("Each player has one mole of each size. Which of this size do you know?"))
    if not found.denied:
        return first, seen, _not_these(puzzle, match)
    return first, seen, _ruled_out(found)


def solution(puzzle: Puzzle, match: Match) -> Message:
    """What the owner follows from; or the chances with the answer and with the next best move."""
    state = _state(match)
    if puzzle.about:
        found = _deduction(puzzle, match)
        values: dict[str, object] = {
            "seen": _seen(state, puzzle.seat, found.mole),
            "mole": piece_names.mole(puzzle.about),
            "animal": piece_names.animal(found.owner),
        }
        if found.denied:
            values["out"] = _ruled_out(found)
            return Message(N_("{seen} {out} So it must be: {mole} ({animal})."), values)
        return Message(N_("{seen} One player is left: {mole} ({animal})."), values)
    values = {
        "action": _action(match, puzzle.answers[0]),
        "chance": round(100 * puzzle.value),
        "second": _action(match, puzzle.second),
        "rest": round(100 * puzzle.rest),
        "reason": _reason(state, puzzle.answers[0]),
    }
    text = N_(
        "With “{action}” you win {chance} times in 100,"
        " with the next best move, “{second}”, {rest} times. {reason}"
    )
    return Message(text, values)


def mistake(puzzle: Puzzle, match: Match, answer: str) -> Message:
    """Why it is not this owner, or the chance of winning after another move."""
    if puzzle.about:
        return _not_this_owner(puzzle, match, int(answer))
    return lower_chance(puzzle, answer)


def _state(match: Match) -> BuddelBandeState:
    assert isinstance(match.state, BuddelBandeState)
    return match.state


def _owner(found: Deduction) -> Finding:
    theme = PASSED if found.denied else LAST_ONE
    return Finding(theme, (str(found.owner),), 1, 0, about=mole_name(found.mole))


def _best_move(match: Match, state: BuddelBandeState, nodes: int) -> Sequence[Finding]:
    if len(match.legal) < LEAST_MOVES:
        return ()
    best = clear_best(match, nodes, MARGIN)
    if best is None:
        return ()
    choice = BUDDEL_BANDE.parse(state, best.action) & 63
    if choice == PASS:
        return ()
    theme = DOG if choice >= DOG_TO else RUN
    if choice < PASS and rules.owner(state.position, choice) != state.position.seat:
        theme = RIVAL
    return (Finding(theme, (best.action,), best.value, best.rest, best.second),)


def _deduction(puzzle: Puzzle, match: Match) -> Deduction:
    found = deductions(_state(match), puzzle.seat, match.public_actions())
    return next(each for each in found if mole_name(each.mole) == puzzle.about)


def _pair(mole: str, seat: int) -> Message:
    values = {"mole": piece_names.mole(mole), "animal": piece_names.animal(seat)}
    return Message(N_("{mole} ({animal})"), values)


def _seen(state: BuddelBandeState, seat: int, mole: int) -> Message:
    known = [_pair(name, owner) for name, owner in known_names(state, seat, mole)]
    return Message(N_("You have seen: {moles}."), {"moles": comma_list(known)})


def _ruled_out(found: Deduction) -> Message:
    pairs = [_pair(mole_name(mole), seat) for mole, seat in found.denied]
    text = N_("Whoever knows a mole as their own may not pass (BB10), so a pass ruled out: {moles}.")
    return Message(text, {"moles": comma_list(pairs)})


def _not_these(puzzle: Puzzle, match: Match) -> Message:
    """Two animals, one of them the owner."""
    random = Random(puzzle.id)
    others = [seat for seat in range(match.setup.players) if str(seat) not in puzzle.answers]
    two = [int(puzzle.answers[0]), random.choice([seat for seat in others if seat != puzzle.seat] or others)]
    random.shuffle(two)
    values = {"one": piece_names.animal(two[0]), "other": piece_names.animal(two[1])}
    return Message(N_("It is one of these two: {one} or {other}."), values)


def _not_this_owner(puzzle: Puzzle, match: Match, owner: int) -> Message:
    state, found = _state(match), _deduction(puzzle, match)
    for name, other in known_names(state, puzzle.seat, found.mole):
        if other == owner:
            return Message(N_("No: you know that this one is theirs: {pair}."), {"pair": _pair(name, owner)})
    return Message(
        N_("No. {why}"), {"why": _ruled_out(found) if found.denied else _seen(state, puzzle.seat, found.mole)}
    )


def _move_hints(puzzle: Puzzle, match: Match) -> Sequence[Message]:
    names = three_answers(puzzle, match.legal)
    return (
        Message(HINTS[puzzle.theme]),
        one_of_three([_action(match, name) for name in names]),
        _reason(_state(match), puzzle.answers[0]),
    )


HINTS: Mapping[str, str] = MappingProxyType(
    {
        RUN: N_("Look at your own moles. Which of them gains the most hills?"),
        RIVAL: N_("Not only your own moles may be moved. Which of the others gains least?"),
        DOG: N_("The dog stops every mole beside it. Which mole must not go on, and which must?"),
    }
)


def _action(match: Match, name: str) -> Message:
    from moleworks import speech  # noqa: PLC0415 - the words of the game import its rules, not its puzzles

    return speech.action(match.game, match.state, name)


def _reason(state: BuddelBandeState, name: str) -> Message:
    """Why the player likes it; all owners are known here."""
    players = state.table.players
    shares = [[0.0] * players for _ in range(12)]
    for mole in members(state.table.moles):
        shares[mole][rules.owner(state.position, mole)] = 1.0
    return reason(state, shares, BUDDEL_BANDE.parse(state, name) & 63)

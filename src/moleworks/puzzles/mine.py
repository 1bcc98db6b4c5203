"""Mine puzzles from games that the computer plays against itself: find, confirm, try all levels, explain.

The game of a number depends on the number alone, so a run continues where it was interrupted, and any number
of processes find the same puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from moleworks import catalogue, engine
from moleworks.core.game import CHANCE
from moleworks.core.kernel import available
from moleworks.core.messages import N_, Complaint
from moleworks.engine import chance, player_names
from moleworks.lessons import LessonSetup
from moleworks.puzzles import files, rate
from moleworks.puzzles.game_puzzles import Finding, GamePuzzles
from moleworks.puzzles.puzzle import Puzzle, WrongAnswer, puzzle_id
from moleworks.record import Match

PATIENCE = 600.0
"""Seconds to wait for compiled kernels."""
STRONGER = 10
"""A second search with so many times the nodes has to find the same answers."""
PER_GAME = 2
"""The most puzzles of one game: those of neighbouring positions resemble each other."""
WRONG_KEPT = 4
"""The most wrong answers that are kept with a puzzle."""


def warm_up(game: str) -> None:
    """Compile the player in this process; a complaint if that takes too long."""
    if not engine.player(game).warm_up(PATIENCE) and available():
        raise Complaint(
            N_("The computer player could not be compiled within {seconds} seconds. Run it once more."),
            seconds=round(PATIENCE),
        )


def puzzles_of_game(game: str, number: int, hard: bool = False) -> list[Puzzle]:
    """The puzzles of the self-play game of this number, not yet rated; or the hard ones only."""
    part = files.part(game)
    random = Random(f"{game} {number}")
    found = [(match, finding) for match, finding in _positions(game, part, number, random)]
    random.shuffle(found)
    puzzles: list[Puzzle] = []
    for match, finding in found:
        if any(puzzle.theme == finding.theme for puzzle in puzzles):
            continue
        if hard and rate.found_at_once(part, match, finding):
            continue
        if not confirmed(part, match, finding):
            continue
        puzzles.append(_puzzle(game, part, match, finding))
        if len(puzzles) == PER_GAME:
            break
    return puzzles


def confirmed(part: GamePuzzles, match: Match, finding: Finding, times: int = STRONGER) -> bool:
    """Whether a search with so many times the nodes finds the same question and the same answers."""
    again = (each for each in part.find(match, times * part.NODES) if each.about == finding.about)
    return any((each.theme, each.answers) == (finding.theme, finding.answers) for each in again)


def position_key(game: str, puzzle: Puzzle) -> bytes:
    """Equal for two puzzles with the same position and question."""
    match = puzzle.match(game)
    view = match.game.view(match.state, puzzle.seat)
    return msgspec.json.encode((puzzle.laid.board, view, puzzle.about), order="sorted")


def _positions(game: str, part: GamePuzzles, number: int, random: Random) -> Iterator[tuple[Match, Finding]]:
    """Play a game; every position in it that may be a puzzle."""
    source = part.SOURCES[number % len(part.SOURCES)]
    rules = source.laid.match(game, ()).game
    match = source.laid.match(game, ())
    if rules.rotating_boards:
        rotations = chance.draw_rotations(rules, random)
        laid = msgspec.structs.replace(source.laid, rotations=list(rotations or ()))
        match = laid.match(game, ())
    turn = random.randrange(len(source.players))
    players = [
        player_names.player_named(game, source.players[(seat + turn) % len(source.players)])
        for seat in range(match.setup.players)
    ]
    random_actions = 0
    while (actor := match.game.actor(match.state)) is not None:
        if actor == CHANCE:
            match.act(chance.draw(match.game, match.state, random))
            continue
        for finding in part.find(match, part.NODES):
            yield match.copy(), finding
        if random_actions < source.opening:
            random_actions += 1
            match.act(chance.random_legal(match.game, match.state, random))
        else:
            match.play(players[actor](engine.knowledge(match), random.getrandbits(30)))


def _puzzle(game: str, part: GamePuzzles, match: Match, finding: Finding) -> Puzzle:
    laid = _laid(match)
    actions = " ".join(match.names)
    solved, wrong = rate.attempts(part, match, finding, seed=match.ply)
    shown: dict[str, WrongAnswer] = {
        answer: part.refute(match, finding, answer) for answer in wrong[:WRONG_KEPT]
    }
    actor = match.game.actor(match.state)
    assert actor is not None, "a seat is asked"
    return Puzzle(
        id=puzzle_id(game, laid, actions, finding.about),
        theme=finding.theme,
        laid=laid,
        actions=actions,
        seat=actor,
        answers=list(finding.answers),
        value=finding.value,
        rest=finding.rest,
        second=finding.second,
        about=finding.about,
        reply=part.reply(match, finding),
        wrong=shown,
        solved=solved,
    )


def _laid(match: Match) -> LessonSetup:
    """The set-up of a match, without the options that the preset gives anyway."""
    setup = match.setup
    return LessonSetup(
        board=setup.board.name,
        players=setup.players,
        preset=setup.preset,
        options=catalogue.chosen_options(setup),
        rotations=None if setup.rotations is None else list(setup.rotations),
    )

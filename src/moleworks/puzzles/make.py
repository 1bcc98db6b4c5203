"""Make a file of puzzles: mine games in processes, keep each game's puzzles at once, then rate and choose.

The folder has games.jsonl, a line for each game that was looked through, and puzzles.jsonl, the result.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from moleworks.core.file_lock import Lock
from moleworks.core.messages import N_, Complaint
from moleworks.puzzles import mine, rate
from moleworks.puzzles.files import FILE, write_puzzles
from moleworks.puzzles.puzzle import Puzzle

GAMES = "games.jsonl"
MOST = 100_000
"""The most games that one call looks through."""

MOST_FALL = 1 / 3
"""Puzzles are left out that some level solves by this share of attempts less often than a weaker level."""

OnProgress = Callable[[int, int, int], None]
"""Called with the puzzles so far, the puzzles wanted, and the games so far."""


class MinedGame(msgspec.Struct, frozen=True):
    """A line of games.jsonl."""

    game: str
    number: int
    puzzles: list[Puzzle]


def make(
    game: str,
    count: int,
    out: Path,
    *,
    of: int | None = None,
    hard: bool = False,
    processes: int = 0,
    watch: OnProgress | None = None,
) -> list[Puzzle]:
    """Mine until there are `of` different puzzles; choose `count` of them, write and return them.

    `hard` leaves out those that the strongest level finds at once.
    """
    wanted = max(count, of or 0)
    out.mkdir(parents=True, exist_ok=True)
    with Lock(out):
        mined = read_games(out / GAMES, game)
        different = {
            mine.position_key(game, puzzle): puzzle for each in mined.values() for puzzle in each.puzzles
        }
        with (out / GAMES).open("ab") as file:
            for found in _mine(game, set(mined), processes, hard, lambda: len(different) >= wanted):
                file.write(msgspec.json.encode(found) + b"\n")
                file.flush()
                mined[found.number] = found
                for puzzle in found.puzzles:
                    different[mine.position_key(game, puzzle)] = puzzle
                if watch:
                    watch(len(different), wanted, len(mined))
        in_order = {
            mine.position_key(game, puzzle): puzzle
            for _, each in sorted(mined.items())
            for puzzle in each.puzzles
        }
        chosen = choose([puzzle for puzzle in rated(list(in_order.values())) if rises(puzzle)], count)
        (out / FILE).write_bytes(write_puzzles(chosen))
    return chosen


def rated(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles with their ratings and levels."""
    if not puzzles:
        return []
    levels = rate.level_ratings([puzzle.solved for puzzle in puzzles])
    found = []
    for puzzle in puzzles:
        rating = rate.rating(levels, puzzle.solved)
        level = rate.rated_level(levels, rating)
        found.append(msgspec.structs.replace(puzzle, rating=round(rating), level=level))
    return found


def rises(puzzle: Puzzle) -> bool:
    """Whether no level solves it much less often than a weaker one: else its rating would say little."""
    solved = puzzle.solved
    return all(
        max(solved[: level + 1]) - solved[level] < rate.TRIES * MOST_FALL for level in range(len(solved))
    )


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many puzzles, the same number of each theme and difficulty as far as there are; by their ids."""
    groups: dict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        groups[puzzle.theme, puzzle.level].append(puzzle)
    chosen: list[Puzzle] = []
    while len(chosen) < count and any(groups.values()):
        for key in sorted(groups):
            if groups[key] and len(chosen) < count:
                chosen.append(groups[key].pop(0))
    return sorted(chosen, key=lambda puzzle: puzzle.id)


def read_games(path: Path, game: str) -> dict[int, MinedGame]:
    """The games that were looked through, by number; a torn last line is cut off."""
    if not path.exists():
        return {}
    lines = path.read_bytes().splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
        path.write_bytes(b"".join(lines))
    try:
        found = [msgspec.json.decode(line, type=MinedGame) for line in lines]
    except msgspec.MsgspecError as error:
        raise Complaint(N_("{path} is damaged ({reason})."), path=path, reason=error) from error
    if any(each.game != game for each in found):
        text = N_("{path} holds puzzles of another game. Name another folder.")
        raise Complaint(text, path=path.parent)
    return {each.number: each for each in found}


def _mine(
    game: str, known: set[int], processes: int, hard: bool, enough: Callable[[], bool]
) -> Iterator[MinedGame]:
    """The games with other numbers, until there is enough."""
    numbers = iter([number for number in range(MOST) if number not in known])
    if enough():
        return
    if not processes:
        mine.warm_up(game)
        for number in numbers:
            yield look_through(game, number, hard)
            if enough():
                return
        return
    # Forked copies of a process with threads and compiled code may hang.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _ignore_interrupts)
    running = set[Future[MinedGame]]()
    try:
        while not enough():
            while len(running) < 2 * processes and (due := next(numbers, None)) is not None:
                running.add(pool.submit(_in_worker, game, due, hard))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    except BrokenProcessPool as error:
        raise Complaint(
            N_("A process that played games ended by itself; what was played is kept. Run it once more.")
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def look_through(game: str, number: int, hard: bool = False) -> MinedGame:
    """Play a game and find its puzzles."""
    return MinedGame(game, number, mine.puzzles_of_game(game, number, hard))


def _in_worker(game: str, number: int, hard: bool) -> MinedGame:
    mine.warm_up(game)
    return look_through(game, number, hard)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C

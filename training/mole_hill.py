"""Search the opening book of Mole Hill: `.venv/bin/python -m training.mole_hill [--nodes 10000000]`.

For the shipped lawns and both presets, every first square that symmetry tells apart is searched, and the
position after the best rod. `games/mole_hill/player/book.json` is written after each search; a run that was
interrupted goes on with the same command. A small lawn is proven if the nodes suffice.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from moleworks import boards
from moleworks.core.registry import GAMES
from moleworks.games.mole_hill import rules
from moleworks.games.mole_hill.board import board_of, make_table
from moleworks.games.mole_hill.player import book
from moleworks.games.mole_hill.player.choose_action import MoleHillBudget, MoleHillOption, choose
from moleworks.games.mole_hill.player.search_kernels import KERNEL_POOL
from moleworks.games.mole_hill.rules import MoleHillPosition, MoleHillTable
from moleworks.games.mole_hill.solve.symmetry import different_starts

LAWNS = tuple((board, preset) for board in ("patch", "classic") for preset in ("blatz", "short"))
LINES, LONGEST = 3, 9
"""How many actions of a position are kept, and how many actions of the play after them."""

Row = tuple[str, float, Sequence[str], bool]


class BookSearch:
    """Searches the book of one lawn."""

    def __init__(self, table: MoleHillTable, nodes: int, known: book.BookLawn | None) -> None:
        self.table, self._nodes = table, nodes
        self.entries = dict(known.entries) if known else {}
        self._names = {number: name for name, number in book.action_numbers(table).items()}

    def open_positions(self) -> list[tuple[str, ...]]:
        """What is not in the book yet: replies to first squares, then steps after the best reply."""
        starts = [(self._names[start],) for start in different_starts(self.table)]
        replied = [(*start, self.entries[start][0][0]) for start in starts if start in self.entries]
        return [played for played in (*starts, *replied) if played not in self.entries]

    def search(self, played: tuple[str, ...]) -> None:
        """Add a position."""
        budget = MoleHillBudget(self._nodes)
        found = choose(self.table, self._position(played), budget, lines=LINES, neutral=True, patience=600)
        self.entries[played] = [self._row(option) for option in found.options]

    def add_starts(self) -> None:
        """Add the first squares, valued by the best replies."""
        rows: list[Row] = []
        for played, replies in self.entries.items():
            if len(played) == 1:
                _, value, line, proven = replies[0]
                rows.append((played[0], value, (*played, *line)[:LONGEST], proven))
        self.entries[()] = sorted(rows, key=lambda row: -row[1])

    def _position(self, played: Sequence[str]) -> MoleHillPosition:
        numbers, position = book.action_numbers(self.table), rules.opening(self.table)
        for name in played:
            position = rules.play(self.table, position, numbers[name])
        return position

    def _row(self, option: MoleHillOption) -> Row:
        line = tuple(self._names[action] for action in option.line[:LONGEST])
        return self._names[option.action], round(option.value, 3), line, option.proven


def main() -> None:
    """Search what is missing, and write the book."""
    parser = argparse.ArgumentParser(prog="python -m training.mole_hill", description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000_000, help="for each position")
    parser.add_argument("--file", type=Path, default=book.FILE)
    options = parser.parse_args()
    assert KERNEL_POOL.warm_up(600)
    known = {lawn.table: lawn for lawn in book.read(options.file)} if options.file.exists() else {}
    for board, preset in LAWNS:
        setup = GAMES["mole-hill"].setup(boards.named("mole-hill", board), 2, preset, {"rounds": 1})
        table = make_table(board_of(setup), setup.options)
        search = BookSearch(table, options.nodes, known.get(table))
        while open_ := search.open_positions():
            search.search(open_[0])
            search.add_starts()
            known[table] = book.BookLawn(table, search.entries)
            book.write(list(known.values()), options.file)
            print(f"{board}, {preset}: {' '.join(open_[0])}: {search.entries[open_[0]][0]}", flush=True)


if __name__ == "__main__":
    main()

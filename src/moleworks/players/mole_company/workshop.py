"""Where the search's kernels are compiled, and what one search writes on.

Memory: 0.5 MB for each search that runs at once, and 19 MB for the tables of the last sixteen boxes played;
the search keeps no table of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moleworks.games.kernel import compiled
from moleworks.games.mole_company.game import MOLE_COMPANY, State
from moleworks.games.mole_company.rules import Position, Table
from moleworks.players.listing import Legal, listing
from moleworks.players.mole_company import habits, search
from moleworks.players.mole_company.evaluation import FEATURES
from moleworks.players.mole_company.ground import ONE, Ground, ground, native_ground, native_table
from moleworks.players.mole_company.search import Desk
from moleworks.players.workshop import Numbers, Stop, Workshop, numbers, plain


class Kit:
    """The kernels of the search, compiled or not, with all that one search writes on."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self.legal: Legal = listing("mole-company") if native else MOLE_COMPANY.legal
        self.search: Callable[..., int] = compiled(search.search) if native else search.search
        self.watched: Callable[..., Position] = compiled(habits.watched) if native else habits.watched
        self.scores = self._new(4 * habits.HABITS)
        self.desk = Desk(
            frames=self._new(search.PLIES * search.FRAME),
            actions=self._new(search.PLIES * search.FAN),
            ranks=self._new(search.PLIES * search.FAN),
            values=self._new(search.PLIES * 4),
            result=self._new(4),
            found=self._new(FEATURES),
            root=self._new(search.FAN),
            worth=self._new(search.FAN * 4),
            habits=self._new(4),
            bias=self._new(search.FAN),
            report=self._new(search.REPORT),
            stop=self._new(1),
        )

        self.even = {players: self._even(players) for players in MOLE_COMPANY.seats}
        """What every action is worth to every seat as long as nothing is known of it."""

    def _even(self, players: int) -> Numbers:
        shares = self._new(search.FAN * 4)
        shares[:] = [ONE // players if seat < players else 0 for seat in range(4)] * search.FAN
        return shares

    def _new(self, size: int) -> Numbers:
        return numbers(self.native, size)

    def tables(self, table: Table) -> tuple[Table, Ground]:
        if self.native:
            return native_table(table), native_ground(table)
        return table, ground(table)

    def watch(self, state: State, heard: Sequence[int]) -> None:
        """Take each rival for what explains best what was heard; without that, for a thinker.

        Actions that lead elsewhere are of a match that was not heard from its beginning, and tell nothing.
        Alone against one, to expect the best of that one has done as well (91 % against a greedy one).
        """
        self.desk.habits[:] = [habits.THINKS] * 4
        if not heard or state.table.players == 2:
            return
        actions = self._new(len(heard))
        actions[:] = heard
        desk = self.desk
        table, ground = self.tables(state.table)
        there = self.watched(
            table, ground, actions, len(heard), desk.actions, desk.found, desk.result, self.scores
        )
        if there == state.position:
            for seat in range(state.table.players):
                own = plain(self.scores[seat * habits.HABITS : (seat + 1) * habits.HABITS])
                desk.habits[seat] = own.index(max(own))

    def try_out(self) -> None:
        """A box with one hole a board, and nothing else: enough to compile for."""
        table = Table(2, 1, 1, (0,) * 6144, (0,) * 6144, (1,) * 4, (0,) * 4, 0, 0, 1)
        self.desk.report[search.R_COUNT] = 0
        numbers_of, ground_of = self.tables(table)
        desk = self.desk._replace(stop=Stop().flag)
        self.watched(
            numbers_of, ground_of, self._new(1), 0, desk.actions, desk.found, desk.result, self.scores
        )
        self.search(
            numbers_of, ground_of, desk, Position(2, 0, 0, 1, 2, 0, 0, 0x5D5D, 0, 0, 0, -1), 1, 8, 100
        )


WORKSHOP = Workshop(Kit, search.search)

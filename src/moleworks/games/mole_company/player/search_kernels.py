"""The kernels of Mole Company's search, compiled or interpreted, with their buffers and tables.

Memory: 0.5 MB for each search that runs at the same time, and 19 MB for the tables of the last sixteen boxes.
There is no transposition table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moleworks.core.kernel import compiled
from moleworks.engine.kernel_pool import IntArray, KernelPool, Stop, int_array, to_list
from moleworks.engine.legal_actions import Legal
from moleworks.games.mole_company import compiled_legal
from moleworks.games.mole_company.game import MOLE_COMPANY, MoleCompanyState
from moleworks.games.mole_company.player import opponent_models, search
from moleworks.games.mole_company.player.evaluation import FEATURES
from moleworks.games.mole_company.player.search import MoleCompanyBuffers
from moleworks.games.mole_company.player.tables import (
    ONE,
    MoleCompanySearchTables,
    native_search_tables,
    native_table,
    search_tables,
)
from moleworks.games.mole_company.rules import MoleCompanyPosition, MoleCompanyTable
from moleworks.games.mole_company.rules_fast import write_legal


class MoleCompanyKernels:
    """The kernels, compiled or interpreted, with the buffers of one search."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self.legal: Legal[MoleCompanyState] = compiled_legal.make_lister() if native else MOLE_COMPANY.legal
        self.search: Callable[..., int] = compiled(search.search) if native else search.search
        self.score_models: Callable[..., MoleCompanyPosition] = (
            compiled(opponent_models.score_models) if native else opponent_models.score_models
        )
        self.scores = self._new(4 * opponent_models.MODEL_COUNT)
        self.buffers = MoleCompanyBuffers(
            frames=self._new(search.PLIES * search.FRAME),
            actions=self._new(search.PLIES * search.FAN),
            ranks=self._new(search.PLIES * search.FAN),
            values=self._new(search.PLIES * 4),
            result=self._new(4),
            found=self._new(FEATURES),
            root=self._new(search.FAN),
            root_chances=self._new(search.FAN * 4),
            opponent_models=self._new(4),
            bias=self._new(search.FAN),
            report=self._new(search.REPORT),
            stop=self._new(1),
        )

        self.even_chances = {players: self._even_chances(players) for players in MOLE_COMPANY.player_counts}
        """By number of players: the chances of all seats after each action, before anything was searched."""

    def _even_chances(self, players: int) -> IntArray:
        shares = self._new(search.FAN * 4)
        shares[:] = [ONE // players if seat < players else 0 for seat in range(4)] * search.FAN
        return shares

    def _new(self, size: int) -> IntArray:
        return int_array(self.native, size)

    def tables(self, table: MoleCompanyTable) -> tuple[MoleCompanyTable, MoleCompanySearchTables]:
        """The tables of the boards, as arrays if the kernels are compiled."""
        if self.native:
            return native_table(table), native_search_tables(table)
        return table, search_tables(table)

    def model_opponents(self, state: MoleCompanyState, heard: Sequence[int]) -> None:
        """Choose for each rival the model that best explains the actions heard; without actions, a thinker.

        Actions that lead to another position are of a match that was not heard from its beginning, and are
        ignored. With two players the rival is always a thinker, which plays as well (91 % against `greedy`).
        """
        self.buffers.opponent_models[:] = [opponent_models.THINKS] * 4
        if not heard or state.table.players == 2:
            return
        actions = self._new(len(heard))
        actions[:] = heard
        buffers = self.buffers
        table, tables = self.tables(state.table)
        there = self.score_models(
            table, tables, actions, len(heard), buffers.actions, buffers.found, buffers.result, self.scores
        )
        if there == state.position:
            for seat in range(state.table.players):
                own = to_list(
                    self.scores[seat * opponent_models.MODEL_COUNT : (seat + 1) * opponent_models.MODEL_COUNT]
                )
                buffers.opponent_models[seat] = own.index(max(own))

    def compile(self) -> None:
        """Compile with a box that has one hole for each board and nothing else."""
        board_sets = (1,) * 8 + (0,) * 4
        table = MoleCompanyTable(2, 1, (0,) * 6144, (0,) * 6144, board_sets, 0, 0, 1)
        self.buffers.report[search.R_COUNT] = 0
        native_table_of, tables = self.tables(table)
        buffers = self.buffers._replace(stop=Stop().flag)
        self.score_models(
            native_table_of,
            tables,
            self._new(1),
            0,
            buffers.actions,
            buffers.found,
            buffers.result,
            self.scores,
        )
        position = MoleCompanyPosition(2, 0, 0, 1, 2, 0, 0, 0x5D5D, 0, 0, 0, -1)
        self.search(native_table_of, tables, buffers, position, 1, 8, 100)
        if self.native:
            compiled(write_legal)(native_table_of, position, self._new(compiled_legal.MOST), 0)


KERNEL_POOL = KernelPool(MoleCompanyKernels, search.search)

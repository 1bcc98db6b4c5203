"""The kernels of Buddel Bande's search, compiled or interpreted, with their buffers.

Memory: less than half a megabyte for each search that runs at the same time, nearly all of it for worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moleworks.core.bits import members
from moleworks.core.kernel import compiled
from moleworks.engine.kernel_pool import IntArray, KernelPool, Stop, float_array, int_array, to_list
from moleworks.games.buddel_bande.player import beliefs, lookahead
from moleworks.games.buddel_bande.player.beliefs import (
    DEALS,
    MOST,
    OPPONENT_MODEL,
    SLOTS,
    BeliefBuffers,
    OpponentModel,
)
from moleworks.games.buddel_bande.player.evaluation import ACTIVE
from moleworks.games.buddel_bande.player.lookahead import FAN, FIELDS, KINDS, PLIES, LookaheadBuffers
from moleworks.games.buddel_bande.player.tables import network_tables
from moleworks.games.buddel_bande.rules import (
    ACT,
    ANY,
    BuddelBandePosition,
    BuddelBandeTable,
    after_deal,
    opening,
    seen_moles,
)

SAMPLE = 512
"""The most worlds that a search uses."""
ZEROS = (0,) * (4 * KINDS)


class BuddelBandeKernels:
    """The kernels, compiled or interpreted, with the buffers of one search."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self._evaluate_choices = self._kernel(lookahead.evaluate_choices)
        self._update_beliefs = self._kernel(beliefs.update_beliefs)
        self._list_worlds = self._kernel(beliefs.list_worlds)
        self._sample_worlds = self._kernel(beliefs.sample_worlds)
        new = self._new
        self.belief_buffers = BeliefBuffers(
            likelihoods=float_array(native, 4 * SLOTS),
            preferences=new(64),
            deals=new(3 * (DEALS + 1)),
            owners=new(MOST),
            weights=float_array(native, MOST),
        )
        self.buffers = LookaheadBuffers(
            frames=new(PLIES * FIELDS),
            moves=new(PLIES * FAN),
            counts=new(2 * PLIES),
            values=new(4 * PLIES * FAN),
            places=new(3 * PLIES * KINDS),
            scratch=new(ACTIVE + 4),
            totals=new(4 * KINDS),
            report=new(1),
            stop=new(1),
        )
        self.world_sample = new(2 * SAMPLE)

    def _kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return compiled(function) if self.native else function

    def _new(self, size: int) -> IntArray:
        return int_array(self.native, size)

    def enumerate_worlds(
        self,
        table: BuddelBandeTable,
        position: BuddelBandePosition,
        me: int,
        heard: Sequence[int],
        model: OpponentModel = OPPONENT_MODEL,
    ) -> int:
        """List the possible worlds with their weights; return their number."""
        known = seen_moles(position, me)
        start = after_deal(table, position.owners, 0)
        actions = self._new(max(1, len(heard)))
        actions[: len(heard)] = heard
        tables = network_tables(table, self.native)
        end = self._update_beliefs(
            table, tables, model, self.belief_buffers, start, actions, len(heard), me, known
        )
        if (end.places, end.dog, end.seat) != (position.places, position.dog, position.seat):
            self._update_beliefs(table, tables, model, self.belief_buffers, start, actions, 0, me, known)
        deals = table.deals.bit_length()
        return int(self._list_worlds(table, self.belief_buffers, position.owners, known, me, deals))

    def sample(self, count: int, all_below: int, seed: int, draws: int) -> int:
        """Sample worlds for the search, or take all if they are at most `all_below`; return how many."""
        return int(
            self._sample_worlds(
                self.belief_buffers, count, all_below, seed, min(draws, SAMPLE), self.world_sample
            )
        )

    def evaluate_choices(
        self,
        table: BuddelBandeTable,
        position: BuddelBandePosition,
        choices: int,
        first: int,
        last: int,
        depth: int,
        stop: Stop,
    ) -> tuple[int, list[list[int]]]:
        """The number of sampled worlds evaluated, and by choice the sums of the chances of each seat."""
        totals = self.buffers.totals
        totals[:] = ZEROS
        buffers = self.buffers._replace(stop=stop.flag)
        done = self._evaluate_choices(
            table,
            network_tables(table, self.native),
            buffers,
            position,
            choices,
            self.world_sample,
            first,
            last,
            depth,
        )
        sums = to_list(totals)
        return int(done), [sums[at : at + 4] for at in range(0, 4 * KINDS, 4)]

    def owner_shares(self, table: BuddelBandeTable, worlds: int) -> list[list[float]]:
        """By mole and seat: the probability that the mole is that seat's, from the sampled worlds."""
        sums = [[0] * table.players for _ in range(12)]
        sample = to_list(self.world_sample[: 2 * worlds])
        for world, weight in zip(sample[::2], sample[1::2], strict=True):
            for mole in members(table.moles):
                sums[mole][world >> 2 * mole & 3] += weight
        return [[part / (sum(parts) or 1) for part in parts] for parts in sums]

    @property
    def nodes(self) -> int:
        """The number of positions that the last search evaluated."""
        return int(self.buffers.report[0])

    def compile(self) -> None:
        """Call every kernel once with small arguments of the right types."""
        table = BuddelBandeTable(2, 3, 6, 10, 12, 8, 819, 819, 0, 0, 9, 3)
        position = opening(table)._replace(phase=ACT, owners=0x010101, choices=819, face=ANY)
        count = self.enumerate_worlds(table, position, 0, ())
        self.evaluate_choices(table, position, 1, 0, self.sample(count, 1, 1, 1), 2, Stop())


KERNEL_POOL: KernelPool[BuddelBandeKernels] = KernelPool(BuddelBandeKernels, lookahead.evaluate_choices)

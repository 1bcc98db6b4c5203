"""The kernels of the search, compiled or not, with all that one search writes on.

Memory: a kit takes less than half a megabyte, nearly all of it for worlds; as many are kept as searches ran
at once.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, cast

from moleworks.games.bits import members
from moleworks.games.buddel_bande.rules import DICE, ROLL, Position, Table, opening
from moleworks.games.kernel import compiled
from moleworks.players.buddel_bande import beliefs, look
from moleworks.players.buddel_bande.beliefs import DEALS, HABITS, MOST, SLOTS, Habits, Ledger
from moleworks.players.buddel_bande.look import FAN, FIELDS, KINDS, PLIES, Desk
from moleworks.players.buddel_bande.strength import ACTIVE
from moleworks.players.buddel_bande.track import net
from moleworks.players.workshop import Numbers, Stop, Workshop, numbers, plain

SAMPLE = 512
"""Worlds looked at, at most."""
NOTHING = (0,) * (4 * KINDS)


def fractions(native: bool, size: int) -> MutableSequence[float]:
    """So many zeros with a point, for a kernel to write on."""
    if not native:
        return [0.0] * size
    import numpy  # noqa: PLC0415

    return cast(MutableSequence[float], numpy.zeros(size))


class BuddelKit:
    """One search's tools."""

    def __init__(self, native: bool) -> None:
        self.native = native
        self._weigh = self._kernel(look.weigh)
        self._listen = self._kernel(beliefs.listen)
        self._worlds = self._kernel(beliefs.worlds)
        self._drawn = self._kernel(beliefs.drawn)
        new = self._new
        self.ledger = Ledger(
            heard=fractions(native, 4 * SLOTS),
            wishes=new(64),
            deals=new(3 * (DEALS + 1)),
            owners=new(MOST),
            weights=fractions(native, MOST),
        )
        self.desk = Desk(
            frames=new(PLIES * FIELDS),
            ways=new(PLIES * FAN),
            counts=new(2 * PLIES),
            values=new(4 * PLIES * FAN),
            places=new(3 * PLIES * KINDS),
            scratch=new(ACTIVE + 4),
            totals=new(4 * KINDS),
            report=new(1),
            stop=new(1),
        )
        self.sample = new(2 * SAMPLE)

    def _kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return compiled(function) if self.native else function

    def _new(self, size: int) -> Numbers:
        return numbers(self.native, size)

    def believe(
        self,
        table: Table,
        position: Position,
        me: int,
        heard: Sequence[int],
        habits: Habits = HABITS,
    ) -> int:
        """Work out the worlds and their weights; how many worlds there are."""
        known = position.seen >> (12 * me) & 0xFFF
        start = opening(table)._replace(phase=ROLL, choices=DICE, face=0, owners=position.owners)
        actions = self._new(max(1, len(heard)))
        actions[: len(heard)] = heard
        tables = net(table, self.native)
        end = self._listen(table, tables, habits, self.ledger, start, actions, len(heard), me, known)
        if (end.places, end.dog, end.seat) != (position.places, position.dog, position.seat):
            self._listen(table, tables, habits, self.ledger, start, actions, 0, me, known)
        deals = table.deals.bit_length()
        return int(self._worlds(table, self.ledger, position.owners, known, me, deals))

    def draw(self, count: int, few: int, seed: int, draws: int) -> int:
        """Choose worlds to look at, all if they are so few; how many."""
        return int(self._drawn(self.ledger, count, few, seed, min(draws, SAMPLE), self.sample))

    def weigh(
        self, table: Table, position: Position, choices: int, first: int, last: int, depth: int, stop: Stop
    ) -> tuple[int, list[list[int]]]:
        """What each choice is worth to each seat in some of the worlds; how many worlds were done."""
        totals = self.desk.totals
        totals[:] = NOTHING
        desk = self.desk._replace(stop=stop.flag)
        done = self._weigh(
            table, net(table, self.native), desk, position, choices, self.sample, first, last, depth
        )
        sums = plain(totals)
        return int(done), [sums[at : at + 4] for at in range(0, 4 * KINDS, 4)]

    def shares(self, table: Table, drawn: int) -> list[list[float]]:
        """By mole and seat: how likely it is that seat's, from the worlds drawn."""
        sums = [[0] * table.players for _ in range(12)]
        sample = plain(self.sample[: 2 * drawn])
        for world, weight in zip(sample[::2], sample[1::2], strict=True):
            for mole in members(table.moles):
                sums[mole][world >> 2 * mole & 3] += weight
        return [[part / (sum(parts) or 1) for part in parts] for parts in sums]

    @property
    def nodes(self) -> int:
        return int(self.desk.report[0])

    def try_out(self) -> None:
        table = Table(2, 3, 6, 10, 12, 8, 819, 819, 0, 9, 3)
        position = opening(table)._replace(phase=2, owners=0x010101, choices=819, face=3)
        count = self.believe(table, position, 0, ())
        self.weigh(table, position, 1, 0, self.draw(count, 1, 1, 1), 2, Stop())


WORKSHOP: Workshop[BuddelKit] = Workshop(BuddelKit, look.weigh)

"""Budgets of CPU time: how much of the event loop one address and one person may use.

What a message costs is known only afterwards: an emote before two hundred watchers costs more than one
before two. So its cost is measured and taken from the budgets of its sender. A sender whose budget is spent
waits, one message at a time, whichever of its connections they came by; one that would wait long is refused.

Many addresses together could still use all of the event loop. So while it is nearly always busy, the budget
of each becomes smaller, the same for all, until there is time left: those who use little notice nothing. And
whenever more has come than can be done at once, messages take turns: first those whose senders have most of
their budgets left.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count

from moleworks.matches import step_clock
from moleworks.matches.loop_watch import LoopWatch, StepMeter
from moleworks.web.rate_limits import MAX_ADDRESSES, RateLimited

BURST_SECONDS = 0.25
"""CPU time that may be used at once. Others may have to wait that long, once."""
MAX_WAIT = 10.0
"""Seconds that a message or request waits for its turn; then it is refused."""
LEAST_BURST = 0.05
"""What may be used at once while the event loop is busy; enough to load the page."""
BUSY, QUIET = 0.7, 0.5
"""The parts of the time in which the event loop works: above the first, budgets shrink; below the second,
they grow again."""
PERIOD = 0.1
"""Seconds over which that is measured."""
SHRINK, GROW = 0.7, 1.05
"""By how much budgets change after each period."""
LEAST_SHARE = 0.01
"""The part of a processor that each sender may use however busy it is: several moves a second."""
MAX_STEP = 0.003
"""CPU seconds after which a connection with more messages lets others go first."""
TURN = 0.005
"""Seconds of work on the event loop, after which messages that have come take turns."""
MOST_IN_A_TURN = 64
"""Messages that are let in at once, however short they are."""
HEAD_START = 2.0
"""Seconds by which a message of a sender who has used nothing comes before one whose sender has used all."""
FRUGAL = 0.98
"""The part of the budget that a sender has left who takes no turns: a few moves cost less than the rest, and
less than waiting for a turn would cost everybody."""
CHARGED_TOGETHER = 0.0005
"""Seconds that the steps of one connection take before they are charged: less costs more than it tells."""
MAX_WAITING = 256
"""Messages and requests of one sender that may wait."""


class _Account:
    """The budget of one address or person."""

    __slots__ = ("left", "lock", "seen", "waiting")

    def __init__(self, now: float) -> None:
        self.left, self.seen = BURST_SECONDS, now
        self.lock = asyncio.Lock()
        self.waiting = 0


class CostBudget:
    """A budget for each name, in seconds of CPU time: `share` a second, and `BURST_SECONDS` at once."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.rate = rate
        """The share of each while the event loop has time to spare."""
        self.share = rate
        """The part of a processor that each may use now."""
        self._busy, self._period_began = 0.0, clock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self.waits = 0
        """How often somebody had to wait."""
        self.refusals = 0
        self.turns = Turns()

    def charge(self, names: Sequence[str], seconds: float, busy: float = 0.0) -> None:
        """Take the cost of a work from the budgets of its sender; it kept the event loop `busy` so long."""
        for name in names:
            (self._accounts.get(name) or self._account(name)).left -= seconds
        self._busy += busy
        now = self._clock()
        if now - self._period_began >= PERIOD:
            self._adjust_share(self._busy / (now - self._period_began))
            self._busy, self._period_began = 0.0, now

    def _adjust_share(self, busy: float) -> None:
        if busy > BUSY:
            self.share = max(min(LEAST_SHARE, self.rate), self.share * SHRINK)
        elif busy < QUIET:
            self.share = min(self.rate, self.share * GROW)

    @property
    def _burst(self) -> float:
        return max(LEAST_BURST, BURST_SECONDS * self.share / self.rate)

    def has_left(self, name: str) -> bool:
        """Whether this sender need not wait."""
        account = self._account(name)
        return not account.waiting and account.left >= 0

    async def wait(self, names: Sequence[str]) -> None:
        """Wait until all budgets of the sender have something left; `RateLimited` if that takes too long."""
        for name in names:
            if not self.has_left(name):
                await self._wait_for(self._account(name))

    async def _wait_for(self, account: _Account) -> None:
        """One at a time, in the order in which they came."""
        self.waits += 1
        account.waiting += 1
        try:
            if account.waiting > MAX_WAITING:
                raise RateLimited(MAX_WAIT)
            async with asyncio.timeout(MAX_WAIT), account.lock:
                while self._refill(account) < 0:
                    await asyncio.sleep(min(1.0, -account.left / self.share))  # the share may grow
        except (TimeoutError, RateLimited):
            self.refusals += 1
            raise RateLimited(MAX_WAIT) from None
        finally:
            account.waiting -= 1

    async def take_turn(self, names: Sequence[str]) -> None:
        """Wait while messages go first that have come before, or whose senders have used less.

        Nobody waits for ever: who comes later than `HEAD_START` comes after.
        """
        await self.turns.wait(self._clock() + HEAD_START * (1 - self.part_left(names)))

    def part_left(self, names: Sequence[str]) -> float:
        """The part of the sender's budget that is left; below 0 if more was spent."""
        return min(self._account(name).left for name in names) / self._burst

    def _account(self, name: str) -> _Account:
        account = self._accounts.get(name)
        if account is None:
            account = self._accounts[name] = _Account(self._clock())
            if len(self._accounts) > MAX_ADDRESSES:
                self._accounts.popitem(last=False)
        else:
            self._accounts.move_to_end(name)
            self._refill(account)
        return account

    def _refill(self, account: _Account) -> float:
        now = self._clock()
        account.left = min(self._burst, account.left + (now - account.seen) * self.share)
        account.seen = now
        return account.left


class Turns:
    """Lets messages in a few at a time, by their order, once the event loop has worked for a while."""

    def __init__(self) -> None:
        self.worked = 0.0
        """Seconds of work on the event loop since the last turn."""
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._usual = TURN
        """Seconds that one message usually takes."""
        self._let_in = 0
        self._planned = False

    @property
    def crowded(self) -> bool:
        """Whether a new request has to wait for a turn."""
        return self.worked > TURN or bool(self._waiting)

    async def wait(self, order: float) -> None:
        """Wait for a turn; the request with the lowest `order` comes first."""
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        heappush(self._waiting, (order, next(self._numbers), waiter))
        self._plan(loop)
        await waiter

    def _plan(self, loop: asyncio.AbstractEventLoop) -> None:
        """The next turn comes after what is ready now."""
        if not self._planned:
            self._planned = True
            loop.call_soon(self._begin_turn, loop)

    def _begin_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._let_in:
            self._usual += (self.worked / self._let_in - self._usual) / 8
        self.worked, self._let_in, self._planned = 0.0, 0, False
        most = min(MOST_IN_A_TURN, max(1, round(TURN / max(self._usual, TURN / MOST_IN_A_TURN))))
        while self._waiting and self._let_in < most:
            waiter = heappop(self._waiting)[-1]
            if not waiter.done():  # its connection may have ended
                waiter.set_result(None)
                self._let_in += 1
        if self._waiting:
            self._plan(loop)


class RequestCost(StepMeter):
    """Charges the steps of one request or connection to its sender, and reports long ones by name."""

    __slots__ = (
        "_budget", "_busy", "_frugal", "_has_left", "_senders", "_spent", "_turns", "_watch", "name",
    )  # fmt: skip

    def __init__(self, budget: CostBudget, watch: LoopWatch, senders: Sequence[str], name: str) -> None:
        self._budget, self._watch, self._senders = budget, watch, senders
        self._turns = budget.turns
        self.name = name
        """What is being done, for the log."""
        self._spent = self._busy = 0.0
        """What was not charged yet: short steps are charged together."""
        self._has_left = False
        """Whether the budget had something left, and nothing was charged since."""
        self._frugal = False
        """Whether that was nearly all of it."""
        self.begin_step()

    async def wait(self) -> None:
        """Wait until the sender's budget has something left; `RateLimited` if that takes too long.

        Called before each message. Messages that have come together are no reason to keep others waiting.
        Whoever has used next to nothing need not take turns.
        """
        if self.in_step() > MAX_STEP:
            await asyncio.sleep(0)
        if not self._has_left:
            await self._budget.wait(self._senders)
            self._has_left = True
            self._frugal = self._budget.part_left(self._senders) >= FRUGAL
        if not self._frugal and self._turns.crowded:
            await self._budget.take_turn(self._senders)

    def end_step(self) -> None:
        """Charge one step. Its time by the clock tells how busy the event loop is, whatever else runs."""
        elapsed = step_clock.elapsed_since(self._began)
        seconds = step_clock.used_of(elapsed, self._began)
        self._spent += seconds
        self._busy += elapsed
        self._turns.worked += elapsed
        if self._busy > CHARGED_TOGETHER:
            self.settle()
        if seconds > step_clock.SHORT:
            self._watch.note(self.name, seconds)

    def settle(self) -> None:
        """Charge what was spent so far."""
        self._budget.charge(self._senders, self._spent, self._busy)
        self._spent = self._busy = 0.0
        self._has_left = False


class ReadingCost(StepMeter):
    """Charges what reading one connection costs to its address, and reports long steps.

    It has no part in the turns of messages: what comes is read at once, and is no measure of what they take.
    """

    __slots__ = ("_budget", "_senders", "_spent", "_watch")

    def __init__(self, budget: CostBudget, watch: LoopWatch, senders: Sequence[str]) -> None:
        self._budget, self._watch, self._senders = budget, watch, senders
        self._spent = 0.0

    def has_left(self) -> bool:
        """Whether the address may be read on; a proxy always may."""
        return not self._senders or self._budget.part_left(self._senders) >= 0

    def end_step(self) -> None:
        """Charge one step."""
        seconds = self.in_step()
        self._spent += seconds
        if self._spent > CHARGED_TOGETHER:
            self.settle()
        if seconds > step_clock.SHORT:
            self._watch.note("reading what a client sent", seconds)

    def settle(self) -> None:
        """Charge what was spent so far."""
        self._budget.charge(self._senders, self._spent)
        self._spent = 0.0

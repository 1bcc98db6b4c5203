"""Budgets of CPU time: how much of the event loop one address and one person may use.

What a message costs is known only afterwards: an emote before two hundred watchers costs more than one
before two. So its cost is measured and taken from the budgets of its sender. A sender whose budget is spent
waits, one message at a time, whichever of its connections they came by; one that would wait long is refused.

Many addresses together could still use all of the event loop. So while it is nearly always busy, the budget
of each becomes smaller, the same for all, until there is time left: those who use little notice nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

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

    def charge(self, names: Sequence[str], seconds: float, busy: float = 0.0) -> None:
        """Take the cost of a work from the budgets of its sender; it kept the event loop `busy` so long."""
        for name in names:
            self._account(name).left -= seconds
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


class RequestCost(StepMeter):
    """Charges the steps of one request or connection to its sender, and reports long ones by name."""

    __slots__ = ("_began_at", "_budget", "_senders", "_watch", "name")

    def __init__(self, budget: CostBudget, watch: LoopWatch, senders: Sequence[str], name: str) -> None:
        self._budget, self._watch, self._senders = budget, watch, senders
        self.name = name
        """What is being done, for the log."""
        self.begin_step()

    def begin_step(self) -> None:
        """A step begins. Its time by the clock tells how busy the event loop is, whatever else runs."""
        self._began_at = time.monotonic()
        super().begin_step()

    async def wait(self) -> None:
        """Wait until the sender's budget has something left; `RateLimited` if that takes too long.

        Called before each message. Messages that have come together are no reason to keep others waiting.
        """
        if self.in_step() > MAX_STEP:
            await asyncio.sleep(0)
        await self._budget.wait(self._senders)

    def end_step(self) -> None:
        """Charge one step."""
        seconds = self.in_step()
        self._budget.charge(self._senders, seconds, time.monotonic() - self._began_at)
        self._watch.note(self.name, seconds)

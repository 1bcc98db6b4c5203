"""Budgets of CPU time: how much of the event loop one address and one person may use.

What a message costs is known only afterwards: an emote before two hundred watchers costs more than one
before two. So its cost is measured and taken from the budgets of its sender. A sender whose budget is spent
waits, one message at a time, whichever of its connections they came by; one that would wait long is refused.
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
    """A budget for each name, in seconds of CPU time: `rate` a second, and `BURST_SECONDS` at once."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self._clock = rate, clock
        self._accounts: OrderedDict[str, _Account] = OrderedDict()
        self.waits = 0
        """How often somebody had to wait."""
        self.refusals = 0

    def charge(self, names: Sequence[str], seconds: float) -> None:
        """Take the cost of a work from the budgets of its sender."""
        for name in names:
            self._account(name).left -= seconds

    async def wait(self, names: Sequence[str]) -> None:
        """Wait until all budgets of the sender have something left; `RateLimited` if that takes too long."""
        for name in names:
            account = self._account(name)
            if account.waiting or account.left < 0:
                await self._wait_for(account)

    async def _wait_for(self, account: _Account) -> None:
        """One at a time, in the order in which they came."""
        self.waits += 1
        account.waiting += 1
        try:
            if account.waiting > MAX_WAITING:
                raise RateLimited(MAX_WAIT)
            async with asyncio.timeout(MAX_WAIT), account.lock:
                while self._refill(account) < 0:
                    await asyncio.sleep(-account.left / self.rate)
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
        account.left = min(BURST_SECONDS, account.left + (now - account.seen) * self.rate)
        account.seen = now
        return account.left


class RequestCost(StepMeter):
    """Charges the steps of one request or connection to its sender, and reports long ones by name."""

    __slots__ = ("_budget", "_senders", "_watch", "name")

    def __init__(self, budget: CostBudget, watch: LoopWatch, senders: Sequence[str], name: str) -> None:
        self._budget, self._watch, self._senders = budget, watch, senders
        self.name = name
        """What is being done, for the log."""
        self.begin_step()

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
        self._budget.charge(self._senders, seconds)
        self._watch.note(self.name, seconds)

"""A process that writes to the log of one match as fast as it can, and prints what it has been promised.

`python -m tests.service.store.rival URL MATCH NAME COUNT`: until the log has COUNT entries, a line an entry.
"""

from __future__ import annotations

import asyncio
import sys

from moleworks.service.store import Taken
from tests.service.store.samples import entry, opened, standing


async def main(url: str, match: str, name: str, count: int) -> None:
    async with opened(url) as store:
        print("ready", flush=True)
        seq = 0
        while seq < count:
            try:
                await store.append(match, [entry(seq + 1, name)], standing())
                print(seq + 1, flush=True)
                seq += 1
            except Taken:
                seq += len(await store.entries(match, seq))


if __name__ == "__main__":
    address, match_, name_, count_ = sys.argv[1:]
    asyncio.run(main(address, match_, name_, int(count_)))

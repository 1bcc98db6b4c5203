"""A process that appends to the log of one match as fast as it can.

`python -m tests.matches.store.rival_writer URL MATCH NAME COUNT` stops when the log has COUNT entries. It
prints the number of each entry that it wrote.
"""

from __future__ import annotations

import asyncio
import sys

from moleworks.matches.store import Conflict
from tests.matches.store.samples import entry, match_status, open_store


async def main(url: str, match: str, name: str, count: int) -> None:
    async with open_store(url) as store:
        print("ready", flush=True)
        seq = 0
        while seq < count:
            try:
                await store.append(match, [entry(seq + 1, name)], match_status())
                print(seq + 1, flush=True)
                seq += 1
            except Conflict:
                seq += len(await store.entries(match, seq))


if __name__ == "__main__":
    address, match_, name_, count_ = sys.argv[1:]
    asyncio.run(main(address, match_, name_, int(count_)))

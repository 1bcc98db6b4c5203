"""Check that no byte that a seat was sent depends on what it may not know, after a match was played.

The log is read from the database, and two secrets that the seat cannot know are swapped in it. The messages
for that seat are made again from this other log: each must be the one that was received, byte by byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from benchmarks.service.consistency import ReceivedMessages
from benchmarks.service.load import decode_message
from moleworks.core.messages import Complaint
from moleworks.matches import client_messages
from moleworks.matches.access import NoMatch
from moleworks.matches.create import empty_log
from moleworks.matches.log import MatchLog
from moleworks.matches.store import store_at
from moleworks.matches.store.rows import Entry, MatchRow
from moleworks.matches.stored_log import read_log
from tests.matches.swapped_secrets import hidden_moles, swap_moles

FORBIDDEN = (b"deal:", b"Traceback", b"site-packages")
"""What no message may contain."""


class SecretsFound(NamedTuple):
    """How many messages were compared, and how many tell something they should not."""

    compared: int
    told: int
    matches: int
    example: str = ""


async def check(url: str, received: Sequence[ReceivedMessages]) -> SecretsFound:
    """Compare what was received with what a server would send that has other secrets."""
    store = store_at(url)
    await store.open()
    compared = told = matches = 0
    example = ""
    try:
        for one in received:
            try:
                row, _, entries = await read_log(store, one.match.id, 0)
            except NoMatch:
                continue
            found = compare(row, entries, one)
            compared, told = compared + found.compared, told + found.told
            matches += found.matches
            example = example or found.example
    finally:
        await store.close()
    return SecretsFound(compared, told, matches, example)


def compare(row: MatchRow, entries: Sequence[Entry], received: ReceivedMessages) -> SecretsFound:
    """Compare the messages to one seat of a match; those after the end may tell everything."""
    by_seq: dict[int, list[bytes]] = defaultdict(list)
    for text in received.messages:
        message = decode_message(text)
        if message.why is None and message.status != "over":
            by_seq[message.seq].append(text)
    wrong = [text for text in received.messages if any(word in text for word in FORBIDDEN)]
    compared: set[int] = set()
    if by_seq:
        for pair in _pairs(hidden_moles(_replayed(row, entries, min(by_seq)), received.seat)):
            for log, other_entries in _other_world(row, entries, received.seat, pair):
                compared.add(log.seq)
                wrong += [
                    text
                    for text in by_seq.get(log.seq, ())
                    if _message_again(log, other_entries, received.seat, text) != text
                ]
    count = sum(len(by_seq[seq]) for seq in compared if seq in by_seq)
    example = f"match {row.id}, seat {received.seat}: {wrong[0][:300]!r}" if wrong else ""
    return SecretsFound(count, len(wrong), bool(count), example)


def _message_again(log: MatchLog, entries: Sequence[Entry], seat: int, text: bytes) -> bytes:
    """The message with the same news, as a server with this log sends it."""
    news = {item.seq for item in decode_message(text).news}
    missed = [entry for entry in entries if entry.seq in news]
    return client_messages.encode(client_messages.at_message(log, (seat,), missed))


def _other_world(
    row: MatchRow, entries: Sequence[Entry], seat: int, pair: tuple[str, str]
) -> Iterator[tuple[MatchLog, list[Entry]]]:
    """The same match with two secrets swapped, after each entry as long as the seat knows neither of them."""
    swapped = swap_moles(list(entries), *pair)
    if swapped == list(entries):
        return
    log, other_log = empty_log(row), empty_log(row)
    for entry, other in zip(entries, swapped, strict=True):
        log.extend([entry])
        try:
            other_log.extend([other])
        except Complaint:  # a pass that was heard forbids this deal (BB10)
            return
        if log.match.ply and not {*pair} <= {*hidden_moles(log, seat)}:
            return
        yield other_log, swapped


def _pairs(hidden: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Pairs of the same size, as in the deal."""
    return ((one, other) for one, other in combinations(sorted(hidden), 2) if one[0] == other[0])


def _replayed(row: MatchRow, entries: Sequence[Entry], last: int) -> MatchLog:
    """The match after its entry `last`."""
    log = empty_log(row)
    log.extend([entry for entry in entries if entry.seq <= last])
    return log

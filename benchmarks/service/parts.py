"""One part of a benchmark after the other, whatever happens to one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from benchmarks.service.report import Row, say
from benchmarks.service.servers import Missing


def rows_of(part: str, measure: Callable[[], Iterable[Row]]) -> Iterable[Row]:
    """What stops a part is a line of the table too, so that nobody takes silence for success."""
    try:
        for row in measure():
            say("  ".join(row[:4]))
            yield row
    except Missing as missing:
        say(str(missing))
        yield Row(part, "", "not measured", str(missing), False)
    except Exception as error:  # noqa: BLE001 - the other parts are still worth measuring
        say(f"{part} failed: {type(error).__name__}: {error}", markup=False)
        yield Row(part, "", "failed", f"{type(error).__name__}: {str(error)[:200]}", False)

"""The table that `scripts/bench` prints."""

from __future__ import annotations

import io

from rich.console import Console

from benchmarks.speeds import RACES, STARTS, Row, raced, table


def test_the_table_fits_into_80_columns() -> None:
    rows = [raced(race, how, 9e6, 999e6) for race in RACES for how in ("interpreted", "compiled")]
    rows += [Row(what, "start", "10.000 s", f"< {wanted} s") for what, _, wanted, _ in STARTS]
    paper = io.StringIO()
    Console(file=paper, width=80).print(table(rows))
    lines = paper.getvalue().splitlines()
    assert "…" not in paper.getvalue()
    for row in rows:
        (line,) = (line for line in lines if row.what in line and f" {row.how} " in line)
        assert all(cell in line for cell in row)

"""One command, one table: `scripts/bench`."""

"""Every line of the log is JSON, whichever library wrote it."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging
from moleworks.web.json_logging import set_up_logging
set_up_logging("warning")
for name in ("moleworks.web", "asyncpg.pool", "asyncio", "uvicorn.error"):
    try:
        raise ConnectionRefusedError("no database")
    except OSError:
        logging.getLogger(name).warning("it failed", exc_info=True)
"""


def test_errors_of_libraries_are_one_line_of_json_each() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["from"] for line in lines] == ["moleworks.web", "asyncpg.pool", "asyncio", "uvicorn.error"]
    assert all("ConnectionRefusedError" in line["error"] for line in lines)

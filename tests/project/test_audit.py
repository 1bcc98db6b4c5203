"""`scripts/audit.py`, with made-up answers of pip-audit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAFE = {"name": "rich", "version": "1", "vulns": []}
UNKNOWN = {"name": "anyio", "skip_reason": "not found"}
VULNERABLE = {"name": "h11", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are for a POSIX shell")


def audit(folder: Path, said: str | None, error: str = "", code: int = 0) -> tuple[int, str]:
    """What the script says if pip-audit answers like this; None: it is not installed."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "python").symlink_to(sys.executable)
    if said is not None:
        program = bin_folder / "pip-audit"
        program.write_text(f"#!/bin/sh\necho '{said}'\necho '{error}' >&2\nexit {code}\n")
        program.chmod(0o755)
    done = subprocess.run(
        [bin_folder / "python", ROOT / "scripts" / "audit.py"],
        capture_output=True, text=True, check=False, env={"PATH": f"{bin_folder}:/bin"},
    )  # fmt: skip
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("packages", "code", "text"),
    [
        ([SAFE, UNKNOWN], 0, "1 of 2 packages audited, 0 vulnerable.\n"),
        ([SAFE, VULNERABLE], 1, "h11 2: CVE-1, mended in 3\n2 of 2 packages audited, 1 vulnerable.\n"),
        ([UNKNOWN], 0, "Not audited: the advisory service knows none of the packages.\n"),
    ],
)
def test_what_is_found(tmp_path: Path, packages: list[object], code: int, text: str) -> None:
    assert audit(tmp_path, json.dumps({"dependencies": packages}), code=code) == (code, text)


def test_a_service_that_cannot_be_reached_fails_nothing(tmp_path: Path) -> None:
    code, text = audit(tmp_path, "", "ERROR: could not connect", code=1)
    assert (code, text) == (
        0,
        "Not audited: the advisory service cannot be reached (ERROR: could not connect).\n",
    )


def test_without_pip_audit_it_says_so(tmp_path: Path) -> None:
    assert audit(tmp_path, None) == (
        0,
        "Not audited: pip-audit is not installed (scripts/check installs it).\n",
    )

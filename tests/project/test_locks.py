"""The lock files leave out what requirements-excluded.txt names, and nothing here imports it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXCLUDED = [
    line for line in (ROOT / "requirements-excluded.txt").read_text("utf-8").splitlines() if line[:1] != "#"
]


@pytest.mark.parametrize("package", EXCLUDED)
def test_an_excluded_package_is_in_no_lock_and_in_no_import(package: str) -> None:
    for lock in ("requirements.lock", "requirements-test.lock"):
        assert not re.search(rf"^{package}==", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
    module = package.replace("-", "_")
    using = re.compile(rf"^\s*(?:from|import) {module}\b", re.MULTILINE)
    folders = ("src", "tests", "benchmarks", "scripts", "training")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    assert len(files) > 500
    assert not [file for file in files if using.search(file.read_text("utf-8"))]

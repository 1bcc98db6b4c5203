"""Printing without Pillow, which the lock file of players leaves out."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_same_is_printed_without_pillow(tmp_path: Path) -> None:
    others = tmp_path / "packages"
    others.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.lower().startswith("pil"):
            (others / package.name).symlink_to(package)
    without = _printed(tmp_path / "without", packages=others)
    assert without, "nothing was printed"
    assert without == _printed(tmp_path / "with")


def _printed(out: Path, packages: Path | None = None) -> dict[str, bytes]:
    """All files of a print, made by a process that has these packages alone, or all installed ones."""
    paths = [ROOT / "src", packages] if packages else [ROOT / "src"]
    run = [sys.executable, *(["-S"] if packages else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    found = subprocess.run([*run, "-c", "import PIL"], env=environment, capture_output=True, check=False)
    assert (found.returncode == 0) == (packages is None)
    printing = [*run, "-m", "moleworks", "press", "mole-hill", "--board", "patch", "--out", str(out)]
    subprocess.run(printing, env=environment, check=True, capture_output=True, timeout=300)
    return {file.relative_to(out).as_posix(): file.read_bytes() for file in out.rglob("*") if file.is_file()}

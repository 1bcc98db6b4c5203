"""Fetch the wheels for Pyodide, which the page without a server needs: pyodide_wheels.py FOLDER."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moleworks.web.site import WHEELS  # noqa: E402

LOCK = ROOT / "requirements.lock"
"""It has the hashes of the wheels for all platforms."""
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "314"
"""Those of the locked version of Pyodide."""


def fetch(folder: Path) -> Path:
    """Fetch the locked versions, unless they are there."""
    folder.mkdir(parents=True, exist_ok=True)
    text = LOCK.read_text("utf-8")
    locked = [_locked(name, text) for name in WHEELS]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    command += ["--require-hashes", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write("".join(locked))
        requirements.flush()
        subprocess.run([*command, "--dest", str(folder), "-r", requirements.name], check=True)
    return folder


def _locked(name: str, text: str) -> str:
    """The lines of a lock file about a package."""
    (lines,) = re.findall(rf"^{name}==.*?(?=^[a-z])", text, re.MULTILINE | re.DOTALL)
    return str(lines)


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))

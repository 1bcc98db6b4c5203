"""Look for known vulnerabilities in what the lock files install, with pip-audit of requirements-audit.lock.

An advisory service that cannot be reached, or knows none of the packages, fails nothing: one line says so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "deploy/requirements-server.lock")
SECONDS = 120


def main() -> int:
    """Print what was found; the exit code."""
    program = shutil.which("pip-audit", path=str(Path(sys.executable).parent)) or shutil.which("pip-audit")
    if program is None:
        print("Not audited: pip-audit is not installed (scripts/check installs it).")
        return 0
    audited = _audit(program)
    if isinstance(audited, str):
        print(f"Not audited: the advisory service cannot be reached ({audited}).")
        return 0
    known = [package for package in audited if "vulns" in package]
    if not known:
        print("Not audited: the advisory service knows none of the packages.")
        return 0
    vulnerable = [package for package in known if package["vulns"]]
    for package in vulnerable:
        for found in package["vulns"]:
            fixed = ", ".join(found.get("fix_versions", ())) or "no version yet"
            print(f"{package['name']} {package['version']}: {found['id']}, mended in {fixed}")
    print(f"{len(known)} of {len(audited)} packages audited, {len(vulnerable)} vulnerable.")
    return 1 if vulnerable else 0


def _audit(program: str) -> list[dict[str, Any]] | str:
    """What is known of each package, or why nothing is."""
    locks = [argument for lock in LOCKS for argument in ("-r", str(ROOT / lock))]
    command = [program, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(
            [*command, "--timeout", "5", *locks], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return f"no answer in {SECONDS} seconds"
    except (ValueError, KeyError):
        return (done.stderr.strip().splitlines() or ["it said nothing"])[-1][:200]
    return packages


if __name__ == "__main__":
    sys.exit(main())

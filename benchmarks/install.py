"""Measure the size of a player's installation: every large package, and which package requires it.

A fresh environment gets the locked packages, as scripts/play installs them, and the wheel of this tree.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.bench import Bench, Measure, Option
from benchmarks.report import Row

HERE = Path(__file__).resolve().parents[1]
MOST = 400.0
"""The most megabytes for all of it."""
LARGE = 5.0
"""Megabytes from which on a package has a line of its own."""


class Package(NamedTuple):
    """An installed package."""

    name: str
    version: str
    megabytes: float
    needed_by: tuple[str, ...]
    """The packages that require it; none if it is the game itself, or comes with the environment."""


def measure_size(args: argparse.Namespace) -> Iterable[Row]:
    """One row for each large package, one for all others, and the sum."""
    with tempfile.TemporaryDirectory() as folder:
        environment = args.environment or install(Path(folder) / "environment")
        found, total = packages(environment), disk_use([environment, *environment.rglob("*")])
    large = [package for package in found if package.megabytes >= LARGE]
    for package in large:
        who = ", ".join(package.needed_by) or "no other package"
        yield Row(f"{package.name} {package.version}", "", f"{package.megabytes:.1f} MB", who, True)
    rest = total - sum(package.megabytes for package in large)
    yield Row("all else", "", f"{rest:.1f} MB", f"{len(found) - len(large)} packages", True)
    yield Row("together", f"<= {MOST:.0f} MB", f"{total:.1f} MB", f"{len(found)} packages", total <= MOST)


def install(environment: Path) -> Path:
    """Install the locked packages and this tree into a new environment."""
    venv.create(environment, with_pip=True)
    python = str(environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "--quiet", "--quiet", "uninstall", "--yes", "setuptools"], check=True)
    locked = ["--require-hashes", "--requirement", str(HERE / "requirements.lock")]
    subprocess.run([*pip, "install", "--no-deps", *locked], check=True)
    with tempfile.TemporaryDirectory() as folder:
        build = [python, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
        subprocess.run(build, cwd=HERE, check=True, capture_output=True)
        (wheel,) = Path(folder).iterdir()
        subprocess.run([*pip, "install", "--no-deps", str(wheel)], check=True)
    return environment


def packages(environment: Path) -> list[Package]:
    """All packages of an environment, the largest first."""
    folders = [str(folder) for folder in environment.rglob("site-packages")]
    installed = {str(canonicalize_name(one.name)): one for one in distributions(path=folders)}
    needs = dependants(installed)
    return sorted(
        (
            Package(name, one.version, disk_use(_files(one)), tuple(sorted(needs[name])))
            for name, one in installed.items()
        ),
        key=lambda package: (-package.megabytes, package.name),
    )


def dependants(installed: Mapping[str, Distribution]) -> Mapping[str, set[str]]:
    """By package: those that require it here."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, one in installed.items():
        for requirement in map(Requirement, one.requires or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                found[canonicalize_name(requirement.name)].add(name)
    return found


def disk_use(files: Iterable[Path]) -> float:
    """The megabytes that files and folders take on the disk, as `du --block-size=MB` counts them."""
    return sum(file.lstat().st_blocks * 512 for file in files) / 1e6


def _files(one: Distribution) -> Iterable[Path]:
    found = (Path(str(one.locate_file(file))) for file in one.files or ())
    return (file for file in found if file.exists())


BENCH = Bench(
    "install",
    __doc__,
    "what an installation brings",
    (
        Measure(
            "size",
            measure_size,
            (Option("--environment", None, "measure this environment instead of a new one", Path),),
            minutes=1,
        ),
    ),
    files="where the table is kept",
)
main = BENCH.main

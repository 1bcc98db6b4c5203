"""Install the example plug-in package (tests/games/plugin_package) beside Moleworks, for a test session."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from moleworks.core import registry
from moleworks.core.plugin import API_VERSION

PACKAGE = Path(__file__).parent / "plugin_package"
PLAIN_GAME = f"""
from moleworks.core.plugin import Plugin
from moleworks.games.mole_hill.game import MoleHill

class PlainGame(MoleHill):
    id = "plain-game"
    title = "Plain Game"

GAME = PlainGame()
PLUGIN = Plugin("plain-game", {API_VERSION}, "moleworks.core", "plain_package:GAME")
"""
"""A game that brings its rules and nothing else."""


def install(folder: Path) -> Path:
    """Build the package with pip and install it into a folder of its own; that folder."""
    source, target = folder / "source", folder / "installed"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(source)], check=True
    )
    return target


@contextmanager
def in_use(target: Path) -> Iterator[None]:
    """The packages in that folder can be imported, and their games are found."""
    sys.path.insert(0, str(target))
    registry.reload()
    try:
        yield
    finally:
        sys.path.remove(str(target))
        for name in [name for name in sys.modules if name.partition(".")[0] == "worm_hunt"]:
            del sys.modules[name]
        registry.reload()


def fake_package(target: Path, name: str, entry_points: str, module: str) -> None:
    """A package without a build: a module and the metadata that names its games."""
    info = target / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[moleworks.games]\n{entry_points}\n")
    (target / f"{name.replace('-', '_')}.py").write_text(module)


def fake_plain_game(target: Path) -> str:
    """The id of a game that brings its rules and nothing else, in that folder."""
    fake_package(target, "plain-package", "plain-game = plain_package:PLUGIN", PLAIN_GAME)
    return "plain-game"

"""The wheel, built and installed as a player would, holds everything and runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import moleworks

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

pytestmark = pytest.mark.skipif(not (ROOT / "hatch_build.py").exists(), reason="not a source tree")


def build(source: Path, target: str, folder: Path) -> Path:
    """Builds with what is installed here, so without a network."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (made,) = folder.iterdir()
    return made


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel; the libraries it needs are those the tests run with."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    interpreter = scripts / ("python.exe" if os.name == "nt" else "python")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", interpreter, *install], check=True)
    (site,) = folder.rglob("site-packages")
    # A path is added, its own .pth files are not read: the editable install of this tree stays out of sight.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return interpreter


def run(
    python: Path, *arguments: str, given: str = "", **surroundings: str
) -> subprocess.CompletedProcess[str]:
    """Runs the installed Moleworks, far from this tree."""
    return subprocess.run(
        [python, "-m", "moleworks", *arguments],
        input=given,
        cwd=python.parent,
        env={**os.environ, "PYTHONUTF8": "1", **surroundings},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_holds_what_players_need(wheel: Path) -> None:
    held = contents(wheel)
    assert "moleworks/py.typed" in held
    assert held["moleworks/__init__.py"] == (SOURCE / "moleworks" / "__init__.py").read_bytes()
    patterns = (
        "*.py",
        "**/*.toml",
        "player/*.json",
        "texts/**/*.po",
        "*.css",
        "*.js",
        "*.sql",
        "press/fonts/*",
    )
    for pattern in patterns:
        for file in (SOURCE / "moleworks").rglob(pattern):
            assert file.relative_to(SOURCE).as_posix() in held
    catalogues = {name for name in held if name.endswith(".po")}
    assert {Path(name).parts[2] for name in catalogues} >= {"de", "fr"}
    assert {name.removesuffix(".po") + ".mo" for name in catalogues} == {n for n in held if n.endswith(".mo")}
    boards = {file.relative_to(SOURCE).as_posix() for file in SOURCE.glob("moleworks/games/*/boards/*.toml")}
    assert boards
    assert boards <= held.keys()


def test_leaves_out_what_only_developers_need(wheel: Path) -> None:
    held = contents(wheel)
    folders = {Path(name).parts[0] for name in held}
    assert folders == {"moleworks", f"moleworks-{moleworks.__version__}.dist-info"}
    assert not [
        name for name in held if {"training", "tests", "benchmarks"} & set(Path(name).with_suffix("").parts)
    ]


def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(archive) as tar:
        assert not [name for name in tar.getnames() if name.endswith(".mo")]
        tar.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    assert contents(build(source, "wheel", tmp_path / "wheel")) == contents(wheel)


def test_is_the_installed_one_that_runs(python: Path) -> None:
    code = "import moleworks; print(moleworks.__version__, moleworks.__file__)"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, cwd=python.parent)
    version, file = done.stdout.strip().split(" ", 1)
    assert version == moleworks.__version__
    assert Path(file).is_relative_to(python.parents[1])


def test_help(python: Path) -> None:
    done = run(python, "--help")
    assert done.returncode == 0, done.stderr
    assert "play" in done.stdout


def test_command(python: Path) -> None:
    command = next(python.parent.glob("moleworks*"))
    done = subprocess.run([command, "--help"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


# What only a catalogue can know: a greeting's first sentence about the lawn, and why MH1 refuses.
LAWN = {
    "fr": "La pelouse a les colonnes a à i et les rangées 1 à 7.",
    "de": "Der Rasen hat die Spalten a bis i und die Reihen 1 bis 7.",
}
REFUSED = {
    "fr": "C’est le tour de la taupe\u00a0: donne une case, pas un bâton.",
    "de": "Der Maulwurf ist am Zug: Nenne ein Feld, keinen Stab.",
}


@pytest.mark.parametrize("lang", LAWN)
def test_plays_in_another_language(python: Path, lang: str) -> None:
    done = run(python, "play", "mole-hill", "--lang", lang, "--plain", given="d4|f4\nquit\n", LANGUAGE="en")
    assert done.returncode == 0, done.stderr
    assert LAWN[lang] in done.stdout.splitlines()
    assert REFUSED[lang] in done.stdout


@pytest.mark.parametrize("lang", LAWN)
def test_the_language_of_the_surroundings_is_found(python: Path, lang: str) -> None:
    done = run(python, "play", "mole-hill", "--plain", given="quit\n", LC_ALL=f"{lang}.UTF-8", LANGUAGE="")
    assert LAWN[lang] in done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("lang", LAWN)
def test_rpc_explains_in_another_language(python: Path, lang: str) -> None:
    requests = (
        {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"game": "mole-hill"}},
        {"jsonrpc": "2.0", "id": 2, "method": "explain", "params": {"action": "d4|f4", "lang": lang}},
    )
    done = run(python, "rpc", given="".join(json.dumps(request) + "\n" for request in requests))
    assert done.returncode == 0, done.stderr
    _, reply = map(json.loads, done.stdout.splitlines())
    assert reply["result"] == {"legal": False, "rule": "MH1", "reason": REFUSED[lang]}

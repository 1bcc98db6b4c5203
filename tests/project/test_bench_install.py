"""The benchmark of an installation, on a small environment made by hand."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from benchmarks import install

MEGABYTE = 1_000_000


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """Two packages: a large library, and a game that needs it and, for an extra, another."""
    site = tmp_path / "lib" / "python3" / "site-packages"
    _package(site, "heavy_library", 6 * MEGABYTE, "")
    needs = 'Requires-Dist: Heavy.Library>=1\nRequires-Dist: tests-only; extra == "test"\n'
    _package(site, "moles", MEGABYTE, needs)
    (tmp_path / "pyvenv.cfg").write_bytes(b"x" * 2 * MEGABYTE)
    return tmp_path


def _package(site: Path, name: str, size: int, needs: str) -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (site / f"{name}.py").write_bytes(b"x" * size)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}")
    (info / "RECORD").write_text(f"{name}.py,,\n{name}-1.0.dist-info/METADATA,,\n")


def test_packages_are_listed_by_size_with_those_that_need_them(environment: Path) -> None:
    heavy, moles = install.packages(environment)
    assert (heavy.name, heavy.version, heavy.needed_by) == ("heavy-library", "1.0", ("moles",))
    assert (moles.name, moles.needed_by) == ("moles", ())
    assert heavy.megabytes == pytest.approx(6, abs=0.1)
    assert moles.megabytes == pytest.approx(1, abs=0.1)


def test_every_byte_of_the_environment_counts(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heavy, rest, together = install.measure_size(argparse.Namespace(environment=environment))
    assert (heavy.what, heavy.counted) == ("heavy-library 1.0", "moles")
    assert float(rest.measured.removesuffix(" MB")) == pytest.approx(3, abs=0.2)
    assert float(together.measured.removesuffix(" MB")) == pytest.approx(9, abs=0.2)
    assert together.good
    monkeypatch.setattr(install, "MOST", 8.0)
    *_, together = install.measure_size(argparse.Namespace(environment=environment))
    assert not together.good

"""The marker for parts that pip cannot bring, in real runs of pytest."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests import parts

ROOT = Path(__file__).parents[2]
TESTS = """
    import pytest

    @pytest.fixture
    def page():
        raise RuntimeError("must not be asked for without the part")

    @pytest.mark.needs("node")
    def test_page(page): ...

    def test_other(): ...
"""


@pytest.fixture(autouse=True)
def no_part(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without any part, on which CI is not set."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PATH", str(pytester.mkdir("bin")))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_missing_part_is_left_out_and_listed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest("-ptests.parts", "--strict-markers")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*not run, because a part is missing*", "*::test_page: node"])
    assert result.ret == 0


def test_missing_part_is_listed_through_xdist(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-ptests.parts", "-n2")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*not run, because a part is missing*", "*::test_page: node"])


def test_missing_part_fails_with_ci(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    pytester.makepyfile(TESTS)
    result = pytester.runpytest("-ptests.parts")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*node is missing*"])
    assert result.ret == 1


def test_present_part_runs(pytester: pytest.Pytester) -> None:
    node = pytester.path / "bin" / ("node.bat" if os.name == "nt" else "node")
    node.write_text("")
    node.chmod(0o755)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.needs("node")
        def test_page(): ...
        """
    )
    result = pytester.runpytest("-ptests.parts")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*not run*")


def test_misspelt_part_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.needs("chromum")
        def test_page(): ...
        """
    )
    result = pytester.runpytest("-ptests.parts")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*no such part: chromum*"])


@pytest.mark.skipif(os.name == "nt" or not Path("/bin/sh").exists(), reason="needs a POSIX shell")
def test_only_what_the_tests_need_is_installed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = pytester.path / "apt.log"
    apt = pytester.path / "bin" / "apt-get"
    apt.write_text(f"#!/bin/sh\necho \"$@\" >>'{log}'\n")
    apt.chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    pytester.makepyfile(TESTS)

    parts.main(["-ptests.parts", "-k", "other"])
    assert not log.exists()

    parts.main(["-ptests.parts", "-q"])
    assert capsys.readouterr().out == ""
    update, install = log.read_text().splitlines()
    assert update.split()[-1] == "update"
    assert install.split()[-2:] == ["nodejs", "npm"]


@pytest.mark.usefixtures("no_part")
def test_nothing_is_installed_without_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert not parts.may_install(), "there is no apt-get on this PATH"
    monkeypatch.setattr(shutil, "which", lambda command: command)
    assert parts.may_install()
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert not parts.may_install()

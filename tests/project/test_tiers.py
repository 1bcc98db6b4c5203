"""Which tests each tier runs, in real runs of pytest."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = """
    import pytest

    def test_quick(): ...

    @pytest.mark.slow
    def test_slow(): ...

    @pytest.mark.needs("node")
    def test_browser(): ...

    @pytest.mark.long
    def test_soak(): ...
"""
PLUGINS = ("-ptests.parts", "-ptests.tiers", "--strict-markers")


@pytest.mark.parametrize(
    ("arguments", "passed", "deselected"),
    [
        (["--tier", "quick"], ["test_quick"], 3),
        ([], ["test_quick", "test_slow", "test_browser"], 1),
        (["--tier", "usual"], ["test_quick", "test_slow", "test_browser"], 1),
        (["--tier", "long"], ["test_quick", "test_slow", "test_browser", "test_soak"], 0),
    ],
)
def test_a_tier_runs_its_tests(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    passed: list[str],
    deselected: int,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setattr("tests.parts.missing", lambda _: iter(()))
    pytester.makepyfile(TESTS)
    result = pytester.runpytest(*PLUGINS, "-v", *arguments)
    result.assert_outcomes(passed=len(passed), deselected=deselected)
    result.stdout.fnmatch_lines([f"*::{name} PASSED*" for name in passed])


def test_an_unknown_tier_is_an_error(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest(*PLUGINS, "--tier", "leisurely")
    assert result.ret == pytest.ExitCode.USAGE_ERROR

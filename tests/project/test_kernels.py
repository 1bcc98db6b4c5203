"""What is compiled before the tests start."""

from __future__ import annotations

import pytest

from tests import kernels


def test_everything_can_be_compiled(capfd: pytest.CaptureFixture[str]) -> None:
    kernels.main()
    (told,) = capfd.readouterr().err.splitlines()
    assert told.startswith("The kernels for the tests were compiled after")


def test_what_fails_is_told_and_left_to_the_tests(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "GAMES", ["chess"])
    kernels.main()
    *told, _ = capfd.readouterr().err.splitlines()
    assert sorted(line.split(":")[0] for line in told) == [
        "batches of chess",
        "computer of chess",
        "references of chess",
    ]

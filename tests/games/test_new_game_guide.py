"""docs/new-game.md shows the code of the example package as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "games" / "plugin_package"
DEFINITION = re.compile(r"\n\n+(?= *(?:def|class|@))")
BLOCK = re.compile(r"^```(?:python|toml|text|po|ini)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def compact(code: str) -> str:
    """Code without layout: the formatter indents and wraps lines in the guide differently."""
    return re.sub(r",(?=[)\]}])", "", re.sub(r"\s+", "", code))


def blocks() -> list[str]:
    return BLOCK.findall((ROOT / "docs" / "new-game.md").read_text("utf-8"))


def test_the_guide_has_code() -> None:
    assert len(blocks()) >= 12


@pytest.mark.parametrize("block", blocks())
def test_every_block_is_in_the_package(block: str) -> None:
    files = [file for ending in ("toml", "py", "po", "cfg") for file in PACKAGE.rglob(f"*.{ending}")]
    texts = [compact(file.read_text("utf-8")) for file in files]
    for part in DEFINITION.split(block):
        assert any(compact(part) in text for text in texts), part

"""The notebooks run from the first cell to the last, as a newcomer would run them."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    document = json.loads(path.read_text("utf-8"))
    assert document["nbformat"] == 4
    found: list[dict[str, Any]] = document["cells"]
    return found


def run(source: str, names: dict[str, Any]) -> None:
    """As Jupyter does: the value of the last expression is shown, in a notebook's own way if it has one."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        assert value is not None
        shown = value._repr_svg_() if hasattr(value, "_repr_svg_") else repr(value)
        assert shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    modules = set(sys.modules)
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        for cell in cells(path):
            if cell["cell_type"] == "code":
                run("".join(cell["source"]), names)
    finally:
        for name in {"my_bots", "my_network"} & (set(sys.modules) - modules):
            del sys.modules[name]


def test_there_are_three_and_they_keep_no_outputs() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        assert all(cell["outputs"] == [] for cell in cells(path) if cell["cell_type"] == "code"), path.name

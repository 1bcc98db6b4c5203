"""The names that `import moleworks` offers."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import moleworks

SOURCE = ast.parse(Path(moleworks.__file__).read_text("utf-8"))

LAZY = """
import sys
import moleworks
print(sorted(name for name in sys.modules if name.startswith("moleworks.")))
"""


def names_for_type_checkers() -> dict[str, str]:
    """What the module imports under TYPE_CHECKING, and from where."""
    imports = (part for part in ast.walk(SOURCE) if isinstance(part, ast.ImportFrom) and part.module)
    return {
        alias.name: str(found.module)
        for found in imports
        for alias in found.names
        if str(found.module).startswith("moleworks")
    }


def test_type_checkers_know_the_same_names() -> None:
    assert sorted(names_for_type_checkers()) == sorted(moleworks.__all__)


@pytest.mark.parametrize("name", moleworks.__all__)
def test_a_name_is_what_type_checkers_take_it_for(name: str) -> None:
    home = import_module(names_for_type_checkers()[name])
    assert getattr(moleworks, name) is getattr(home, name)
    assert name in dir(moleworks)


def test_nothing_is_loaded_before_it_is_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LAZY], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'moleworks' has no attribute 'Mach'"):
        _ = moleworks.Mach  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="cannot import name 'Mach' from 'moleworks'"):
        exec("from moleworks import Mach")

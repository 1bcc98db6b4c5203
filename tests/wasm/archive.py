"""The zip file that Pyodide unpacks: the package without its page, the test programs, and the kernels."""

from __future__ import annotations

import zipfile
from pathlib import Path

import moleworks

PACKAGE = Path(moleworks.__file__).parent
TREE = PACKAGE.parents[1]
PAGE = PACKAGE / "web" / "page"
KERNELS = ("kernels.wasm", "kernels.json")


def write_archive(file: Path, kernels: Path = PAGE) -> Path:
    """Write it, with the kernels of this folder."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            if path.is_file() and PAGE not in path.parents and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(PACKAGE.parent))
        archive.write(Path(__file__).with_name("searches.py"), "searches.py")
        for name in KERNELS:
            archive.write(kernels / name, name)
    return file

"""The checksum of the sources of a WebAssembly module, which tells whether the committed one is fresh."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements-wasm.lock", "scripts/wasm")


def sources_sum(files: Iterable[Path]) -> str:
    """A hash of these files of this tree, and of what builds the module; no path outside the tree counts."""
    builders = Path(__file__).parent.glob("*.py")
    digest = hashlib.sha256()
    for file in sorted({*files, *builders, *(ROOT / name for name in LOCKS)}):
        text = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()

"""Build the module and the list of its kernels: see `scripts/wasm`."""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from moleworks.core.kernel import source_files
from scripts.wasm_kernels.exported_function import described
from scripts.wasm_kernels.module import wasm_module
from scripts.wasm_kernels.sources import ROOT, sources_sum
from scripts.wasm_kernels.used_kernels import used_kernels

FOLDER = ROOT / "src/moleworks/web/page"
NAME = "kernels.wasm"
TOOLS = ("llvmlite", "numba", "ziglang")


def main() -> None:
    """Write both files, or compare them with those that are there."""
    parser = argparse.ArgumentParser(prog="scripts/wasm", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if what is there differs")
    options = parser.parse_args()
    files = built()
    if options.check:
        differing = [name for name, data in files.items() if (options.out / name).read_bytes() != data]
        sys.exit(f"{', '.join(differing)} differ: run scripts/wasm." if differing else 0)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (options.out / name).write_bytes(data)


def built() -> dict[str, bytes]:
    """The contents of the files by their names."""
    kernels = used_kernels()
    module = wasm_module(kernels)
    listed = {
        "made_with": {
            "python": platform.python_version(),
            **{tool: version(tool) for tool in TOOLS},
        },
        "sources": sources_sum(source_files(kernel.function for kernel in kernels)),
        "module": hashlib.sha256(module).hexdigest(),
        "kernels": {kernel.name: described(kernel.signature)._asdict() for kernel in kernels},
    }
    text = json.dumps(listed, indent=2) + "\n"
    return {NAME: module, Path(NAME).with_suffix(".json").name: text.encode()}


if __name__ == "__main__":
    main()

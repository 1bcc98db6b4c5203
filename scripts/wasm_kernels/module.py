"""Make one WebAssembly module of kernels that Numba compiled, with llvmlite and the linker of `ziglang`."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from scripts.wasm_kernels.exported_function import written
from scripts.wasm_kernels.used_kernels import UsedKernel

TRIPLE = "wasm32-unknown-emscripten"
"""Only for this system are modules made that a running one can load."""

FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""Every browser that runs Pyodide has them."""

IMPORTED = ("exp", "log")
"""The functions that the module takes from the one that loads it; another one is an error."""

NO_REFERENCE_COUNTS = """
define void @NRT_incref(ptr %counted) alwaysinline { ret void }
define void @NRT_decref(ptr %counted) alwaysinline { ret void }
"""
"""Arrays belong to Python, and kernels make none."""


def wasm_module(kernels: Sequence[UsedKernel]) -> bytes:
    """The module, the same for the same kernels."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="pic", codemodel="default"
    )
    return _linked(machine.emit_object(combined(kernels, machine)), sorted(kernel.name for kernel in kernels))


def combined(kernels: Sequence[UsedKernel], machine: Any) -> Any:
    """One optimised LLVM module for this machine; it exports a function for each kernel, and nothing else."""
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    whole = llvm.parse_assembly(head)
    for text in (NO_REFERENCE_COUNTS, *(text for kernel in kernels for text in _texts(kernel))):
        whole.link_in(llvm.parse_assembly(head + _without_target(text)))
    names = {kernel.name for kernel in kernels}
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    return whole


def _texts(kernel: UsedKernel) -> Sequence[str]:
    return kernel.llvm, written(kernel.name, kernel.symbol, kernel.signature)


def _without_target(text: str) -> str:
    """LLVM text without the processor it was made for; WebAssembly knows no "common" variables."""
    text = re.sub(r"^target (datalayout|triple) = .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return re.sub(r" = common (\w+ )*?global ", " = internal global ", text)


def _linked(compiled: bytes, names: Sequence[str]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        part, whole, imported = (Path(folder, name) for name in ("kernels.o", "kernels.wasm", "imported"))
        part.write_bytes(compiled)
        imported.write_text("\n".join(IMPORTED))
        options = [
            "-shared",
            "--experimental-pic",
            "--no-entry",
            "--strip-all",
            f"--allow-undefined-file={imported}",
        ]
        exports = [f"--export={name}" for name in names]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *options, *exports, str(part), "-o", str(whole)], check=True)
        return whole.read_bytes()

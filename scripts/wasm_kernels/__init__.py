"""Compile the kernels of the computer players to a WebAssembly module: see `scripts/wasm`."""

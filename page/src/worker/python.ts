/** Loads Python with the package of the games into a Web Worker, by Pyodide. */
import type { PyodideAPI } from 'pyodide';

import type { PythonFiles } from './messages';

/** Where the package is in Python's file system. */
const PACKAGE = '/moleworks';
const START = `
import sys
from pathlib import Path

sys.path.insert(0, "${PACKAGE}")
from moleworks.core import kernel, wasm_kernels

kernel.use(wasm_kernels.load(Path("${PACKAGE}/kernels.wasm")))
`;

/** Loads a file, and counts its bytes for the progress bar. */
export async function load(address: string, loaded: (bytes: number) => void = () => {}): Promise<Uint8Array> {
  const reply = await fetch(address);
  if (!reply.ok || !reply.body) throw new Error(`${address}: ${reply.status}`);
  const parts: Uint8Array[] = [];
  const reader = reply.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded(value.length);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** `whole` gives the whole address of a file; `loaded` is told what share has been loaded. */
export async function loadPython(
  files: PythonFiles,
  whole: (address: string) => string,
  loaded: (share: number) => void = () => {},
): Promise<PyodideAPI> {
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
    loaded(Math.min(0.9, bytes / files.bytes));
  };
  const ours = Promise.all([load(whole(files.archive), count), ...files.wheels.map((wheel) => load(whole(wheel), count))]);
  const { loadPyodide } = await import(/* @vite-ignore */ whole(`${files.runtime}pyodide.mjs`));
  const python: PyodideAPI = await loadPyodide({ indexURL: whole(files.runtime) });
  count(files.bytes / 2);
  const [archive, ...wheels] = await ours;
  python.unpackArchive(archive!, 'zip', { extractDir: PACKAGE });
  for (const wheel of wheels) python.unpackArchive(wheel, 'wheel');
  python.runPython(START);
  return python;
}

/** Starts Moleworks in Pyodide, with its kernels as WebAssembly. Node and a browser's worker share it. */

const FOLDER = '/moleworks';

const BEGIN = `
import sys
from pathlib import Path
sys.path.insert(0, "${FOLDER}")
from moleworks.core import kernel, wasm_kernels
kernel.use(wasm_kernels.load(Path("${FOLDER}/kernels.wasm")))
`;

/** `archive` is a zip with the package, the test programs, kernels.wasm and kernels.json. */
export async function startPython(loadPyodide, options, archive) {
  const python = await loadPyodide(options);
  python.unpackArchive(archive, 'zip', { extractDir: FOLDER });
  python.runPython(BEGIN);
  return python;
}

/** Runs a program; its last line is an expression, whose value comes back as JSON. */
export async function run(python, program) {
  python.globals.set('program', program);
  return await python.runPythonAsync(`
import json
from pyodide.code import eval_code_async
json.dumps(await eval_code_async(program, {}))
`);
}

/**
 * Runs programs in Pyodide on Node: in_node.mjs PYODIDE ARCHIVE.
 * A JSON string a line comes in, a result a line goes out; an error ends it.
 */

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { run, startPython } from './in_pyodide.mjs';

const [, , folder, archive] = process.argv;

async function main() {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await startPython(loadPyodide, { indexURL: `${folder}/` }, new Uint8Array(await readFile(archive)));
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(await run(python, JSON.parse(line)));
  }
}

main().catch((error) => {
  // Without the source line that Node would add: those of Pyodide are megabytes.
  process.stderr.write(`${error.stack}\n`, () => process.exit(1));
});

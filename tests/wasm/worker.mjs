/** A Web Worker that runs programs in Pyodide: a message is a program, the answer its result as JSON. */

import { loadPyodide } from './pyodide/pyodide.mjs';
import { run, startPython } from './in_pyodide.mjs';

const started = (async () => {
  const archive = await (await fetch('./archive.zip')).arrayBuffer();
  return await startPython(loadPyodide, { indexURL: new URL('./pyodide/', import.meta.url).href }, archive);
})();

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ result: await run(await started, data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};

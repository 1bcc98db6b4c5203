/** Hands programs to the worker, one after another. */

const worker = new Worker('./worker.mjs', { type: 'module' });

globalThis.ask = (program) =>
  new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message ?? 'the worker did not start' });
    worker.postMessage(program);
  });

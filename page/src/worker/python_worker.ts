/** The Web Worker in which Python runs the match service (`moleworks/web/in_browser.py`), by Pyodide. */
import type { PyodideAPI } from 'pyodide';

import { Helper, help } from './helper';
import type { FromWorker, PythonFiles, ToHelper, ToWorker, Trouble } from './messages';
import { isOnlyTab } from './one_tab';
import { loadPython } from './python';

/** A live connection on the side of Python. */
interface Connection {
  send(text: string): void;
  close(): void;
}

interface Reply {
  toJs(): [number, [string, string][], Uint8Array<ArrayBuffer>];
  destroy(): void;
}

/** `BrowserService`. */
interface Service {
  /** Whether matches outlive this visit. */
  keeps: boolean;
  request(method: string, address: string, headers: unknown, body: unknown): Promise<Reply>;
  connect(address: string, headers: unknown, protocols: unknown, tell: (event: string, text: string) => void): Connection;
}

const DATA = '/data';
const START = `
from pathlib import Path

from moleworks.web.in_browser import BrowserService

service = BrowserService(page, Path("${DATA}"), save, helper)
await service.open()
service
`;

const connections = new Map<number, Connection>();
let python: PyodideAPI;
let service: Promise<Service>;

function tell(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function trouble(what: Trouble, error: unknown): void {
  tell({ kind: 'trouble', what, detail: String(error) });
}

/** Connects a folder of Python's file system with the browser's storage; the function that saves it there. */
async function mountStorage(): Promise<() => Promise<void>> {
  python.FS.mkdir(DATA);
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, DATA);
    await sync(true);
    return () => sync(false);
  } catch (error) {
    return () => Promise.reject(error as Error);
  }
}

function sync(fromStorage: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    // Pyodide raises nothing but an Error in Python, and a browser may say QuotaExceededError, which is none.
    python.FS.syncfs(fromStorage, (error: unknown) => (error ? reject(new Error(String(error))) : resolve()));
  });
}

async function start(files: PythonFiles, page: string): Promise<Service> {
  const whole = (address: string): string => new URL(address, page).href;
  if (!(await isOnlyTab(`moleworks ${DATA}`))) {
    trouble('elsewhere', 'another tab uses the matches');
    return new Promise(() => {});
  }
  python = await loadPython(files, whole, (share) => tell({ kind: 'loaded', share }));
  const save = await mountStorage();
  python.globals.set('page', page);
  python.globals.set('helper', new Helper(files, page));
  python.globals.set('save', save);
  const found: Service = await python.runPythonAsync(START);
  if (!found.keeps) trouble('not_kept', 'the storage of this browser is full, or refused');
  tell({ kind: 'ready' });
  return found;
}

async function answer(message: Extract<ToWorker, { kind: 'request' }>): Promise<void> {
  const ready = await service;
  const reply = await ready.request(message.method, message.address, python.toPy(message.headers), python.toPy(message.body));
  const [status, headers, body] = reply.toJs();
  reply.destroy();
  tell({ kind: 'answer', id: message.id, status, headers, body }, [body.buffer]);
}

async function connect(message: Extract<ToWorker, { kind: 'connect' }>): Promise<void> {
  const ready = await service;
  const told = (event: string, text: string): void => tell({ kind: 'told', id: message.id, event, text });
  connections.set(message.id, ready.connect(message.address, python.toPy({}), python.toPy(message.protocols), told));
}

self.onmessage = ({ data }: MessageEvent<ToWorker | ToHelper>) => {
  switch (data.kind) {
    case 'help':
    case 'task':
      help(data);
      break;
    case 'start':
      service = start(data.files, data.page);
      service.catch((error) => trouble('failed', error));
      break;
    case 'request':
      void answer(data);
      break;
    case 'connect':
      void connect(data);
      break;
    case 'send':
      connections.get(data.id)?.send(data.text);
      break;
    case 'close':
      connections.get(data.id)?.close();
      connections.delete(data.id);
  }
};

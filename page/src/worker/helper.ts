/**
 * The second worker, for long work such as analyses, trials of boards and printing. The worker of the match starts
 * it when it is first needed, and ends it when its work is not wanted any more.
 */
import type { PyodideAPI } from 'pyodide';

import type { FromHelper, PythonFiles, ToHelper } from './messages';
import { load, loadPython } from './python';

/** Milliseconds without work after which its memory is given back. */
const IDLE = 120_000;

/** What Python hands over; it is copied, because Python takes it back. */
interface Buffer {
  toJs(): Uint8Array<ArrayBuffer>;
}

interface Teller {
  (text: string): void;
  copy(): Teller & { destroy(): void };
}

/** The side of the match: `Helper` in `moleworks/matches/second_worker.py`. */
export class Helper {
  #worker: Worker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly files: PythonFiles,
    readonly page: string,
  ) {}

  ask(task: Buffer, tell: Teller): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const [worker, telling, content] = [this.#worker, tell.copy(), task.toJs()];
    return new Promise<Uint8Array>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromHelper>) => {
        if (data.kind === 'progress') telling(data.text);
        else if (data.kind === 'done') resolve(data.answer);
        else reject(new Error(data.detail));
      };
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ kind: 'task', task: content } satisfies ToHelper, [content.buffer]);
    }).finally(() => {
      telling.destroy();
      this.#idle = setTimeout(() => this.end(), IDLE);
    });
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(self.location.href, { type: 'module' });
    worker.postMessage({ kind: 'help', files: this.files, page: this.page } satisfies ToHelper);
    return worker;
  }
}

let python: Promise<PyodideAPI>;
let files: PythonFiles;
let page: string;
const fetched = new Set<string>();

const whole = (address: string): string => new URL(address, page).href;

function post(message: FromHelper, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** Loads the wheel of a module that Python misses; false if there is none. */
async function fetchPart(module: string): Promise<boolean> {
  const wheel = files.parts[module];
  if (!wheel || fetched.has(module)) return false;
  fetched.add(module);
  (await python).unpackArchive((await load(whole(wheel))) as unknown as ArrayBuffer, 'wheel');
  return true;
}

async function run(task: Uint8Array): Promise<void> {
  try {
    const loaded = await python;
    const work = loaded.pyimport('moleworks.matches.second_worker');
    const tell = (text: string): void => post({ kind: 'progress', text });
    const answer: Uint8Array<ArrayBuffer> = (await work.run_task(loaded.toPy(task), tell, fetchPart)).toJs();
    post({ kind: 'done', answer }, [answer.buffer]);
  } catch (error) {
    post({ kind: 'broken', detail: String(error) });
  }
}

/** The side of the second worker. */
export function help(message: ToHelper): void {
  if (message.kind === 'help') {
    ({ files, page } = message);
    python = loadPython(files, whole);
    python.catch(() => {}); // told with the first task
  } else {
    void run(message.task);
  }
}

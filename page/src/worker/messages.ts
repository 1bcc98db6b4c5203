/** Messages between the page and the workers that run Python. */

/** The files of the worker, by addresses relative to the page. */
export interface PythonFiles {
  /** The folder of Pyodide. */
  runtime: string;
  wheels: string[];
  /** The package, with its kernels. */
  archive: string;
  /** By module: the wheel that brings it; these are loaded when something needs them. */
  parts: Record<string, string>;
  /** The folder of replies that can be read while Python loads. */
  replies: string;
  /** The size of the archive, the wheels and the runtime, for the progress bar. */
  bytes: number;
}

export type ToWorker =
  | { kind: 'start'; files: PythonFiles; page: string }
  | { kind: 'request'; id: number; method: string; address: string; headers: Record<string, string>; body: Uint8Array }
  | { kind: 'connect'; id: number; address: string; protocols: string[] }
  | { kind: 'send'; id: number; text: string }
  | { kind: 'close'; id: number };

/** To the second worker, for long work. */
export type ToHelper = { kind: 'help'; files: PythonFiles; page: string } | { kind: 'task'; task: Uint8Array };

export type FromHelper =
  | { kind: 'progress'; text: string }
  | { kind: 'done'; answer: Uint8Array<ArrayBuffer> }
  | { kind: 'broken'; detail: string };

/** Why the service cannot run, or runs less well. */
export type Trouble = 'elsewhere' | 'not_kept' | 'failed';

export type FromWorker =
  | { kind: 'loaded'; share: number }
  | { kind: 'ready' }
  | { kind: 'trouble'; what: Trouble; detail: string }
  | { kind: 'answer'; id: number; status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }
  | { kind: 'told'; id: number; event: string; text: string };

/** The match service in a worker of this browser, as the page uses it: requests and live connections. */
import type { Socket } from '../api/transport.svelte';
import type { LocalService } from './carrier';
import { earlyFile } from './early';
import type { FromWorker, PythonFiles, ToWorker } from './messages';
import { progress } from './loading.svelte';

const NO_BODY = new Set([204, 304]);

class WorkerService implements LocalService {
  #worker = new Worker(new URL('./python_worker.ts', import.meta.url), { type: 'module' });
  #number = 0;
  #waiting = new Map<number, (reply: Response) => void>();
  #sockets = new Map<number, WorkerSocket>();
  /** Whether Python can answer. */
  #loaded = false;

  /** `ready` is called once everything is loaded. */
  constructor(
    readonly files: PythonFiles,
    readonly ready: () => Promise<void>,
  ) {
    progress.share = 0;
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#receive(event.data);
    this.#worker.onerror = () => (progress.trouble = 'failed');
    this.post({ kind: 'start', files, page: location.href.replace(/[#?].*/, '').replace(/[^/]*$/, '') });
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Like `fetch`. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const file = this.#loaded || init.method ? null : earlyFile(address);
    if (file) {
      const early = await fetch(new URL(this.files.replies + file, document.baseURI));
      if (early.ok) return early;
    }
    const id = ++this.#number;
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = new TextEncoder().encode((init.body as string | undefined) ?? '');
    const reply = new Promise<Response>((resolve) => this.#waiting.set(id, resolve));
    this.post({ kind: 'request', id, method: init.method ?? 'GET', address, headers, body });
    return reply;
  }

  connect(address: string, protocols: string[]): Socket {
    const socket = new WorkerSocket(this, ++this.#number);
    this.#sockets.set(socket.id, socket);
    this.post({ kind: 'connect', id: socket.id, address, protocols });
    return socket;
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'loaded':
        progress.share = message.share;
        break;
      case 'ready':
        progress.share = 1;
        this.#loaded = true;
        void this.ready();
        break;
      case 'trouble':
        progress.trouble = message.what;
        console.error(message.detail);
        break;
      case 'answer': {
        const { id, status, headers, body } = message;
        this.#waiting.get(id)?.(new Response(NO_BODY.has(status) ? null : body, { status, headers }));
        this.#waiting.delete(id);
        break;
      }
      case 'told':
        this.#sockets.get(message.id)?.told(message.event, message.text);
        if (message.event === 'close') this.#sockets.delete(message.id);
    }
  }
}

/** A live connection, with the face of a WebSocket. */
class WorkerSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(
    readonly service: WorkerService,
    readonly id: number,
  ) {}

  told(event: string, text: string): void {
    if (event === 'open') {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (event === 'message') {
      this.onmessage?.({ data: text });
    } else {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.({ code: Number(text) });
    }
  }

  send(text: string): void {
    this.service.post({ kind: 'send', id: this.id, text });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.service.post({ kind: 'close', id: this.id });
  }
}

export function startService(files: PythonFiles, ready: () => Promise<void>): LocalService {
  return new WorkerService(files, ready);
}

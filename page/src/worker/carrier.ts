/**
 * How the page of a static folder reaches the match service: by a server or, where none answers, by a worker in
 * this browser.
 */
import { type Carrier, carrier, type Socket, webSocket } from '../api/transport.svelte';
import type { PythonFiles } from './messages';

/** A service in this browser. */
export interface LocalService {
  request(address: string, init?: RequestInit): Promise<Response>;
  connect(address: string, protocols: string[]): Socket;
}

/** Milliseconds in which a server has to answer. */
const PATIENCE = 5000;
let worker: Promise<LocalService | null> | undefined;

/** The worker; null where a server answers. */
function service(files: PythonFiles): Promise<LocalService | null> {
  worker ??= find(files);
  return worker;
}

async function find(files: PythonFiles): Promise<LocalService | null> {
  if (await answers()) {
    void keepOffline();
    return null;
  }
  carrier.alone = true;
  return (await import('./service')).startService(files, keepOffline);
}

async function keepOffline(): Promise<void> {
  await (await import('../offline/offline.svelte')).keepOffline();
}

/** Whether a server of ours answers beside the page. */
async function answers(): Promise<boolean> {
  try {
    const reply = await fetch(beside('/health/live'), { signal: AbortSignal.timeout(PATIENCE) });
    return reply.ok && (await reply.json()).ok === true;
  } catch {
    return false;
  }
}

function beside(address: string): URL {
  return new URL(`.${address}`, document.baseURI);
}

/** The files are those that the page names. */
export function localCarrier(files: PythonFiles): Carrier {
  void service(files);
  return {
    async send(address, init) {
      const found = await service(files);
      return found ? found.request(address, init) : fetch(beside(address), init);
    },
    openSocket: (address, protocols) => new LateSocket(service(files), address, protocols),
  };
}

/** A socket of the server or of the worker, whichever it turns out to be. */
class LateSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  #socket: Socket | null = null;
  #closed = false;

  constructor(service: Promise<LocalService | null>, address: string, protocols: string[]) {
    void service.then((found) => {
      if (this.#closed) return;
      const socket = found?.connect(address, protocols) ?? webSocket(beside(address), protocols);
      socket.onopen = () => this.onopen?.();
      socket.onmessage = (event) => this.onmessage?.(event);
      socket.onclose = (event) => this.onclose?.(event);
      this.#socket = socket;
    });
  }

  get readyState(): number {
    return this.#closed ? WebSocket.CLOSED : (this.#socket?.readyState ?? WebSocket.CONNECTING);
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}

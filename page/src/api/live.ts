/** The WebSocket of a match: it comes back by itself, and goes on from the last entry it knew. */
import { path } from './http';
import type { Command, Message } from './types';

export interface Listener {
  heard(message: Message): void;
  connected(yes: boolean): void;
  /** No connection came about: there is no network, or the server does not let us in. */
  shut?(): void;
  /** The last entry of the log that is known here. */
  seq(): number;
}

const FIRST = 300;
const SLOWEST = 5000;
/** The server goes and comes back at once. */
const AGAIN = 1012;

export class Live {
  #socket: WebSocket | null = null;
  #wait = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #number = 0;
  #name = Math.random().toString(36).slice(2, 10);
  /** Commands that were sent and not yet answered; sent again after a gap, they are done once. */
  #open = new Map<string, Command>();

  constructor(
    readonly match: string,
    readonly listener: Listener,
    readonly query: () => Record<string, string | number | undefined>,
    /** For who is known by no cookie. */
    readonly token?: string,
  ) {
    this.#connect();
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
  }

  /** Sends a command, now or as soon as there is a connection; the answer bears the number that is returned. */
  send(command: Command): string {
    const id = `${this.#name}-${++this.#number}`;
    const whole = { ...command, id };
    if (command.do !== 'emote') this.#open.set(id, whole);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(whole));
    return id;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#now);
    this.#socket?.close();
  }

  #now = (): void => {
    const gone = this.#socket === null || this.#socket.readyState === WebSocket.CLOSED;
    if (!this.#closed && gone && document.visibilityState === 'visible') {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #connect(): void {
    const address = new URL(path(`/matches/${this.match}/live`, { ...this.query(), seq: this.listener.seq() }), location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, this.token === undefined ? [] : ['moleworks', `moleworks.token.${this.token}`]);
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#wait = FIRST;
      for (const command of this.#open.values()) socket.send(JSON.stringify(command));
      this.listener.connected(true);
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      this.#socket = null;
      this.listener.connected(false);
      if (!opened) this.listener.shut?.();
      this.#timer = setTimeout(() => this.#connect(), event.code === AGAIN ? FIRST : this.#wait);
      this.#wait = Math.min(SLOWEST, this.#wait * 2);
    };
  }

  #heard(message: Message): void {
    if (message.type === 'refused' && message.id) this.#open.delete(message.id);
    if (message.type === 'at') {
      if (message.id) this.#open.delete(message.id);
      for (const news of message.news) if (news.id) this.#open.delete(news.id);
    }
    this.listener.heard(message);
  }
}

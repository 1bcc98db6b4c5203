/** The WebSocket of a match. It reconnects, and continues from the last known log entry. */
import { path } from './http';
import type { AnyCommand, MatchOutcome, ServerMessage } from './schema';
import { carrier, type Socket } from './transport.svelte';

export interface Listener {
  onMessage(message: ServerMessage): void;
  onConnection(yes: boolean): void;
  /** How the game ended, from sources that send no table. */
  onOutcome?(outcome: MatchOutcome | null): void;
  /** A connection could not be opened: there is no network, or the server refuses it. */
  onConnectFailed?(): void;
  /** The last log entry that is known here. */
  lastSeq(): number;
}

const FIRST = 300;
const SLOWEST = 5000;
/** The close code of a server that restarts. All its clients come back, so each chooses a moment of its own. */
const AGAIN = 1012;
const SPREAD = 3000;

export class LiveConnection {
  #socket: Socket | null = null;
  #wait = FIRST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #number = 0;
  #name = Math.random().toString(36).slice(2, 10);
  /** Commands without an answer; they are sent again after a reconnect, and the server applies each once. */
  #open = new Map<string, AnyCommand>();

  constructor(
    readonly match: string,
    readonly listener: Listener,
    readonly query: () => Record<string, string | number | undefined>,
    /** For a client without a cookie. */
    readonly token?: string,
  ) {
    this.#connect();
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#now);
  }

  /** Sends a command, now or when connected; returns the id that the answer will have. */
  send(command: AnyCommand): string {
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
    const address = path(`/matches/${this.match}/live`, { ...this.query(), seq: this.listener.lastSeq() });
    const socket = carrier.openSocket(address, this.token === undefined ? [] : ['moleworks', `moleworks.token.${this.token}`]);
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#wait = FIRST;
      for (const command of this.#open.values()) socket.send(JSON.stringify(command));
      this.listener.onConnection(true);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      this.#socket = null;
      this.listener.onConnection(false);
      if (!opened) this.listener.onConnectFailed?.();
      this.#timer = setTimeout(() => this.#connect(), event.code === AGAIN ? Math.random() * SPREAD : this.#wait * (0.5 + Math.random()));
      this.#wait = Math.min(SLOWEST, this.#wait * 2);
    };
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'refused' && message.id) this.#open.delete(message.id);
    if (message.type === 'at') {
      if (message.id) this.#open.delete(message.id);
      for (const news of message.news) if (news.id) this.#open.delete(news.id);
    }
    this.listener.onMessage(message);
  }
}

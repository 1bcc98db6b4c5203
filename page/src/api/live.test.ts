import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { LiveConnection } from './live';
import type { ServerMessage } from './schema';

/** A fake WebSocket that the test controls. */
class Socket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: Socket[] = [];
  readyState = 0;
  sent: { id: string; do: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: URL) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = Socket.CLOSED;
  }

  opens(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.readyState = Socket.CLOSED;
    this.onclose?.({ code });
  }
}

let received: ServerMessage[];
let online: boolean[];
let seq: number;
let failures: number;

function line(): LiveConnection {
  const listener = {
    onMessage: (message: ServerMessage) => received.push(message),
    onConnection: (yes: boolean) => online.push(yes),
    onConnectFailed: () => (failures += 1),
    lastSeq: () => seq,
  };
  return new LiveConnection('m1', listener, () => ({ words: 1 }));
}

const last = (): Socket => Socket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  Socket.all = [];
  [received, online, seq, failures] = [[], [], 0, 0];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the line to a match', () => {
  it('comes back by itself, from the last entry it knew', () => {
    line();
    last().opens();
    seq = 7;
    last().breaks();
    expect(online).toEqual([true, false]);
    vi.advanceTimersByTime(299);
    expect(Socket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(2);
    expect(last().url.search).toContain('seq=7');
    expect(last().url.search).toContain('words=1');
    expect(last().url.protocol).toBe('ws:');
  });

  it('waits longer each time; after a restart of the server, until a moment of its own', () => {
    line();
    last().breaks();
    vi.advanceTimersByTime(300);
    last().breaks();
    vi.advanceTimersByTime(599);
    expect(Socket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(3);
    last().opens();
    for (const part of [0.1, 0.9]) {
      vi.mocked(Math.random).mockReturnValue(part);
      const before = Socket.all.length;
      last().breaks(1012);
      vi.advanceTimersByTime(3000 * part - 1);
      expect(Socket.all).toHaveLength(before);
      vi.advanceTimersByTime(2);
      expect(Socket.all).toHaveLength(before + 1);
    }
  });

  it('sends again what was not answered, under the same number, and only that', () => {
    const live = line();
    last().opens();
    const done = live.send({ do: 'play', action: 'e5', seq: 1 });
    const lost = live.send({ do: 'undo', seq: 2 });
    live.send({ do: 'emote', name: 'wow' });
    last().says({ type: 'at', seq: 2, news: [{ seq: 2, seat: 0, name: 'e5', id: done }], eyes: [] });
    last().breaks();
    vi.advanceTimersByTime(300);
    last().opens();
    expect(last().sent.map((command) => command.id)).toEqual([lost]);
    last().says({ type: 'refused', id: lost, reason: 'no' });
    last().breaks();
    vi.advanceTimersByTime(600);
    last().opens();
    expect(last().sent).toEqual([]);
    expect(received.map((message) => message.type)).toEqual(['at', 'refused']);
  });

  it('does not send again a seat that has changed hands', () => {
    const live = line();
    last().opens();
    const id = live.send({ do: 'reseat', whose: 1, kind: 'computer', level: 3 });
    last().says({ type: 'at', seq: 3, news: [{ seq: 3, seat: null, name: '!seat 1 computer 3', id }], eyes: [] });
    last().breaks();
    vi.advanceTimersByTime(300);
    last().opens();
    expect(last().sent).toEqual([]);
  });

  it('says that no connection came about, so that somebody asks why', () => {
    line();
    last().opens();
    last().breaks(1012);
    expect(failures).toBe(0);
    vi.advanceTimersByTime(1500);
    last().breaks();
    expect(failures).toBe(1);
  });

  it('keeps what is said while there is no connection', () => {
    const live = line();
    live.send({ do: 'play', action: 'e5', seq: 1 });
    last().opens();
    expect(last().sent.map((command) => command.do)).toEqual(['play']);
  });

  it('stays closed once it is closed', () => {
    const live = line();
    last().opens();
    live.close();
    last().breaks();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });
});

/** Sources of a match: one stored on the server, or a task of a lesson, which is stored nowhere. */
import { get, post } from './http';
import { LiveConnection, type Listener } from './live';
import type { AnyCommand, HintLine, LoggedAction, SetupReply } from './schema';

export interface Connection {
  send(command: AnyCommand): void;
  close(): void;
}

export interface MatchSource {
  setup(): Promise<SetupReply>;
  emotes(): Promise<Record<string, string>>;
  /** The log so far, in words. */
  logLines(seat?: number): Promise<LoggedAction[]>;
  around(space: string, seat?: number): Promise<string>;
  understand(text: string): Promise<string>;
  hint(): Promise<HintLine[]>;
  /** Receives messages and sends commands. */
  connect(listener: Listener, query: () => Record<string, string | number | undefined>): Connection;
}

/** A match that is stored on the server. */
export function serverSource(id: string): MatchSource {
  return {
    setup: () => get(`/matches/${id}/setup`),
    emotes: () => get('/emotes'),
    logLines: (seat) => get(`/matches/${id}/said`, { seat }),
    around: async (space, seat) => (await get(`/matches/${id}/around`, { space, seat })).said,
    understand: async (text) => (await post(`/matches/${id}/understand`, { text })).name,
    hint: async () => (await post(`/matches/${id}/hint`, {})).lines,
    connect: (listener, query) => new LiveConnection(id, listener, query),
  };
}

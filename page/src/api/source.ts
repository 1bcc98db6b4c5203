/** Sources of a match: one stored on the server, or a task of a lesson, which is stored nowhere. */
import { get, post } from './http';
import { LiveConnection, type Listener } from './live';
import type { AnyCommand, AskReply, HintLine, LoggedAction, SetupReply } from './schema';

export interface Connection {
  send(command: AnyCommand): void;
  close(): void;
}

export interface MatchSource {
  /** Whether all of its sentences are announced, however many: those of a lesson or a puzzle stand nowhere else. */
  readonly tellsAll?: boolean;
  setup(): Promise<SetupReply>;
  emotes(): Promise<Record<string, string>>;
  /** The log so far, in words. */
  logLines(seat?: number): Promise<LoggedAction[]>;
  around(space: string, seat?: number): Promise<string>;
  /** The answer to a question, or the action that was meant. */
  ask(text: string, seat?: number): Promise<AskReply>;
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
    ask: (text, seat = undefined) => post(`/matches/${id}/ask`, { text, seat }),
    hint: async () => (await post(`/matches/${id}/hint`, {})).lines,
    connect: (listener, query) => new LiveConnection(id, listener, query),
  };
}

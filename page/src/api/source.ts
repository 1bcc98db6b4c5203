/** Sources of a match: one stored on the server, or a task of a lesson, which is stored nowhere. */
import { get, post } from './http';
import { LiveConnection, type Listener } from './live';
import type { Command, HintLine, SetupInfo, LogLine } from './types';

export interface Connection {
  send(command: Command): void;
  close(): void;
}

export interface MatchSource {
  setup(): Promise<SetupInfo>;
  emotes(): Promise<Record<string, string>>;
  /** The log so far, in words. */
  logLines(seat?: number): Promise<LogLine[]>;
  around(space: string, seat?: number): Promise<string>;
  understand(text: string): Promise<string>;
  hint(): Promise<HintLine[]>;
  /** Receives messages and sends commands. */
  connect(listener: Listener, query: () => Record<string, string | number | undefined>): Connection;
}

/** A match that is stored on the server. */
export function serverSource(id: string): MatchSource {
  const at = `/matches/${id}`;
  return {
    setup: () => get<SetupInfo>(`${at}/setup`),
    emotes: () => get<Record<string, string>>('/emotes'),
    logLines: (seat) => get<LogLine[]>(`${at}/said`, { seat }),
    around: async (space, seat) => (await get<{ said: string }>(`${at}/around`, { space, seat })).said,
    understand: async (text) => (await post<{ name: string }>(`${at}/understand`, { text })).name,
    hint: async () => (await post<{ lines: HintLine[] }>(`${at}/hint`, {})).lines,
    connect: (listener, query) => new LiveConnection(id, listener, query),
  };
}

/** Where a match comes from: the server's matches, or a lesson that is kept nowhere. */
import { get, post } from './http';
import { Live, type Listener } from './live';
import type { Command, HintLine, SetupInfo, Told } from './types';

export interface Line {
  send(command: Command): void;
  close(): void;
}

export interface Source {
  setup(): Promise<SetupInfo>;
  emotes(): Promise<Record<string, string>>;
  /** What happened so far, in words. */
  said(seat?: number): Promise<Told[]>;
  around(space: string, seat?: number): Promise<string>;
  understand(text: string): Promise<string>;
  hint(): Promise<HintLine[]>;
  /** Hear of all that happens, and do something. */
  open(listener: Listener, query: () => Record<string, string | number | undefined>): Line;
}

/** A match that the server keeps. */
export function served(id: string): Source {
  const at = `/matches/${id}`;
  return {
    setup: () => get<SetupInfo>(`${at}/setup`),
    emotes: () => get<Record<string, string>>('/emotes'),
    said: (seat) => get<Told[]>(`${at}/said`, { seat }),
    around: async (space, seat) => (await get<{ said: string }>(`${at}/around`, { space, seat })).said,
    understand: async (text) => (await post<{ name: string }>(`${at}/understand`, { text })).name,
    hint: async () => (await post<{ lines: HintLine[] }>(`${at}/hint`, {})).lines,
    open: (listener, query) => new Live(id, listener, query),
  };
}

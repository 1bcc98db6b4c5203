/** A match to look back at: its positions through somebody's eyes, in words, and what an analysis says of them. */
import type { View } from '../boards/board';
import { get, path, post, Problem } from './http';
import type { SetupInfo, Table, Told } from './types';

/** What is seen after an action; the first position has none before it. */
export interface Position {
  ply: number;
  name: string | null;
  seat: number | null;
  view: View;
  said: string[];
}

export interface Story {
  setup: SetupInfo;
  names: string[];
  /** How well a computer plays, where one does. */
  levels: (number | null)[];
  /** The match is over: all may be seen. */
  over: boolean;
  steps: Position[];
  /** The whole match as text; none while it would tell a secret. */
  record: string | null;
}

/** A seat's, what everybody saw (no seat), or everything that anybody knew. */
export interface Eyes {
  seat: number | null;
  open: boolean;
}

/** What might have been played instead. */
export interface Variation {
  ply: number;
  /** The first action in words; none if it cannot be shown. */
  action: string;
  steps: Position[];
}

export interface Described {
  ask: string;
  said: string[];
}

export type Mark = 'slip' | 'mistake' | 'blunder';

export interface Choice {
  best: string;
  why: string;
  line: string[];
  in_points: boolean;
  cost: number;
  mark: Mark | null;
}

export interface Moment {
  /** How many actions came before. */
  ply: number;
  actor: number | null;
  mover: number | null;
  chances: number[];
  choice: Choice | null;
  luck: number[] | null;
}

export interface Account {
  luck: number;
  given: number;
  choices: number;
  /** Slips, mistakes and blunders. */
  marks: number[];
  /** How much of what was at stake in a choice was kept, on average; null where there was none. */
  accuracy: number | null;
}

export interface Analysis {
  done: 1;
  start: number[];
  moments: Moment[];
  accounts: Account[];
}

type Progress = Analysis | { done: number };

interface Told_ extends Omit<Story, 'record'> {
  ply: number;
}

export async function ofRecord(record: string, eyes: Eyes): Promise<Story> {
  const story = await post<Told_>('/records', { record, ...eyes });
  const steps = story.steps;
  while (steps.length <= story.ply) {
    steps.push(...(await post<Told_>('/records', { record, ...eyes, first: steps.length })).steps);
  }
  return { ...story, steps, record };
}

export async function ofMatch(id: string, eyes: Eyes): Promise<Story> {
  const [setup, table, record] = await Promise.all([
    get<SetupInfo>(`/matches/${id}/setup`),
    get<Table>(`/matches/${id}/table`),
    recordOf(id),
  ]);
  const over = table.outcome !== null;
  if (record !== null) {
    const story = await ofRecord(record, eyes);
    return { ...story, setup, over };
  }
  const seat = eyes.seat ?? undefined;
  const [seen, said] = await Promise.all([
    seenBy(id, seat),
    get<Told[]>(`/matches/${id}/said`, { seat }),
  ]);
  const steps = seen.map((step, ply) => ({ ...step, seat: said[ply - 1]?.seat ?? null, said: said[ply - 1]?.said ?? [] }));
  return { setup, names: table.seats.map((each) => each.name), levels: table.seats.map((each) => each.level), over, steps, record };
}

/** The record, if it tells no secret. */
async function recordOf(id: string): Promise<string | null> {
  const answer = await fetch(path(`/matches/${id}/record`));
  if (!answer.ok) throw new Problem((await answer.json().catch(() => null))?.detail ?? answer.statusText, answer.status);
  const text = await answer.text();
  return answer.headers.get('content-type')?.startsWith('text/plain') ? text : null;
}

async function seenBy(id: string, seat: number | undefined): Promise<{ ply: number; name: string | null; view: View }[]> {
  const found: { ply: number; name: string | null; view: View }[] = [];
  for (;;) {
    const more = await get<typeof found>(`/matches/${id}/replay`, { seat, first: found.length });
    if (!more.length) return found;
    found.push(...more);
  }
}

export function describe(record: string, ply: number, eyes: Eyes): Promise<Described> {
  return post('/records/position', { record, ply, ...eyes });
}

/** The better lines, to be shown on the board. */
export function variations(record: string, lines: { ply: number; line: string[] }[], eyes: Eyes): Promise<Variation[]> {
  return post('/records/lines', { record, lines, ...eyes });
}

/** The analysis of a match if there is one, else of a record; or how far it is. */
export function analysisOf(match: string | null, record: string): Promise<Progress> {
  return match === null ? post('/records/analysis', { record }) : get(`/matches/${match}/analysis`);
}

/** Data of a replay: positions as a seat saw them, their texts, and the analysis. */
import type { View } from '../board/types';
import { get, path, post, Problem } from './http';
import type { SetupInfo, TableInfo, LogLine } from './types';

/** A position and the action that led to it; the first one has none. */
export interface ReplayStep {
  ply: number;
  name: string | null;
  seat: number | null;
  view: View;
  said: string[];
}

export interface ReplayData {
  setup: SetupInfo;
  names: string[];
  /** The level of each computer player; null for people. */
  levels: (number | null)[];
  /** The match is over, so nothing is secret any more. */
  over: boolean;
  steps: ReplayStep[];
  /** The record; null while it would reveal a secret. */
  record: string | null;
}

/** Whose view is shown: a seat's, everybody's (seat null), or all information (`open`). */
export interface Perspective {
  seat: number | null;
  open: boolean;
}

/** A better line that could have been played. */
export interface Variation {
  ply: number;
  /** The first action in words; empty if it cannot be shown. */
  action: string;
  steps: ReplayStep[];
}

export interface PositionText {
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
  /** The number of actions before it. */
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
  /** The numbers of slips, mistakes and blunders. */
  marks: number[];
  /** The average share of the stake that was kept; null without choices. */
  accuracy: number | null;
}

export interface Analysis {
  done: 1;
  start: number[];
  moments: Moment[];
  accounts: Account[];
}

type Progress = Analysis | { done: number };

interface ReplayPage extends Omit<ReplayData, 'record'> {
  ply: number;
}

export async function replayOfRecord(record: string, eyes: Perspective): Promise<ReplayData> {
  const story = await post<ReplayPage>('/records', { record, ...eyes });
  const steps = story.steps;
  while (steps.length <= story.ply) {
    steps.push(...(await post<ReplayPage>('/records', { record, ...eyes, first: steps.length })).steps);
  }
  return { ...story, steps, record };
}

export async function replayOfMatch(id: string, eyes: Perspective): Promise<ReplayData> {
  const [setup, table, record] = await Promise.all([
    get<SetupInfo>(`/matches/${id}/setup`),
    get<TableInfo>(`/matches/${id}/table`),
    recordOf(id),
  ]);
  const over = table.outcome !== null;
  if (record !== null) {
    const story = await replayOfRecord(record, eyes);
    return { ...story, setup, over };
  }
  const seat = eyes.seat ?? undefined;
  const [seen, said] = await Promise.all([
    viewsOfMatch(id, seat),
    get<LogLine[]>(`/matches/${id}/said`, { seat }),
  ]);
  const steps = seen.map((step, ply) => ({ ...step, seat: said[ply - 1]?.seat ?? null, said: said[ply - 1]?.said ?? [] }));
  return { setup, names: table.seats.map((each) => each.name), levels: table.seats.map((each) => each.level), over, steps, record };
}

/** The record; null if it would reveal a secret. */
async function recordOf(id: string): Promise<string | null> {
  const answer = await fetch(path(`/matches/${id}/record`));
  if (!answer.ok) throw new Problem((await answer.json().catch(() => null))?.detail ?? answer.statusText, answer.status);
  const text = await answer.text();
  return answer.headers.get('content-type')?.startsWith('text/plain') ? text : null;
}

async function viewsOfMatch(id: string, seat: number | undefined): Promise<{ ply: number; name: string | null; view: View }[]> {
  const found: { ply: number; name: string | null; view: View }[] = [];
  for (;;) {
    const more = await get<typeof found>(`/matches/${id}/replay`, { seat, first: found.length });
    if (!more.length) return found;
    found.push(...more);
  }
}

export function describe(record: string, ply: number, eyes: Perspective): Promise<PositionText> {
  return post('/records/position', { record, ply, ...eyes });
}

/** The positions of better lines, for the board. */
export function variations(record: string, lines: { ply: number; line: string[] }[], eyes: Perspective): Promise<Variation[]> {
  return post('/records/lines', { record, lines, ...eyes });
}

/** The analysis of a match, or of a record if there is no match; or its progress. */
export function analysisOf(match: string | null, record: string): Promise<Progress> {
  return match === null ? post('/records/analysis', { record }) : get(`/matches/${match}/analysis`);
}

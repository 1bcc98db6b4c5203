/** The choices for a new match, and the request that creates it. */
import type { GameInfo, MatchRequest, OpenedMatch, SeatRequest, TimeControl } from '../api/schema';
import { post, Problem } from '../api/http';
import { t } from '../texts/texts.svelte';
import { store, readStored, settings } from '../settings/settings.svelte';

export type Opponents = Exclude<SeatRequest['kind'], 'bot' | undefined>;

export interface Choices {
  opponents: Opponents;
  level: number;
  players: number;
  /** The names of the players at this device. */
  names: string[];
  pace: TimeControl;
  /** By game. */
  games: Record<string, GameChoice>;
}

export interface GameChoice extends Pick<MatchRequest, 'preset' | 'options'> {
  board?: string;
  /** What stands for the players, in the order of names; '' or none: whatever is free. */
  emblems?: string[];
  /** Settings of the table that were chosen; they change no rule. */
  table?: string[];
  /** The index of the first player; null to draw lots; undefined to ask at a shared device, else to draw. */
  first?: number | null;
}

const STORAGE_KEY = 'moleworks.choices';

export function storedChoices(): Choices {
  const pace: TimeControl = { turn: null, absent: 'computer' };
  const usual: Choices = { opponents: 'computer', level: 2, players: 2, names: [], pace, games: {} };
  return { ...usual, ...readStored<Partial<Choices>>(STORAGE_KEY) };
}

export function storeChoices(choices: Choices): void {
  store(STORAGE_KEY, choices);
}

/** The kinds of opponents, as options to choose from. */
export function opponents(): { value: Opponents; text: string }[] {
  return [
    { value: 'computer', text: t('with_computer') },
    { value: 'here', text: t('with_here') },
    { value: 'link', text: t('with_link') },
  ];
}

/** The number of players: the last chosen one, within the limits of the game. */
export function playing(choices: Choices, { players: { min, max } }: Pick<GameInfo, 'players'>): number {
  return Math.min(max, Math.max(min, choices.players));
}

/** The seats in order: the first player has seat 0, and the others follow in turn. */
export function newSeats(choices: Choices, first: number | null | undefined, count: number, emblems: string[] = [], draw = Math.random): SeatRequest[] {
  const kinds = { computer: 'computer', here: 'here', link: 'link' } as const;
  const seats: SeatRequest[] = Array.from({ length: count }, (_, n) => {
    if (choices.opponents === 'here') return { kind: 'here', name: choices.names[n] ?? '' };
    if (n === 0) return { kind: 'here', name: settings.name };
    const kind = kinds[choices.opponents];
    return kind === 'computer' ? { kind, level: choices.level } : { kind };
  });
  const own = choices.opponents === 'here' ? count : 1;
  for (const [n, seat] of seats.slice(0, own).entries()) if (emblems[n]) seat.emblem = emblems[n];
  const begins = first ?? Math.floor(draw() * count);
  return [...seats.slice(begins), ...seats.slice(0, begins)];
}

/** Only matches by link have a clock. */
export function timeControlFor({ opponents, pace }: Choices): TimeControl | undefined {
  return opponents === 'link' && pace.turn ? pace : undefined;
}

const RETRY_MS = 1000;

/** Random, so that the server knows a request that comes again; `randomUUID` is for pages with TLS only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Creates a match and stores its links, because the server sends them only once.
 * After a lost connection it asks again, with the same key: the match may have been created already.
 */
export async function open(order: MatchRequest): Promise<OpenedMatch> {
  const key = { 'idempotency-key': newKey() };
  const opened = await post('/matches', order, key).catch(async (error) => {
    if (error instanceof Problem) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return post('/matches', order, key);
  });
  store(`moleworks.links.${opened.id}`, opened);
  return opened;
}

export function storedLinks(match: string): OpenedMatch | null {
  return readStored<OpenedMatch>(`moleworks.links.${match}`);
}

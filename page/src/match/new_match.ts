/** The choices for a new match, and the request that creates it. */
import type { GameInfo, MatchRequest, MovedMatch, OpenedMatch, SeatRequest, TimeControl } from '../api/schema';
import { post, Problem } from '../api/http';
import { carrier } from '../api/transport.svelte';
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

/** Short, and the same in all languages. */
const COMPUTER_NAMES = ['Chip', 'Pixel', 'Robo'];

const STORAGE_KEY = 'moleworks.choices';

export function storedChoices(): Choices {
  const pace: TimeControl = { turn: null, absent: 'computer' };
  const usual: Choices = { opponents: 'computer', level: 2, players: 2, names: [], pace, games: {} };
  return { ...usual, ...readStored<Partial<Choices>>(STORAGE_KEY) };
}

export function storeChoices(choices: Choices): void {
  store(STORAGE_KEY, choices);
}

/** House rules with another choice for one of them; an empty choice leaves it to the preset. */
export function withOption(
  options: GameChoice['options'],
  name: string,
  text: string,
  values?: readonly (boolean | number | string)[] | null,
): NonNullable<GameChoice['options']> {
  const { [name]: _, ...others } = options ?? {};
  if (text === '') return others;
  return { ...others, [name]: values?.find((known) => String(known) === text) ?? Number(text) };
}

/** The kinds of opponents that can come, as options to choose from. */
export function opponents(): { value: Opponents; text: string }[] {
  return [
    { value: 'computer', text: t('with_computer') },
    { value: 'here', text: t('with_here') },
    ...(carrier.alone ? [] : [{ value: 'link' as const, text: t('with_link') }]),
  ];
}

/** Chooses others where those of the last time cannot come. */
export function chooseReachable(choices: Choices): void {
  if (carrier.alone && choices.opponents === 'link') choices.opponents = 'computer';
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
    if (n === 0) return { kind: 'here', name: settings.name, ...(settings.face && { face: settings.face }) };
    const kind = kinds[choices.opponents];
    return kind === 'computer' ? { kind, level: choices.level } : { kind };
  });
  // Several computers are told apart by names.
  const computers = seats.filter((seat) => seat.kind === 'computer');
  if (computers.length > 1) for (const [n, seat] of computers.entries()) seat.name = COMPUTER_NAMES[n % COMPUTER_NAMES.length];
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
  // Some browsers ask for this, so it is not wished for before there is something to keep.
  if (carrier.alone) void navigator.storage?.persist?.().catch(() => {});
  const key = { 'idempotency-key': newKey() };
  const opened = await post('/matches', order, key).catch(async (error) => {
    if (error instanceof Problem) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return post('/matches', order, key);
  });
  return storeLinks(opened);
}

/** Takes over a match from elsewhere, and stores its links. */
export async function takeOver(moved: MovedMatch): Promise<OpenedMatch> {
  return storeLinks(await post('/matches/moved', moved));
}

function storeLinks(opened: OpenedMatch): OpenedMatch {
  store(`moleworks.links.${opened.id}`, opened);
  return opened;
}

export function storedLinks(match: string): OpenedMatch | null {
  return readStored<OpenedMatch>(`moleworks.links.${match}`);
}

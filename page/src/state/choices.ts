/** What somebody chose last for a new match, and the order to the server that follows from it. */
import type { GameInfo, Opened, Order, Pace, SeatOrder } from '../api/types';
import { post } from '../api/http';
import { t } from '../words/words.svelte';
import { keep, kept, settings } from './settings.svelte';

export type Opponents = 'computer' | 'here' | 'link';

export interface Choices {
  opponents: Opponents;
  level: number;
  players: number;
  /** Of those who sit around this device. */
  names: string[];
  pace: Pace;
  /** By game. */
  games: Record<string, GameChoice>;
}

export interface GameChoice {
  preset?: string;
  board?: string;
  options?: Record<string, boolean | number | string>;
  /** Who begins: a place in the list of players, or drawn by lot (null); not told, it is asked around a table, else drawn. */
  first?: number | null;
}

const PLACE = 'moleworks.choices';

export function lastChoices(): Choices {
  const pace: Pace = { turn: null, absent: 'computer' };
  const usual: Choices = { opponents: 'computer', level: 2, players: 2, names: [], pace, games: {} };
  return { ...usual, ...kept<Partial<Choices>>(PLACE) };
}

export function keepChoices(choices: Choices): void {
  keep(PLACE, choices);
}

/** With whom, as it is asked. */
export function opponents(): { value: Opponents; text: string }[] {
  return [
    { value: 'computer', text: t('with_computer') },
    { value: 'here', text: t('with_here') },
    { value: 'link', text: t('with_link') },
  ];
}

/** How many play: as many as were wished for last, as far as the game allows. */
export function playing(choices: Choices, { players: { min, max } }: Pick<GameInfo, 'players'>): number {
  return Math.min(max, Math.max(min, choices.players));
}

/** The seats in their order: whoever begins has the first one, and the others follow round the table. */
export function seatsFor(choices: Choices, first: number | null | undefined, count: number, draw = Math.random): SeatOrder[] {
  const kinds = { computer: 'computer', here: 'here', link: 'link' } as const;
  const seats: SeatOrder[] = Array.from({ length: count }, (_, n) => {
    if (choices.opponents === 'here') return { kind: 'here', name: choices.names[n] ?? '' };
    if (n === 0) return { kind: 'here', name: settings.name };
    const kind = kinds[choices.opponents];
    return kind === 'computer' ? { kind, level: choices.level } : { kind };
  });
  const begins = first ?? Math.floor(draw() * count);
  return [...seats.slice(begins), ...seats.slice(0, begins)];
}

/** A clock is for those who are far from each other. */
export function paceFor({ opponents, pace }: Choices): Pace | undefined {
  return opponents === 'link' && pace.turn ? pace : undefined;
}

/** Opens a match; the links are told this once, so they are kept here. */
export async function open(order: Order): Promise<Opened> {
  const opened = await post<Opened>('/matches', order);
  keep(`moleworks.links.${opened.id}`, opened);
  return opened;
}

export function linksOf(match: string): Opened | null {
  return kept<Opened>(`moleworks.links.${match}`);
}

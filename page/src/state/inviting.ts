/** New links to a seat of a match; as each ends the one before, this device keeps the last. */
import { post } from '../api/http';
import type { TableSeat } from '../api/types';
import { linksOf } from './choices';
import { keep, kept } from './settings.svelte';

/** By seat; an empty one: somebody has come by it, and it opens nothing any more. */
type Links = Record<number, string>;

const place = (match: string) => `moleworks.invited.${match}`;

/** The link that opens a seat, as far as this device knows one. */
export function linkTo(match: string, seat: number): string {
  const first = linksOf(match)?.seats.find((known) => known.seat === seat)?.link;
  return kept<Links>(place(match))?.[seat] ?? first ?? '';
}

export async function newLink(match: string, seat: number): Promise<string> {
  const { link } = await post<{ link: string }>(`/matches/${match}/seats/${seat}/link`, {});
  keep(place(match), { ...kept<Links>(place(match)), [seat]: link });
  return link;
}

/** A link by which somebody came lets nobody else in; one made while they are away waits for the next. */
export function forgetUsed(match: string, seats: TableSeat[]): void {
  const known = kept<Links>(place(match)) ?? {};
  const taken = seats.filter(({ kind }) => kind === 'person' || kind === 'bot');
  const used = taken.filter(({ seat, here }) => known[seat] !== '' && (here || known[seat] === undefined));
  if (used.length) keep(place(match), { ...known, ...Object.fromEntries(used.map(({ seat }) => [seat, ''])) });
}

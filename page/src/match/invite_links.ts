/** Links to the seats of a match. A new link ends the one before; this device stores the last. */
import { post } from '../api/http';
import type { TableSeat } from '../api/schema';
import { storedLinks } from './new_match';
import { store, readStored } from '../settings/settings.svelte';

/** By seat; an empty link was used and is no longer valid. */
type Links = Record<number, string>;

const place = (match: string) => `moleworks.invited.${match}`;

/** The valid link to a seat; empty if this device knows none. */
export function seatLink(match: string, seat: number): string {
  const first = storedLinks(match)?.seats.find((known) => known.seat === seat)?.link;
  return readStored<Links>(place(match))?.[seat] ?? first ?? '';
}

export async function newLink(match: string, seat: number): Promise<string> {
  const { link } = await post(`/matches/${match}/seats/${seat}/link`, {});
  store(place(match), { ...readStored<Links>(place(match)), [seat]: link });
  return link;
}

/** Forgets links that were used. A link that was made while the player is away stays valid. */
export function forgetUsedLinks(match: string, seats: TableSeat[]): void {
  const known = readStored<Links>(place(match)) ?? {};
  const taken = seats.filter(({ kind }) => kind === 'person' || kind === 'bot');
  const used = taken.filter(({ seat, here }) => known[seat] !== '' && (here || known[seat] === undefined));
  if (used.length) store(place(match), { ...known, ...Object.fromEntries(used.map(({ seat }) => [seat, ''])) });
}

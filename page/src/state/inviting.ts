/** New links to a seat of a match; as each ends the one before, this device keeps the last. */
import { post } from '../api/http';
import { linksOf } from './choices';
import { keep, kept } from './settings.svelte';

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

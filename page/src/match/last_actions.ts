/** The last actions of a match, for a page that did not see them: it was opened later, or something was undone. */
import { get } from '../api/http';
import type { LoggedAction } from '../api/schema';
import { AGAIN, type Shown } from './animation.svelte';

/** From the last action of one of these seats on; null if there is none. */
export async function lastActions(match: string, ply: number, log: LoggedAction[], ownSeats: number[]): Promise<Shown | null> {
  const actions = log.filter(({ name }) => name !== null && !name.startsWith('!')).slice(-AGAIN);
  const own = actions.findLastIndex(({ seat }) => seat !== null && ownSeats.includes(seat));
  const wanted = actions.slice(Math.max(own, 0));
  const steps = await get(`/matches/${match}/replay`, { seat: ownSeats.length === 1 ? ownSeats[0] : undefined, first: ply - wanted.length });
  const [before, ...after] = steps;
  // Actions that nobody was told of lie between: these positions belong to others.
  if (!before || !wanted.length || after.some(({ name }, n) => name !== wanted[n]?.name)) return null;
  return {
    before: before.view,
    frames: wanted.map(({ name, seat, said, moment }, n) => ({ view: after[n]!.view, news: { name, seat }, said, moment })),
  };
}

/** The stickers on this device: what was earned, and which of them the reader has seen. */
import { get } from '../api/http';
import type { StoryMatch } from '../api/schema';
import { BUILT_IN } from '../games';
import { finishedLessons } from '../learn/school';
import { allProgress } from '../puzzles/progress';
import { readStored, store } from '../settings/settings.svelte';
import { earned, STICKERS, type Sticker } from './stickers';

const PLACE = 'moleworks.stickers';

export function album(matches: readonly StoryMatch[]): Set<Sticker> {
  return earned({ matches, puzzles: allProgress(), lessons: finishedLessons().length, games: BUILT_IN });
}

/** The stickers that the reader has not been told of; from now on they have been. */
export async function newStickers(): Promise<Sticker[]> {
  const seen = readStored<Sticker[]>(PLACE) ?? [];
  if (STICKERS.every((sticker) => seen.includes(sticker))) return [];
  const found = album((await get('/story')).matches);
  const fresh = STICKERS.filter((sticker) => found.has(sticker) && !seen.includes(sticker));
  if (fresh.length) store(PLACE, [...seen, ...fresh]);
  return fresh;
}

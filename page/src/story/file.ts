/** Everything about the reader as one file: matches with their records, and what this device keeps. */
import { get, post, remove } from '../api/http';
import type { StoryFile } from '../api/schema';
import { deviceStorage } from '../settings/storage';
import { t } from '../texts/texts.svelte';

export const FORMAT = 'moleworks story 1';
/** What this device keeps beside matches. Links to matches are secrets, so they are left out. */
const KEPT = ['moleworks.settings', 'moleworks.choices', 'moleworks.people', 'moleworks.puzzles', 'moleworks.own_puzzles', 'moleworks.lessons', 'moleworks.stickers'];
/** The longest request, in characters; a server takes a little more. */
const MOST_LETTERS = 150_000;
const MOST_MATCHES = 100;

type SavedMatch = StoryFile['matches'][number];

interface WholeFile {
  format: string;
  device: Record<string, unknown>;
  matches: SavedMatch[];
}

/** The whole file as text. */
export async function saveAll(): Promise<string> {
  const matches: SavedMatch[] = [];
  for (;;) {
    const part = (await get(`/story/file/${matches.length}`)).matches;
    if (!part.length) break;
    matches.push(...part);
  }
  const device = Object.fromEntries(KEPT.flatMap((place) => (deviceStorage.getItem(place) === null ? [] : [[place, JSON.parse(deviceStorage.getItem(place)!)]])));
  return JSON.stringify({ format: FORMAT, device, matches } satisfies WholeFile);
}

/** Adds the matches of a file to the story, and takes over what its device kept; how many matches it has. */
export async function openAll(text: string): Promise<number> {
  const file = read(text);
  for (const matches of parts(file.matches)) await post('/story/file', { matches });
  for (const place of KEPT) if (file.device[place] !== undefined) deviceStorage.setItem(place, JSON.stringify(file.device[place]));
  return file.matches.length;
}

/** Deletes everything about the reader, on the server and on this device. */
export async function forgetEverything(): Promise<void> {
  await remove('/me');
  deviceStorage.clear();
  location.hash = '';
  location.reload();
}

function read(text: string): WholeFile {
  try {
    const file = JSON.parse(text) as WholeFile;
    if (file.format === FORMAT && Array.isArray(file.matches) && typeof file.device === 'object' && file.device) return file;
  } catch {
    // Told below.
  }
  throw new Error(t('story_no_file'));
}

/** Matches in requests that are small enough for a server. */
export function parts(matches: readonly SavedMatch[]): SavedMatch[][] {
  const found: SavedMatch[][] = [];
  let letters = Infinity;
  for (const match of matches) {
    const long = JSON.stringify(match).length;
    if (letters + long > MOST_LETTERS || found.at(-1)!.length === MOST_MATCHES) {
      found.push([]);
      letters = 0;
    }
    found.at(-1)!.push(match);
    letters += long;
  }
  return found;
}

/** What was solved on this device. The server calculates ratings; the device keeps them. */
import { post } from '../api/http';
import type { AttemptRequest, ProgressReply, PuzzleReply } from '../api/schema';
import { readStored, store } from '../settings/settings.svelte';
import { deviceStorage } from '../settings/storage';

export type Progress = ProgressReply['progress'];
export type Attempt = AttemptRequest['attempt'];

export type FirstTry = NonNullable<Progress['begun']>[string];

const PLACE = 'moleworks.puzzles';
/** Where puzzles of one's own matches are kept. */
export const OWN_PLACE = 'moleworks.own_puzzles';

/** The progress in each game, by its id. */
export function allProgress(): Record<string, Progress> {
  return readStored<Record<string, Progress>>(PLACE) ?? {};
}

export function progressOf(game: string): Progress | undefined {
  return allProgress()[game];
}

export function forgetProgress(): void {
  store(PLACE, {});
  deviceStorage.removeItem(OWN_PLACE);
}

function keepProgress(game: string, progress: Progress): void {
  store(PLACE, { ...allProgress(), [game]: progress });
}

/** Today by this device's calendar, such as 2026-12-24. */
export function today(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Whether the puzzle of this day is solved. */
export function solvedOn(progress: Progress | undefined, day: string): boolean {
  return progress?.streak_day === day;
}

/** The days in a row that still count on this day. */
export function streakOn(progress: Progress | undefined, day: string): number {
  if (!progress?.streak_day) return 0;
  const days = Math.round((Date.parse(day) - Date.parse(progress.streak_day)) / 86_400_000);
  return days === 0 || days === 1 ? (progress.streak ?? 0) : 0;
}

/** How many mistakes come back on this day or before. */
export function dueOn(progress: Progress | undefined, day: string): number {
  return Object.values(progress?.due ?? {}).filter((due) => due.day <= day).length;
}

/** The ids of the mistakes that come back on this day or before. */
export function dueIds(game: string, day: string): string[] {
  return Object.entries(progressOf(game)?.due ?? {}).flatMap(([id, due]) => (due.day <= day ? [id] : []));
}

/** Makes a puzzle one to try again today, if it does not come back anyway. */
export function comeBack(game: string, id: string): void {
  const progress = progressOf(game);
  keepProgress(game, { ...progress, due: { [id]: { day: today(), step: 0 }, ...progress?.due } });
}

/** A puzzle that is not there any more does not come back. */
export function forgetDue(game: string, id: string): void {
  const { [id]: _, ...due } = progressOf(game)?.due ?? {};
  keepProgress(game, { ...progressOf(game), due });
}

/** The first try at a puzzle on this day, if it was begun. */
export function firstTry({ game, id }: PuzzleReply): FirstTry | undefined {
  const found = progressOf(game)?.begun?.[id];
  return found?.day === today() ? found : undefined;
}

/** Keeps how a puzzle goes until it is solved: opening it once more does not undo a mistake. */
export function keepTry({ game, id }: PuzzleReply, attempt: Attempt): void {
  const progress = progressOf(game);
  const ofToday = Object.entries(progress?.begun ?? {}).filter(([, { day }]) => day === today());
  const begun = { ...Object.fromEntries(ofToday), [id]: { day: today(), attempt, done: false } };
  keepProgress(game, { ...progress, begun });
}

export function ratingOf(progress: Progress | undefined): number | null {
  return progress?.rating === undefined ? null : Math.round(progress.rating);
}

/** Keeps how a puzzle went, and tells what has changed. */
export async function keepAttempt(puzzle: PuzzleReply, attempt: Attempt): Promise<ProgressReply> {
  const before = progressOf(puzzle.game);
  const request = { day: today(), attempt, daily: puzzle.daily, own: puzzle.theme === 'own', ...(before && { progress: before }) };
  const reply = await post(`/puzzles/${puzzle.game}/${puzzle.id}/attempt`, request);
  keepProgress(puzzle.game, reply.progress);
  return reply;
}

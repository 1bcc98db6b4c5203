/** Which lessons in strategy were finished on this device. */
import { readStored, store } from '../settings/settings.svelte';

const PLACE = 'moleworks.lessons';

/** A lesson of a game, as it stands in an address and in what the device keeps. */
export function lessonKey(game: string, lesson: string): string {
  return `${game}~${lesson}`;
}

/** By their keys. */
export function finishedLessons(): string[] {
  return readStored<string[]>(PLACE) ?? [];
}

export function finishLesson(game: string, lesson: string): void {
  const done = finishedLessons();
  if (!done.includes(lessonKey(game, lesson))) store(PLACE, [...done, lessonKey(game, lesson)]);
}

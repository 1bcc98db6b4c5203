/** Which molehills are dark, and how many of both kinds are left (MH9): the light ones are used first. */
import type { MoleHillBoard } from './types';

/** Whether the molehill of this number, counted from 1 in a round, is a dark one. */
export function isDark({ light }: Pick<MoleHillBoard, 'light'>, number: number): boolean {
  return number > light;
}

/** The molehills that are left once so many are dug. */
export function hillsLeft({ light, dark }: Pick<MoleHillBoard, 'light' | 'dark'>, dug: number): { light: number; dark: number } {
  return { light: Math.max(0, light - dug), dark: Math.min(dark, light + dark - dug) };
}

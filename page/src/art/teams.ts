/** What distinguishes teams without colour: clothes and the pattern of the coat. */

export const LOOKS = ['helmet', 'scarf', 'glasses', 'hat'] as const;
export type Look = (typeof LOOKS)[number];

export type Mood = 'calm' | 'digging' | 'peeking' | 'shrug' | 'winner' | 'asleep';
export type Size = 'S' | 'M' | 'L';

export const SCALES: Record<Size, number> = { S: 0.62, M: 0.8, L: 1 };

export function teamColour(team: number): string {
  return `var(--team-${team % 4})`;
}

/** Readable on the team's colour: patterns, numbers. */
export function teamInk(team: number): string {
  return `var(--team-${team % 4}-ink)`;
}

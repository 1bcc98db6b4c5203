/** Time in words, as the reader's language has them. */
import type { Pace } from '../api/types';
import { t } from '../words/words.svelte';
import { settings } from './settings.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = { day: DAY, hour: HOUR, minute: MINUTE, second: 1 };

/** So many seconds: the longer, the less exactly, and never less than there are. */
export function spelled(seconds: number): string {
  const step = seconds > DAY ? HOUR : seconds > 5 * MINUTE ? MINUTE : 1;
  let rest = Math.ceil(seconds / step) * step;
  const parts: string[] = [];
  for (const [unit, size] of Object.entries(UNITS)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(new Intl.NumberFormat(settings.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
  }
  return parts.join(' ');
}

/** What happens when the time is over. */
export function after(pace: Pace): string {
  return `${t('pair', { name: t('time_up'), value: t(`absent_${pace.absent}`) })}.`;
}

/** What the table agreed on. */
export function agreed(pace: Pace): string {
  return `${t('pair', { name: t('pace'), value: spelled(pace.turn ?? 0) })}. ${after(pace)}`;
}

/** A quarter of the turn, and its last minute, or less where a turn is short: then it is said that little is left. */
export function warnings(turn: number): number[] {
  return [turn / 4, Math.min(MINUTE, turn / 12)];
}

/** Time for a turn, in words of the reader's language. */
import type { TimeControl } from '../api/schema';
import { t } from '../texts/texts.svelte';
import { settings } from '../settings/settings.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = { day: DAY, hour: HOUR, minute: MINUTE, second: 1 };

/** Seconds in words, rounded up; the longer, the coarser. */
export function durationText(seconds: number): string {
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
export function timeoutText(pace: TimeControl): string {
  return `${t('pair', { name: t('time_up'), value: t(`absent_${pace.absent!}`) })}.`;
}

/** The time control in words. */
export function timeControlText(pace: TimeControl): string {
  return `${t('pair', { name: t('pace'), value: durationText(pace.turn ?? 0) })}. ${timeoutText(pace)}`;
}

/** At how many seconds left a warning is announced: a quarter of the turn, then its last minute or a twelfth. */
export function warnings(turn: number): number[] {
  return [turn / 4, Math.min(MINUTE, turn / 12)];
}

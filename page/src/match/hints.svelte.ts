/** The hints of the computer for the position. */
import type { HintLine } from '../api/schema';
import { announcer } from '../speech/announcer.svelte';
import { sentence } from '../texts/texts.svelte';

const SHORTEST = 6;

/** How long the bar of each hint is, in percent: the best is full, and others lack what they are worth less. */
export function barWidths(lines: readonly Pick<HintLine, 'value'>[]): number[] {
  const values = lines.map(({ value }) => value);
  const best = values[0] ?? 0;
  const scale = Math.max(...values.map((value) => Math.abs(value)));
  return values.map((value) => Math.max(SHORTEST, Math.round(100 * (1 - Math.abs(value - best) / (scale || 1)))));
}

export class Hints {
  lines = $state.raw<HintLine[]>([]);
  thinking = $state(false);

  /** Asks for hints and announces the best one; those that come too late are dropped. Throws if there are none. */
  async ask(request: () => Promise<HintLine[]>, isOld: () => boolean): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    try {
      const lines = await request();
      if (isOld()) return;
      this.lines = lines;
      const best = lines[0];
      if (best) announcer.say([best.said, best.worth, best.why].map(sentence).join(' ').trim());
    } finally {
      this.thinking = false;
    }
  }
}

/** Announcements for screen readers, one after the other; none is taken away before it can be read. */
import { settings } from '../settings/settings.svelte';
import { spelled } from './spelling.svelte';

/** A screen reader may miss one of two changes that come at once. */
export const PAUSE = 300;
/** Old lines stay for a while, so that nothing disappears while it is read. */
const MOST_LINES = 12;
const KEPT_LINES = 4;

export interface Line {
  id: number;
  text: string;
}

class Announcer {
  /** The lines of the live region. Each announcement is a new line that differs from the one before. */
  lines = $state.raw<Line[]>([]);
  /** The last text, for the key that repeats it. */
  last = '';
  /** Milliseconds from one announcement to the next. */
  pause = PAUSE;
  /** When what was announced will have been said, by an estimate. */
  #saidAt = 0;
  #count = 0;
  #waiting = $state.raw<string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether something waits to be announced. */
  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Milliseconds until all that was announced will have been said, by its length and the rate in the settings. */
  get left(): number {
    return Math.max(0, this.#saidAt - Date.now());
  }

  say(unspelled: string): void {
    const text = spelled(unspelled);
    if (!text) return;
    this.last = text;
    if (!settings.speech) return;
    this.#saidAt = Math.max(this.#saidAt, Date.now()) + (1000 * text.length) / settings.rate;
    this.#waiting = [...this.#waiting, text];
    if (this.#timer === undefined) this.#next();
  }

  again(): void {
    this.say(this.last);
  }

  #next(): void {
    this.#timer = undefined;
    const [text, ...others] = this.#waiting;
    if (text === undefined) return;
    this.#waiting = others;
    // Orca takes an equal text for the same change, told twice.
    const different = text === this.lines.at(-1)?.text ? `${text}\u00a0` : text;
    const kept = this.lines.length < MOST_LINES ? this.lines : this.lines.slice(-KEPT_LINES);
    this.lines = [...kept, { id: ++this.#count, text: different }];
    this.#timer = setTimeout(() => this.#next(), this.pause);
  }
}

export const announcer = new Announcer();

/** Lets what others do wait until what was announced before has been spoken, if the settings say so. */
import { announcer } from '../speech/announcer.svelte';
import { settings } from '../settings/settings.svelte';

export class SpeechWait {
  #kept: { work: () => void; waits: boolean }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Does something now, or after what is kept; if it `waits`, once all that was announced has been said. */
  after(work: () => void, waits: boolean): void {
    this.#kept.push({ work, waits });
    if (this.#timer === undefined) this.#next();
  }

  /** Does the next thing that waits, without waiting. */
  goOn(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#take();
  }

  /** Does all that waits, at once. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { work } of this.#kept.splice(0)) work();
  }

  /** Forgets what waits. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#kept = [];
  }

  #next(): void {
    this.#timer = undefined;
    while (this.#kept.length) {
      const left = settings.waits && this.#kept[0]!.waits ? announcer.left : 0;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#take(), left);
        return;
      }
      this.#kept.shift()!.work();
    }
  }

  #take(): void {
    this.#timer = undefined;
    this.#kept.shift()?.work();
    this.#next();
  }
}

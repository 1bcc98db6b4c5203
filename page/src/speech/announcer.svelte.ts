/** Announcements for screen readers. A text that is said twice is read twice. */
import { settings } from '../settings/settings.svelte';

class Announcer {
  /** Two live regions take turns, so that a repeated text is a change. */
  texts = $state<[string, string]>(['', '']);
  /** The last text, for the key that repeats it. */
  last = '';
  #turn = 0;

  say(text: string): void {
    if (!text) return;
    this.last = text;
    if (!settings.speech) return;
    this.#turn = 1 - this.#turn;
    this.texts = this.#turn ? ['', text] : [text, ''];
  }

  again(): void {
    this.say(this.last);
  }
}

export const announcer = new Announcer();

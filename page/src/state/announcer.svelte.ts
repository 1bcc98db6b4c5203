/** What a screen reader is told: one announcement for each thing that happens; equal texts are read again. */
import { settings } from './settings.svelte';

class Announcer {
  /** Two regions take turns, so that the same sentence twice is a change twice. */
  texts = $state<[string, string]>(['', '']);
  /** What was said last, for the key that repeats. */
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

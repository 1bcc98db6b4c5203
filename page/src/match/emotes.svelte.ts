/** The emotes that were sent just now. */
import type { EmoteMessage } from '../api/schema';

/** Milliseconds for which an emote is shown. */
const SHOWN = 6000;

export class Emotes {
  /** By seat; empty if there is none. */
  shown = $state<Record<number, string>>({});
  /** By name, in the reader's language. */
  words: Record<string, string> = {};

  word(name: string): string {
    return this.words[name] ?? name;
  }

  /** Shows an emote for a while; returns it in words. */
  show({ seat, name }: EmoteMessage): string {
    const word = this.word(name);
    this.shown[seat] = word;
    setTimeout(() => {
      if (this.shown[seat] === word) this.shown[seat] = '';
    }, SHOWN);
    return word;
  }
}

/** A player with a screen reader and a keyboard. */
import './browser';

import { virtual } from '@guidepup/virtual-screen-reader';
import { flushSync, mount, unmount } from 'svelte';
import { expect, vi } from 'vitest';

// The first letter key loads what letters do; here it is there already, so that no test waits for it.
import '../../src/board/commands';
import BoardView from '../../src/board/BoardView.svelte';
import Announcements from '../../src/speech/Announcements.svelte';
import { announcer } from '../../src/speech/announcer.svelte';
import { MatchState } from '../../src/match/match.svelte';
import { settings, type Language, type Verbosity } from '../../src/settings/settings.svelte';
import { setLanguage } from '../../src/texts/texts.svelte';
import { Recorded, type Game } from './recorded';

const POLITE = 'polite: ';
/** Milliseconds; nothing here takes that long, even on a busy machine. */
const PATIENCE = 60_000;
vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });
// A screen reader says a no-break space like any other.
expect.addEqualityTesters([(one, other) => (typeof one === 'string' && typeof other === 'string' ? spoken(one) === spoken(other) : undefined)]);

export class Ear {
  /** The announcements at the start. */
  greeting: string[] = [];

  private constructor(
    readonly source: Recorded,
    readonly match: MatchState,
    readonly parts: object[],
  ) {}

  static async listening(game: Game, language: Language, verbosity: Verbosity = 'normal'): Promise<Ear> {
    sessionStorage.clear();
    document.body.innerHTML = '';
    Object.assign(settings, { language, verbosity, speech: true, speed: 'none' });
    announcer.pause = 0;
    await setLanguage(language);
    const source = new Recorded(game, language);
    const announcements = mount(Announcements, { target: document.body });
    await virtual.start({ container: document.body });
    const match = new MatchState('recorded', source);
    await vi.waitUntil(() => match.animation.shown && match.kind && match.table, PATIENCE);
    const board = mount(BoardView, { target: document.body, props: { match } });
    const ear = new Ear(source, match, [announcements, board]);
    await ear.settled();
    ear.greeting = announced(await virtual.spokenPhraseLog());
    return ear;
  }

  async leave(): Promise<void> {
    await virtual.stop();
    this.match.close();
    for (const part of this.parts) await unmount(part);
  }

  /** All phrases that are spoken after an action. */
  async hearing(something: () => unknown): Promise<string[]> {
    await virtual.clearSpokenPhraseLog();
    await something();
    await this.settled();
    return virtual.spokenPhraseLog();
  }

  press(key: string): Promise<string[]> {
    return this.hearing(() => virtual.press(key));
  }

  /** The announcements after a key. */
  async asks(key: string): Promise<string[]> {
    return announced(await this.press(key));
  }

  get focus(): HTMLElement {
    return document.activeElement as HTMLElement;
  }

  get space(): string | undefined {
    return this.focus.dataset.space;
  }

  /** Focuses a space. */
  async at(space: string): Promise<void> {
    document.querySelector<HTMLElement>(`[data-space="${CSS.escape(space)}"]`)!.focus();
    await this.settled();
  }

  async settled(): Promise<void> {
    do {
      flushSync();
      await new Promise((done) => setTimeout(done));
      flushSync();
      await new Promise((done) => setTimeout(done));
    } while (announcer.busy);
  }
}

export function announced(phrases: string[]): string[] {
  return phrases.filter((phrase) => phrase.startsWith(POLITE)).map((phrase) => phrase.slice(POLITE.length));
}

/** A text as a screen reader says it. */
export function spoken(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The number of spoken words, without punctuation. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

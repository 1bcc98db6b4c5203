/** The queue of actions that are shown one after the other; the match may already be further. */
import type { BoardKind, Played, View } from '../board/types';
import { settings } from '../settings/settings.svelte';
import { spacesOf } from './actions';

/** An action to be shown, and the view after it. */
export interface Frame {
  view: View;
  news: Played;
}

/** What the queue needs of a match. */
export interface Showing {
  readonly kind: BoardKind | null;
  readonly ownSeats: number[];
}

export class AnimationQueue {
  /** What is on the screen. */
  shown = $state.raw<{ view: View; before?: View; news?: Played } | null>(null);
  /** Whether actions are being shown. */
  running = $state(false);
  /** The spaces of the last shown action. */
  last = $state.raw<string[]>([]);

  #match: Showing;
  #frames: Frame[] = [];
  #lastShown: { before: View; frames: Frame[] } | null = null;
  #endPause: (() => void) | null = null;

  constructor(match: Showing) {
    this.#match = match;
  }

  /** Shows actions and then the view; at once if nobody looks, or if there are none. */
  show(view: View, frames: Frame[]): void {
    if (!this.shown || !frames.length || document.visibilityState === 'hidden') {
      this.#showAt(view, frames.at(-1)?.news);
      return;
    }
    this.#frames.push(...frames);
    this.#lastShown = { before: (this.running && this.#lastShown?.before) || this.shown.view, frames };
    if (!this.running) void this.#run();
  }

  /** Shows the last position at once: acting does not wait for animations. */
  skip(): void {
    const last = this.#frames.at(-1);
    if (last) this.#showAt(last.view, last.news);
  }

  /** Shows the last actions again. */
  replay(): void {
    const what = this.#lastShown;
    if (!what || this.running) return;
    this.shown = { view: what.before };
    this.#frames = [...what.frames];
    void this.#run();
  }

  stop(): void {
    this.#frames = [];
    this.#endPause?.();
  }

  #showAt(view: View, news?: Played): void {
    this.shown = { view };
    if (news) this.#mark(news);
    this.stop();
  }

  async #run(): Promise<void> {
    this.running = true;
    while (this.#frames.length) {
      const { view, news } = this.#frames.shift()!;
      const before = this.shown!.view;
      const steps = this.#match.kind?.animationSteps?.(news, before, view) ?? 1;
      this.#mark(news);
      this.shown = { view, before, news };
      const mine = news.seat !== null && this.#match.ownSeats.includes(news.seat);
      await this.#pause(steps * settings.step + (mine || !this.#frames.length ? 0 : settings.pause));
    }
    if (this.shown) this.shown = { view: this.shown.view };
    this.running = false;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** An action without spaces leaves those of the action before. */
  #mark(news: Played): void {
    this.last = spacesOf(this.#match.kind, news.name, this.last);
  }
}

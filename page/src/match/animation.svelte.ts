/** The queue of actions that are shown one after the other; the match may already be further. */
import type { BoardKind, Played, View } from '../board/types';
import { settings } from '../settings/settings.svelte';
import { spacesOf } from './actions';

/** An action to be shown, the view after it, and what is told of it. */
export interface Frame {
  view: View;
  news: Played;
  said?: string[];
}

/** How many pauses between actions a moment lasts, such as the end of a round. */
const MOMENT = 6;
/** How many actions are shown again at most. */
const AGAIN = 24;

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
  /** Whether these have been shown before. */
  again = $state(false);
  /** The spaces of the last shown action. */
  last = $state.raw<string[]>([]);
  /** What is told of the action that is being shown. */
  told = $state('');
  /** What has just happened and deserves a card, such as the end of a round; until the next action. */
  moment = $state.raw<string[] | null>(null);

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
      this.#remember(view, frames);
      this.#showAt(view, frames.at(-1)?.news);
      return;
    }
    this.#remember(view, frames);
    this.#frames.push(...frames);
    if (!this.running) void this.#run();
  }

  /** Shows the last position at once: acting does not wait for animations. */
  skip(): void {
    const last = this.#frames.at(-1);
    if (last) this.#showAt(last.view, last.news);
    else this.#endPause?.();
  }

  /** Shows the last actions again: those since the last own one, and that one too. */
  replay(): void {
    const what = this.#lastShown;
    if (!what || this.running) return;
    this.again = true;
    this.shown = { view: what.before };
    this.#frames = [...what.frames];
    void this.#run();
  }

  /** Ends the pause after a moment. */
  goOn(): void {
    this.#endPause?.();
  }

  stop(): void {
    this.#frames = [];
    this.#endPause?.();
  }

  #showAt(view: View, news?: Played): void {
    this.shown = { view };
    this.moment = null;
    if (news) this.#mark(news);
    this.stop();
  }

  /** Keeps actions to be shown again, from the last own one on. */
  #remember(view: View, frames: Frame[]): void {
    const at = this.#frames.at(-1)?.view ?? this.shown?.view;
    if (!at) return;
    if (!frames.length) {
      // Without an action there is another position: something was undone.
      if (JSON.stringify(at) !== JSON.stringify(view)) this.#lastShown = null;
      return;
    }
    const own = frames.findLastIndex(({ news }) => news.seat !== null && this.#match.ownSeats.includes(news.seat));
    const known = this.#lastShown && own < 0 ? this.#lastShown : { before: own > 0 ? frames[own - 1]!.view : at, frames: [] };
    const all = [...known.frames, ...frames.slice(Math.max(own, 0))];
    const dropped = Math.max(0, all.length - AGAIN);
    this.#lastShown = { before: dropped ? all[dropped - 1]!.view : known.before, frames: all.slice(dropped) };
  }

  async #run(): Promise<void> {
    this.running = true;
    while (this.#frames.length) {
      const { view, news, said = [] } = this.#frames.shift()!;
      const before = this.shown!.view;
      const steps = this.#match.kind?.animationSteps?.(news, before, view) ?? 1;
      this.#mark(news);
      this.told = said.join(' ');
      this.moment = null;
      this.shown = { view, before, news };
      const mine = news.seat !== null && this.#match.ownSeats.includes(news.seat);
      const moment = said.length > 0 && !!this.#match.kind?.isMoment?.(news, before, view);
      await this.#pause(steps * settings.step + (moment || mine || !this.#frames.length ? 0 : settings.pause));
      // Skipped meanwhile: the last position is on the screen.
      if (moment && this.shown.news === news) {
        this.moment = said;
        await this.#pause(MOMENT * settings.pause);
      }
    }
    if (this.shown) this.shown = { view: this.shown.view };
    this.running = this.again = false;
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

/** The queue of actions that are shown one after the other; the match may already be further. */
import type { AtMessage } from '../api/schema';
import type { BoardKind, Played, View } from '../board/types';
import { settings } from '../settings/settings.svelte';
import { spacesOf } from './actions';

/** An action to be shown, the view after it, and what is told of it. */
export interface Frame {
  view: View;
  news: Played;
  said?: string[];
  /** What of it makes it a moment: the end of a round and the like. */
  moment?: string[];
}

/** Actions, and the position before them. */
export interface Shown {
  before: View;
  frames: Frame[];
}

/** How many pauses between actions a moment lasts, such as the end of a round. */
const MOMENT = 12;
/** How many pauses dice wait to be thrown, before they roll by themselves. */
const THROW = 8;
/** How many actions are shown again at most. */
export const AGAIN = 24;

/** What the queue needs of a match. */
export interface Showing {
  readonly kind: BoardKind | null;
  readonly ownSeats: number[];
  readonly at?: Pick<AtMessage, 'actor'> | null;
}

export class AnimationQueue {
  /** What is on the screen. */
  shown = $state.raw<{ view: View; before?: View; news?: Played; held?: boolean } | null>(null);
  /** Whether actions are being shown. */
  running = $state(false);
  /** Whether these have been shown before. */
  again = $state(false);
  /** The spaces of the last shown action. */
  last = $state.raw<string[]>([]);
  /** Whether dice may be thrown by hand: where there is a button for it. */
  byHand = false;
  /** Whether dice wait to be thrown by a player of this device. */
  throwing = $state(false);
  /** How many actions are still to be shown for the first time. */
  waiting = $state(0);
  /** What is told of the action that is being shown. */
  told = $state('');
  /** What has just happened and deserves a card, such as the end of a round; until the next action. */
  moment = $state.raw<string[] | null>(null);

  #match: Showing;
  #frames: Frame[] = [];
  /** The one that is being shown. */
  #current: Frame | null = null;
  #lastShown: Shown | null = null;
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
    this.waiting = this.#frames.length;
    if (!this.running) void this.#run();
  }

  /** Shows the last position at once: acting does not wait for animations. */
  skip(): void {
    const last = this.#frames.at(-1);
    if (last) this.#showAt(last.view, last.news);
    else this.#endPause?.();
  }

  /** Ends what is being shown, and goes on to the next moment: that is still to be read. */
  skipToMoment(): void {
    const next = this.#current?.moment?.length ? 0 : this.#frames.findIndex(({ moment }) => moment?.length);
    if (next < 0) {
      this.skip();
      return;
    }
    const passed = this.#frames.splice(0, next);
    for (const { news } of passed) this.#mark(news);
    if (passed.length) this.shown = { view: passed.at(-1)!.view };
    this.#endPause?.();
  }

  /** Shows the last actions again: those since the last own one, and that one too. */
  replay(what = this.#lastShown): boolean {
    if (this.running) return true;
    if (!what) return false;
    this.#lastShown = what;
    this.again = true;
    this.shown = { view: what.before };
    this.#frames = [...what.frames];
    void this.#run();
    return true;
  }

  /** Ends the pause after a moment, or throws the dice. */
  goOn(): void {
    this.#endPause?.();
  }

  stop(): void {
    this.#frames = [];
    this.waiting = 0;
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
      if (JSON.stringify(at) !== JSON.stringify(view)) {
        this.#lastShown = null;
        this.last = [];
      }
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
      const frame = this.#frames[0]!;
      const { view, news, said = [], moment = [] } = frame;
      const before = this.shown!.view;
      const { kind } = this.#match;
      if (this.#isThrown()) await this.#waitForThrow();
      // Skipped meanwhile: the last position is on the screen.
      if (this.#frames[0] !== frame) continue;
      this.#current = this.#frames.shift()!;
      this.waiting = this.again ? 0 : this.#frames.length;
      const steps = kind?.animationSteps?.(news, before, view) ?? 1;
      // What a moment tells of stays on the board until it has been read.
      const held = (moment.length > 0 && kind?.clearingSteps?.(news, before, view)) || 0;
      this.#mark(news);
      this.told = said.join(' ');
      this.moment = null;
      this.shown = { view, before, news, held: held > 0 || undefined };
      const mine = news.seat !== null && this.#match.ownSeats.includes(news.seat);
      await this.#pause((steps - held) * settings.step + (moment.length || mine || !this.#frames.length ? 0 : settings.pause));
      // Skipped meanwhile: the last position is on the screen.
      if (moment.length && this.shown.news === news) {
        this.moment = moment;
        await this.#pause(MOMENT * settings.pause);
      }
      if (held && this.shown.news === news) {
        this.shown = { view, before, news, held: false };
        await this.#pause(held * settings.step);
      }
    }
    this.#current = null;
    if (this.shown) this.shown = { view: this.shown.view };
    // Without pauses it has not been read yet: it stays until the next action.
    if (settings.pause) this.moment = null;
    this.running = this.again = false;
  }

  /** Whether the next action throws dice for a player of this device; the server knows already what they show. */
  #isThrown(): boolean {
    const [next, ...later] = this.#frames;
    if (!this.byHand || this.again || !settings.step || !this.#match.kind?.isThrow?.(next!.news)) return false;
    // The player who throws acts next.
    const seat = later.find(({ news }) => news.seat !== null)?.news.seat ?? this.#match.at?.actor ?? null;
    return seat !== null && this.#match.ownSeats.includes(seat);
  }

  async #waitForThrow(): Promise<void> {
    this.told = '';
    this.moment = null;
    this.throwing = true;
    await this.#pause(THROW * settings.pause);
    this.throwing = false;
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

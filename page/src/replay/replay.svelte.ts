/** A match that is looked back at: where one is in it, through whose eyes, and what is on the board. */
import { describe, type Described, type Eyes, ofMatch, ofRecord, type Position, type Story, type Variation } from '../api/replay';
import { boardKind } from '../boards';
import type { BoardKind, Marks, Played, View } from '../boards/board';
import { play as sound } from '../sound/sound';
import { announcer } from '../state/announcer.svelte';
import { settings, type Speed } from '../state/settings.svelte';
import { t } from '../words/words.svelte';
import { AnalysisState } from './analysis.svelte';

/** Milliseconds that a position is left to be looked at, besides its animation. */
const STAY: Record<Speed, number> = { calm: 2400, normal: 1300, fast: 500, none: 1300 };

export type Source = { match: string } | { record: string };

interface Shown {
  view: View;
  before?: View;
  news?: Played;
}

export class ReplayState {
  story = $state.raw<Story | null>(null);
  kind = $state.raw<BoardKind | null>(null);
  eyes = $state.raw<Eyes>({ seat: null, open: false });
  /** Which position of the track is shown. */
  at = $state(0);
  playing = $state(false);
  /** A line that might have been played, shown in place of what was. */
  line = $state.raw<Variation | null>(null);
  shown = $state.raw<Shown | null>(null);
  described = $state.raw<Described | null>(null);
  analysis = $state.raw<AnalysisState | null>(null);
  failure = $state('');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #still: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    readonly source: Source,
    ply: number | null,
  ) {
    void this.#begin(ply);
  }

  get match(): string | null {
    return 'match' in this.source ? this.source.match : null;
  }

  #read(eyes: Eyes): Promise<Story> {
    return 'match' in this.source ? ofMatch(this.source.match, eyes) : ofRecord(this.source.record, eyes);
  }

  async #begin(ply: number | null): Promise<void> {
    try {
      const story = await this.#read(this.eyes);
      this.kind = await boardKind(story.setup.game);
      this.story = story;
      this.eyes = usualEyes(story);
      if (this.eyes.seat !== null || this.eyes.open) this.story = await this.#read(this.eyes);
      if (story.record !== null && (story.over || this.match === null)) {
        this.analysis = new AnalysisState(this.match, story.record);
      }
      this.go(ply ?? 0, 'cut');
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  close(): void {
    this.playing = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#still);
    this.analysis?.cancel();
  }

  /** The language changed: all is told anew. */
  again(): Promise<void> {
    return this.look(this.eyes);
  }

  /** Through other eyes. */
  async look(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    try {
      this.story = await this.#read(eyes);
      this.line = null;
      this.go(this.at, 'cut');
      await this.analysis?.look(eyes);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  name(seat: number | null): string {
    return seat === null ? '' : this.story?.names[seat] || t('player_number', { number: seat + 1 });
  }

  // Where one is

  /** The positions one can go to: those of the match, or of a line that might have been. */
  get track(): Position[] {
    const steps = this.story?.steps ?? [];
    return this.line ? [steps[this.line.ply]!, ...this.line.steps] : steps;
  }

  get last(): number {
    return Math.max(0, this.track.length - 1);
  }

  get here(): Position | undefined {
    return this.track[this.at];
  }

  /** What happened just before this position. */
  get said(): string {
    const here = this.here;
    if (!here || here.ply === 0) return t('before_first');
    return here.said.join(' ');
  }

  get spoken(): string {
    return `${t('at_ply', { ply: this.here?.ply ?? 0, all: (this.line?.ply ?? 0) + this.last })}. ${this.said}`;
  }

  get marks(): Marks {
    const { from, to } = this.kind?.ends(this.here?.name ?? '') ?? {};
    const known = this.here?.name ? [from, to].filter((name) => name !== undefined) : [];
    return { last: known, targets: [], refused: [] };
  }

  /** Goes to a position; from the one before it the action is shown as it was played. */
  go(to: number, how: 'show' | 'cut' = 'show', speak = false): void {
    const track = this.track;
    const at = Math.min(this.last, Math.max(0, to));
    const step = track[at];
    if (!step) return;
    clearTimeout(this.#still);
    const onward = at === this.at + 1 && how === 'show';
    if (onward) sound('move', step.seat ?? 0);
    const next = onward && settings.step > 0;
    const before = track[at - 1];
    this.at = at;
    this.described = null;
    if (next && before) {
      const news = { name: step.name, seat: step.seat };
      this.shown = { view: step.view, before: before.view, news };
      this.#still = setTimeout(() => (this.shown = { view: step.view }), this.#takes(news, before.view, step.view));
    } else {
      this.shown = { view: step.view };
    }
    if (speak) announcer.say(this.spoken);
  }

  #takes(news: Played, before: View, view: View): number {
    return (this.kind?.steps?.(news, before, view) ?? 1) * settings.step;
  }

  // What buttons and keys do

  first(): void {
    this.#by(0, 'cut');
  }

  back(): void {
    this.#by(this.at - 1, 'cut');
  }

  forward(): void {
    this.#by(this.at + 1, 'show');
  }

  end(): void {
    this.#by(this.last, 'cut');
  }

  #by(to: number, how: 'show' | 'cut'): void {
    this.stop();
    this.go(to, how, true);
  }

  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at >= this.last) this.go(0, 'cut');
    this.playing = true;
    this.#run();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #run(): void {
    if (!this.playing) return;
    if (this.at >= this.last) {
      this.playing = false;
      return;
    }
    const before = this.here!;
    this.go(this.at + 1, 'show');
    const step = this.here!;
    announcer.say(this.said);
    const takes = settings.step ? this.#takes({ name: step.name, seat: step.seat }, before.view, step.view) : 0;
    this.#timer = setTimeout(() => this.#run(), takes + STAY[settings.speed]);
  }

  /** From the list of mistakes: the position in which the choice was made. */
  jump(ply: number): void {
    this.stop();
    this.line = null;
    this.go(ply, 'cut');
  }

  // What might have been

  follow(line: Variation): void {
    this.stop();
    this.line = line;
    this.at = 0;
    this.go(1, 'show');
  }

  leave(): void {
    const ply = this.line?.ply;
    if (ply === undefined) return;
    this.stop();
    this.line = null;
    this.go(ply, 'cut');
  }

  // The position in words

  get describable(): boolean {
    return this.story?.record !== null && this.line === null;
  }

  async describe(): Promise<void> {
    const record = this.story?.record;
    if (!record || !this.here) return;
    const asked = ++this.#asked;
    const described = await describe(record, this.here.ply, this.eyes);
    if (asked === this.#asked) this.described = described;
  }
}

/** Once all is told, everything; before that a seat of one's own, unless several people look on. */
function usualEyes(story: Story): Eyes {
  if (story.over || story.record !== null) return { seat: null, open: true };
  return { seat: story.setup.seats.length === 1 ? story.setup.seats[0]! : null, open: false };
}

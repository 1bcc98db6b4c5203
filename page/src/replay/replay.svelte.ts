/** The state of a replay: the position, the perspective, and what the board shows. */
import type { PositionDescription, RecordStep, Variation, VariationReply } from '../api/schema';
import { onlySeat, type Perspective, type ReplayData } from '../api/replay';
import { boardKind } from '../games';
import type { BoardKind, Highlights, Played, View } from '../board/types';
import { play as sound } from '../sound/sound';
import { announcer } from '../speech/announcer.svelte';
import { settings, type Speed } from '../settings/settings.svelte';
import { t } from '../texts/texts.svelte';
import { AnalysisState } from './analysis.svelte';
import type { ReplaySource } from './source';

/** Milliseconds between positions while it runs, besides the animation. */
const PAUSE: Record<Speed, number> = { calm: 2400, normal: 1300, fast: 500, none: 1300 };

interface Shown {
  view: View;
  before?: View;
  news?: Played;
}

export class ReplayState {
  data = $state.raw<ReplayData | null>(null);
  kind = $state.raw<BoardKind | null>(null);
  perspective = $state.raw<Perspective>({ seat: null, open: false });
  /** The index of the shown position in `positions`. */
  at = $state(0);
  playing = $state(false);
  /** A better line that is shown instead of the match. */
  variation = $state.raw<VariationReply | null>(null);
  shown = $state.raw<Shown | null>(null);
  positionText = $state.raw<PositionDescription | null>(null);
  /** What is on each space; of the position before, until that of the shown one is known. */
  spaces = $state.raw<Record<string, string>>({});
  analysis = $state.raw<AnalysisState | null>(null);
  failure = $state('');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #animationEnd: ReturnType<typeof setTimeout> | undefined;
  #requests = 0;
  /** The words of the shown position, once they were asked for. */
  #described: Promise<void> | undefined;

  constructor(
    readonly source: ReplaySource,
    ply: number | null,
    analyse = false,
  ) {
    void this.#begin(ply, analyse);
  }

  get match(): string | null {
    return this.source.match;
  }

  async #begin(ply: number | null, analyse: boolean): Promise<void> {
    try {
      const data = await this.source.replay(this.perspective);
      this.kind = await boardKind(data.setup.game);
      this.data = data;
      this.perspective = { ...defaultPerspective(data), reader: this.reader };
      if (this.perspective.seat !== null || this.perspective.open) this.data = await this.source.replay(this.perspective);
      if (data.record !== null && data.steps.length > 1 && (data.over || this.match === null)) {
        this.analysis = new AnalysisState(this.source, data.record);
        if (this.source.analysed) await this.analysis.show(this.source.analysed, this.perspective);
        else if (analyse) this.analysis.start(this.perspective);
      }
      this.go(ply ?? 0, 'cut');
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  close(): void {
    this.playing = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#animationEnd);
    this.analysis?.cancel();
  }

  /** Loads all texts again, in the new language. */
  reload(): Promise<void> {
    return this.setPerspective(this.perspective);
  }

  /** Shows the match from another perspective. */
  async setPerspective(perspective: Perspective): Promise<void> {
    this.perspective = { ...perspective, reader: this.reader };
    try {
      this.data = await this.source.replay(this.perspective);
      this.variation = null;
      this.go(this.at, 'cut');
      await this.analysis?.setPerspective(this.perspective);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }

  name(seat: number | null): string {
    if (seat === null) return '';
    const name = this.data?.names[seat];
    // A name that was drawn means nothing to its player.
    if (seat === this.reader && name !== settings.name) return t('you');
    return name ?? '';
  }

  /** The only seat of the reader in a match of their own. */
  get reader(): number | null {
    return this.data?.reader ?? null;
  }

  // Positions

  /** The positions of the match, or of the better line that is shown. */
  get positions(): RecordStep[] {
    const steps = this.data?.steps ?? [];
    return this.variation ? [steps[this.variation.ply]!, ...this.variation.steps] : steps;
  }

  get last(): number {
    return Math.max(0, this.positions.length - 1);
  }

  get current(): RecordStep | undefined {
    return this.positions[this.at];
  }

  /** What led to this position, in words. */
  get said(): string {
    const here = this.current;
    if (!here || here.ply === 0) return t('before_first');
    return here.said.join(' ');
  }

  get spokenPosition(): string {
    return `${t('at_ply', { ply: this.current?.ply ?? 0, all: (this.variation?.ply ?? 0) + this.last })}. ${this.said}`;
  }

  get highlights(): Highlights {
    const { from, to } = this.kind?.endpoints(this.current?.name ?? '') ?? {};
    const known = this.current?.name ? [from, to].filter((name) => name !== undefined) : [];
    return { last: known, targets: [], refused: [] };
  }

  /** Goes to a position; one step forward is animated. */
  go(to: number, how: 'show' | 'cut' = 'show', speak = false): void {
    const positions = this.positions;
    const at = Math.min(this.last, Math.max(0, to));
    const step = positions[at];
    if (!step) return;
    clearTimeout(this.#animationEnd);
    const onward = at === this.at + 1 && how === 'show';
    if (onward) sound('move', step.seat ?? 0);
    const next = onward && settings.step > 0;
    const before = positions[at - 1];
    this.at = at;
    this.positionText = null;
    this.#described = undefined;
    this.#requests += 1;
    if (next && before) {
      const news = { name: step.name, seat: step.seat };
      this.shown = { view: step.view, before: before.view, news };
      this.#animationEnd = setTimeout(() => (this.shown = { view: step.view }), this.#duration(news, before.view, step.view));
    } else {
      this.shown = { view: step.view };
    }
    if (speak) announcer.say(this.spokenPosition);
  }

  #duration(news: Played, before: View, view: View): number {
    return (this.kind?.animationSteps?.(news, before, view) ?? 1) * settings.step;
  }

  // Controls

  first(): void {
    this.#goTo(0, 'cut');
  }

  back(): void {
    this.#goTo(this.at - 1, 'cut');
  }

  forward(): void {
    this.#goTo(this.at + 1, 'show');
  }

  end(): void {
    this.#goTo(this.last, 'cut');
  }

  #goTo(to: number, how: 'show' | 'cut'): void {
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
    const before = this.current!;
    this.go(this.at + 1, 'show');
    const step = this.current!;
    announcer.say(this.said);
    const takes = settings.step ? this.#duration({ name: step.name, seat: step.seat }, before.view, step.view) : 0;
    this.#timer = setTimeout(() => this.#run(), takes + PAUSE[settings.speed]);
  }

  /** Goes to a position without animation. */
  jump(ply: number): void {
    this.stop();
    this.variation = null;
    this.go(ply, 'cut');
  }

  // Better lines

  showVariation(variation: VariationReply): void {
    this.stop();
    this.variation = variation;
    this.at = 0;
    this.go(1, 'show');
  }

  leaveVariation(): void {
    const ply = this.variation?.ply;
    if (ply === undefined) return;
    this.stop();
    this.variation = null;
    this.go(ply, 'cut');
  }

  // The position in words

  /** Whether the shown position can be told: a report does not tell those of better lines. */
  get describable(): boolean {
    return this.source.online || this.variation === null;
  }

  /** The position that is shown: its actions in the match, and those of a better line after them. */
  get #place(): Variation {
    const line = this.variation ? this.positions.slice(1, this.at + 1).map((step) => step.name!) : [];
    return { ply: this.variation?.ply ?? this.current?.ply ?? 0, line };
  }

  /** Asks for the words of the shown position, unless they are there. */
  describe(): Promise<void> {
    if (!this.data || !this.describable) return Promise.resolve();
    return (this.#described ??= this.#askForWords(this.data.record));
  }

  async #askForWords(record: string | null): Promise<void> {
    const asked = ++this.#requests;
    try {
      const described = await this.source.describe(record, this.#place, this.perspective);
      if (asked !== this.#requests) return;
      this.positionText = described;
      this.spaces = described.spaces;
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }
}

/** All information if nothing is secret; else one's own seat, unless the device is shared. */
function defaultPerspective(data: ReplayData): Perspective {
  if (data.over || data.record !== null) return { seat: null, open: true };
  return { seat: onlySeat(data.setup.seats), open: false };
}

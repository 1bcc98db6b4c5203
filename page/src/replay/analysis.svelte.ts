/** The state of an analysis: it is polled until it is done or cancelled. */
import type { AnalysedAction, VariationReply } from '../api/schema';
import { isDone, type Analysis, type Perspective } from '../api/replay';
import { announcer } from '../speech/announcer.svelte';
import { t } from '../texts/texts.svelte';
import type { ReplaySource } from './source';

const ASK_AGAIN = 700;
/** Milliseconds between two requests. After an error there is no further one. */

export interface Mistake extends AnalysedAction {
  better: VariationReply | undefined;
}

export class AnalysisState {
  /** From 0 to 1 while it runs, else null. */
  progress = $state<number | null>(null);
  found = $state.raw<Analysis | null>(null);
  mistakes = $state.raw<Mistake[]>([]);
  failure = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly source: ReplaySource,
    readonly record: string,
  ) {}

  start(perspective: Perspective): void {
    this.failure = '';
    this.progress = 0;
    void this.#ask(perspective);
  }

  async show(found: Analysis, perspective: Perspective): Promise<void> {
    this.found = found;
    await this.setPerspective(perspective);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.progress = null;
  }

  /** Loads the better lines as this perspective sees them. */
  async setPerspective(perspective: Perspective): Promise<void> {
    if (!this.found) return;
    const marked = this.found.moments.filter((moment) => moment.choice?.mark).slice(0, 200);
    const lines = marked.map(({ ply, choice }) => ({ ply, line: choice!.line }));
    const shown = lines.length ? await this.source.variations(this.record, lines, perspective) : [];
    this.mistakes = marked.map((moment, n) => ({ ...moment, better: shown[n] }));
  }

  async #ask(perspective: Perspective): Promise<void> {
    try {
      const answer = await this.source.analysis(this.record);
      if (this.progress === null) return;
      if (isDone(answer)) {
        await this.show(answer, perspective);
        this.progress = null;
        announcer.say(this.mistakes.length ? t('pair', { name: t('mistakes'), value: this.mistakes.length }) : t('no_mistakes'));
      } else {
        this.progress = answer.done;
        this.#timer = setTimeout(() => void this.#ask(perspective), ASK_AGAIN);
      }
    } catch (error) {
      this.failure = (error as Error).message;
      this.progress = null;
    }
  }
}

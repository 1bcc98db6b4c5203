/** An analysis that is being made, asked after until it is there or nobody wants it any more. */
import { analysisOf, type Analysis, type Eyes, type Moment, type Variation, variations } from '../api/replay';
import { announcer } from '../state/announcer.svelte';
import { t } from '../words/words.svelte';

const ASK_AGAIN = 700;
/** Where others wait already, or the network fails, it is not asked for again by itself. */

export interface Mistake extends Moment {
  better: Variation | undefined;
}

export class AnalysisState {
  /** From 0 to 1 while it is being made. */
  progress = $state<number | null>(null);
  found = $state.raw<Analysis | null>(null);
  mistakes = $state.raw<Mistake[]>([]);
  failure = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly match: string | null,
    readonly record: string,
  ) {}

  start(eyes: Eyes): void {
    this.failure = '';
    this.progress = 0;
    void this.#ask(eyes);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.progress = null;
  }

  /** Through other eyes the better lines look different. */
  async look(eyes: Eyes): Promise<void> {
    if (!this.found) return;
    const marked = this.found.moments.filter((moment) => moment.choice?.mark).slice(0, 200);
    const lines = marked.map(({ ply, choice }) => ({ ply, line: choice!.line }));
    const shown = lines.length ? await variations(this.record, lines, eyes) : [];
    this.mistakes = marked.map((moment, n) => ({ ...moment, better: shown[n] }));
  }

  async #ask(eyes: Eyes): Promise<void> {
    try {
      const answer = await analysisOf(this.match, this.record);
      if (this.progress === null) return;
      if ('moments' in answer) {
        this.found = answer;
        await this.look(eyes);
        this.progress = null;
        announcer.say(this.mistakes.length ? t('pair', { name: t('mistakes'), value: this.mistakes.length }) : t('no_mistakes'));
      } else {
        this.progress = answer.done;
        this.#timer = setTimeout(() => void this.#ask(eyes), ASK_AGAIN);
      }
    } catch (error) {
      this.failure = (error as Error).message;
      this.progress = null;
    }
  }
}

/** What the seats of this device know and may do now, with the texts of it. */
import type { AtMessage, SeatView, SeatWords, StepWords } from '../api/schema';
import type { Frame } from './animation.svelte';

export type SeatKnowledge = Omit<SeatWords, 'spaces' | 'steps'> & Pick<SeatView, 'legal'>;

export const NOTHING: SeatKnowledge = { seat: null, legal: [], actions: {}, position: [], mine: [], known: [], hidden: false };

export function knowledgeOf(view: SeatView, words: SeatWords): SeatKnowledge {
  const { seat, actions, position, mine, known, hidden } = words;
  return { seat, legal: view.legal, actions, position, mine, known, hidden };
}

/** The seat that learned something by these steps which a shared device is not told. */
export function secretSeat({ words }: AtMessage, steps: StepWords[]): number | null | undefined {
  // The seat that learned it may not be the one that acts next, whose texts are shown.
  const fresh = new Set(steps.map(({ seq }) => seq));
  return words?.eyes.find((eye) => eye.steps.some((step) => step.secret === true && fresh.has(step.seq)))?.seat;
}

/** The actions among new steps, to be shown on the board. */
export function framesOf({ news }: AtMessage, steps: StepWords[]): Frame[] {
  return steps.flatMap(({ seq, view, said, moment }) => {
    const entry = news.find((each) => each.seq === seq);
    return view && entry ? [{ view, news: { name: entry.name, seat: entry.seat }, said, moment }] : [];
  });
}

/** What the drawing shows of an action; pure functions. */
import type { Played } from '../../board/types';
import type { MoleHillView } from './types';

/** What lies on the lawn. */
type Lying = Pick<MoleHillView, 'hills' | 'rods' | 'mole' | 'round'>;

export interface Scene extends Lying {
  /** Laid or dug by the action that is being shown. */
  freshRod: string | null;
  freshHill: string | null;
  /** Where the mole goes down before it comes up at `mole`. */
  left: string | null;
  /** The round is over: the lawn is swept after the action. */
  swept: boolean;
}

export function scene(view: MoleHillView, before?: MoleHillView, news?: Played): Scene {
  const still = { freshRod: null, freshHill: null, left: null, swept: false };
  if (!before || !news?.name) return { ...lawnOf(view), ...still };
  const swept = view.round > before.round;
  // The view after a round's last action shows the next round's empty lawn already.
  const after = lawnOf(swept ? played(before, news.name) : view);
  const freshRod = added(before.rods, after.rods);
  const freshHill = added(before.hills, after.hills);
  return { ...after, freshRod, freshHill, left: freshHill && before.mole, swept };
}

/** Steps of an animation: a rod is laid in one; a mole goes down in one and comes up in another; sweeping takes one more. */
export function animationSteps(news: Played, before: MoleHillView, view: MoleHillView): number {
  const { freshHill, left, swept } = scene(view, before, news);
  return 1 + (freshHill && left ? 1 : 0) + (swept ? 1 : 0);
}

export function isRod(name: string): boolean {
  return name.includes('|');
}

function lawnOf({ hills, rods, mole, round }: Lying): Lying {
  return { hills, rods, mole, round };
}

function played(before: MoleHillView, name: string): MoleHillView {
  return isRod(name)
    ? { ...before, rods: [...before.rods, name] }
    : { ...before, hills: [...before.hills, name], mole: name };
}

function added(before: string[], after: string[]): string | null {
  return after.find((name) => !before.includes(name)) ?? null;
}

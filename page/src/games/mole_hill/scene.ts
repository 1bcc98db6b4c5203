/** What the drawing shows of an action; pure functions. */
import type { Played, View } from '../../board/types';

export interface Scene {
  hills: string[];
  rods: string[];
  mole: string | null;
  round: number;
  /** Laid or dug by the action that is being shown. */
  freshRod: string | null;
  freshHill: string | null;
  /** Where the mole goes down before it comes up at `mole`. */
  left: string | null;
  /** The round is over: the lawn is swept after the action. */
  swept: boolean;
}

export function scene(view: View, before?: View, news?: Played): Scene {
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
export function animationSteps(news: Played, before: View, view: View): number {
  const { freshHill, left, swept } = scene(view, before, news);
  return 1 + (freshHill && left ? 1 : 0) + (swept ? 1 : 0);
}

export function isRod(name: string): boolean {
  return name.includes('|');
}

function lawnOf({ hills, rods, mole, round }: View): Pick<Scene, 'hills' | 'rods' | 'mole' | 'round'> {
  return { hills, rods, mole, round };
}

function played(before: View, name: string): View {
  return isRod(name)
    ? { ...before, rods: [...before.rods, name] }
    : { ...before, hills: [...before.hills, name], mole: name };
}

function added(before: string[], after: string[]): string | null {
  return after.find((name) => !before.includes(name)) ?? null;
}

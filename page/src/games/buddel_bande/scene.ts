/** What the drawing shows of a view. It knows no rules, and takes owners only from the view. */
import type { Size } from '../../art/teams';
import type { Played, Setup } from '../../board/types';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

export const SIZES = 'SML';
export type Sign = 'c' | 'l' | 'f';
export type Face = 'S' | 'M' | 'L' | 'A' | 'D' | 'E';

export interface Mole {
  name: string;
  size: Size;
  at: number;
  /** Null if this view does not know it. */
  owner: number | null;
}

export function mole(view: BuddelBandeView, name: string): Mole {
  const { at, owner } = view.moles[name]!;
  return { name, size: name.charAt(0) as Size, at, owner: owner ?? null };
}

/** The names of the moles in one place, small ones first. */
export function molesAt(view: BuddelBandeView, at: number): string[] {
  return Object.keys(view.moles).filter((name) => view.moles[name]!.at === at);
}

/** In the order of seats. */
const ANIMALS = ['ant', 'ladybird', 'earthworm', 'snail'];

/** Which animal a seat has: its own by order, unless its player chose another. */
export function animalOf({ emblems }: Setup<BuddelBandeBoard>, seat: number): number {
  const chosen = ANIMALS.indexOf(emblems?.[seat] ?? '');
  return chosen < 0 ? seat : chosen;
}

/** Whether the moles show their names; some tables hide them, and there moles of a size look alike. */
export function showsTags({ table_settings }: Setup<BuddelBandeBoard>): boolean {
  return !table_settings?.includes('hidden_tags');
}

export function homeOf(setup: Setup<BuddelBandeBoard>): number {
  return setup.board.track.length + 1;
}

/** The moles of a seat that have come home. */
export function atHome(setup: Setup<BuddelBandeBoard>, view: BuddelBandeView, seat: number): Mole[] {
  return molesAt(view, homeOf(setup)).map((name) => mole(view, name)).filter(({ owner }) => owner === seat);
}

export function endpoints(action: string): { from?: string; to?: string } {
  const [from, to] = action.split('>');
  return to ? { from, to } : {};
}

/** Somebody who went from one place to another. */
export interface Journey {
  name: string;
  from: number;
  to: number;
  /** From the last hill straight into the den. */
  home: boolean;
  /** The mole is turned up at the end: everybody sees it at home, or this seat has just looked. */
  turned: boolean;
}

export function journey(news: Played | undefined, before: BuddelBandeView | undefined, view: BuddelBandeView): Journey | null {
  const { from: name, to } = endpoints(news?.name ?? '');
  if (!before || name === undefined) return null;
  if (name === 'dog') return { name, from: before.dog, to: view.dog, home: false, turned: false };
  const [was, is] = [mole(before, name), mole(view, name)];
  return { name, from: was.at, to: is.at, home: to === 'home', turned: was.owner === null && is.owner !== null };
}

/** Steps along the road: a long way takes two. */
export function strides({ from, to }: Journey): number {
  return Math.abs(to - from) > 5 ? 2 : 1;
}

/** One step more to be turned up, and one from the last hill into the den. */
export function animationSteps(news: Played, before: BuddelBandeView, view: BuddelBandeView): number {
  const gone = journey(news, before, view);
  return gone ? strides(gone) + Number(gone.turned) + Number(gone.home) : 1;
}

/** The dice as they lie: what has just been rolled, else what is being played. */
export function dice(news: Played | undefined, before: BuddelBandeView | undefined, view: BuddelBandeView): [Face, Sign] | null {
  const rolled = news?.name?.startsWith('=') ? news.name.slice(1) : (view.dice ?? before?.dice);
  return rolled ? [rolled[0] as Face, rolled[1] as Sign] : null;
}

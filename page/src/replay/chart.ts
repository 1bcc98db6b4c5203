/** The geometry of the chart of an analysis, in units of its viewBox. */
import type { Analysis, Mark } from '../api/replay';

export const WIDE = 600;
export const HIGH = 200;
/** The height of the band for luck, below the chances. */
export const LUCK = 46;
export const GAP = 14;
const EDGE = 10;

export interface Sign {
  ply: number;
  seat: number;
  mark: Mark;
  x: number;
  y: number;
}

export interface Bar {
  ply: number;
  /** The lucky seat. */
  seat: number;
  x: number;
  y: number;
  h: number;
}

/** The x of a position; position 0 is before the first action. */
export function across(position: number, last: number): number {
  return EDGE + (position / Math.max(1, last)) * (WIDE - 2 * EDGE);
}

/** The position nearest to an x of the chart. */
export function positionAt(x: number, last: number): number {
  const found = Math.round(((x - EDGE) / (WIDE - 2 * EDGE)) * last);
  return Math.min(last, Math.max(0, found));
}

export function up(chance: number): number {
  return EDGE + (1 - chance) * (HIGH - 2 * EDGE);
}

/** The path of a seat's chances. */
export function curve({ start, moments }: Analysis, seat: number): string {
  const values = [start, ...moments.map((moment) => moment.chances)];
  const points = values.map((chances, n) => `${round(across(n, moments.length))} ${round(up(chances[seat]!))}`);
  return `M${points.join('L')}`;
}

/** The signs of mistakes. */
export function signs({ moments }: Analysis): Sign[] {
  return moments.flatMap(({ ply, actor, choice, chances }) => {
    if (actor === null || !choice?.mark) return [];
    const x = across(ply + 1, moments.length);
    return [{ ply, seat: actor, mark: choice.mark, x, y: up(chances[actor]!) }];
  });
}

/** The bars of luck, as high as the gain of the luckiest seat; the highest one fills the band. */
export function bars({ moments }: Analysis): Bar[] {
  const most = Math.max(0.05, ...moments.flatMap((moment) => moment.luck ?? []));
  return moments.flatMap(({ ply, luck }) => {
    if (!luck) return [];
    const best = Math.max(...luck);
    if (best < 0.005) return [];
    const h = (best / most) * LUCK;
    return [{ ply, seat: luck.indexOf(best), x: across(ply + 1, moments.length), y: HIGH + GAP + LUCK - h, h }];
  });
}

/** Whether chance took part in the match. */
export function withLuck(analysis: Analysis): boolean {
  return analysis.moments.some((moment) => moment.luck);
}

export function height(analysis: Analysis): number {
  return withLuck(analysis) ? HIGH + GAP + LUCK + 4 : HIGH;
}

/** The shape for each kind of mistake; worse ones are larger. */
export const SIGNS: Record<Mark, string> = {
  slip: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z',
  mistake: 'M-8 6L0 -8L8 6Z',
  blunder: 'M-10 0L0 -10L10 0L0 10Z',
};

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

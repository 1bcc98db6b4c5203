/** Symmetries of a hexagonal board. */
import type { Symmetry } from '../../editor/symmetry';
import { place, spaceName } from './geometry';

export const SYMMETRIES: Symmetry[] = ['none', 'sides', 'half', 'third', 'sixth'];

/** In sixths of a turn. */
const TURNS: Partial<Record<Symmetry, number[]>> = { half: [3], third: [2, 4], sixth: [1, 2, 3, 4, 5] };

export function symmetricSpaces(symmetry: Symmetry, side: number, name: string): string[] {
  const { q, r } = place(side, name);
  if (symmetry === 'sides') return [...new Set([name, spaceName(side, -q - r, r)])];
  const rotated = (turns: number): string => {
    let at = { q, r };
    for (let turn = 0; turn < turns; turn++) at = { q: -at.r, r: at.q + at.r };
    return spaceName(side, at.q, at.r);
  };
  return [...new Set([name, ...(TURNS[symmetry] ?? []).map(rotated)])];
}

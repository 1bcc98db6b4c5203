/** Symmetries of a track of hills. */
import type { Symmetry } from '../../editor/symmetry';

export const SYMMETRIES: Symmetry[] = ['none', 'mirror'];

export function symmetricHills(symmetry: Symmetry, hills: number, name: string): string[] {
  return symmetry === 'mirror' ? [...new Set([name, String(hills + 1 - Number(name))])] : [name];
}

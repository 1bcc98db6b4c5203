/** Symmetries of a lawn of squares. */
import type { Symmetry } from '../../editor/symmetry';

/** Column and row, from 0. */
type Square = [number, number];

const MAPS: Partial<Record<Symmetry, (columns: number, rows: number) => ((square: Square) => Square)[]>> = {
  columns: (columns) => [([u, v]) => [columns - 1 - u, v]],
  rows: (_, rows) => [([u, v]) => [u, rows - 1 - v]],
  both: (columns, rows) => [
    ([u, v]) => [columns - 1 - u, v],
    ([u, v]) => [u, rows - 1 - v],
    ([u, v]) => [columns - 1 - u, rows - 1 - v],
  ],
  half: (columns, rows) => [([u, v]) => [columns - 1 - u, rows - 1 - v]],
  quarter: (columns) => [1, 2, 3].map((turns) => (square) => rotate(square, columns, turns)),
};

function rotate([u, v]: Square, size: number, turns: number): Square {
  return turns ? rotate([v, size - 1 - u], size, turns - 1) : [u, v];
}

/** Quarter turns need as many columns as rows. */
export function symmetries(columns: number, rows: number): Symmetry[] {
  const all: Symmetry[] = ['none', 'columns', 'rows', 'both', 'half'];
  return columns === rows ? [...all, 'quarter'] : all;
}

export function symmetricSquares(symmetry: Symmetry, columns: number, rows: number, name: string): string[] {
  const square: Square = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  const maps = MAPS[symmetry]?.(columns, rows) ?? [];
  return [...new Set([name, ...maps.map((map) => squareName(map(square)))])];
}

export function squareName([u, v]: Square): string {
  return `${String.fromCharCode(97 + u)}${v + 1}`;
}

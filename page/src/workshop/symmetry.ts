/** Where else a stroke goes: the places that a symmetry makes of one. Pure geometry; what a board allows is not known here. */
import { place, spaceName } from '../boards/mole_company/geometry';

export type Symmetry = 'none' | 'columns' | 'rows' | 'both' | 'sides' | 'half' | 'quarter' | 'third' | 'sixth' | 'mirror';

/** Squares, as column and row from 0. */
type Square = [number, number];

const ON_SQUARES: Partial<Record<Symmetry, (columns: number, rows: number) => ((square: Square) => Square)[]>> = {
  columns: (columns) => [([u, v]) => [columns - 1 - u, v]],
  rows: (_, rows) => [([u, v]) => [u, rows - 1 - v]],
  both: (columns, rows) => [
    ([u, v]) => [columns - 1 - u, v],
    ([u, v]) => [u, rows - 1 - v],
    ([u, v]) => [columns - 1 - u, rows - 1 - v],
  ],
  half: (columns, rows) => [([u, v]) => [columns - 1 - u, rows - 1 - v]],
  quarter: (columns) => [1, 2, 3].map((turns) => (square) => quarters(square, columns, turns)),
};

function quarters([u, v]: Square, size: number, turns: number): Square {
  return turns ? quarters([v, size - 1 - u], size, turns - 1) : [u, v];
}

/** Quarter turns need a square lawn. */
export function ofLawn(columns: number, rows: number): Symmetry[] {
  const all: Symmetry[] = ['none', 'columns', 'rows', 'both', 'half'];
  return columns === rows ? [...all, 'quarter'] : all;
}

export function onLawn(symmetry: Symmetry, columns: number, rows: number, name: string): string[] {
  const square: Square = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  const others = ON_SQUARES[symmetry]?.(columns, rows) ?? [];
  return unique([name, ...others.map((other) => squareName(other(square)))]);
}

export function squareName([u, v]: Square): string {
  return `${String.fromCharCode(97 + u)}${v + 1}`;
}

export const OF_STACK: Symmetry[] = ['none', 'sides', 'half', 'third', 'sixth'];

/** Sixths of a turn. */
const TURNS: Partial<Record<Symmetry, number[]>> = { half: [3], third: [2, 4], sixth: [1, 2, 3, 4, 5] };

export function onStack(symmetry: Symmetry, side: number, name: string): string[] {
  const { q, r } = place(side, name);
  if (symmetry === 'sides') return unique([name, spaceName(side, -q - r, r)]);
  const turned = (turns: number): string => {
    let at = { q, r };
    for (let turn = 0; turn < turns; turn++) at = { q: -at.r, r: at.q + at.r };
    return spaceName(side, at.q, at.r);
  };
  return unique([name, ...(TURNS[symmetry] ?? []).map(turned)]);
}

export const OF_TRACK: Symmetry[] = ['none', 'mirror'];

export function onTrack(symmetry: Symmetry, hills: number, name: string): string[] {
  return symmetry === 'mirror' ? unique([name, String(hills + 1 - Number(name))]) : [name];
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}

/** Where the squares and edges of a lawn are, in units of a hundredth of a square.
 *
 * Squares and edges lie on one grid of half squares: square (column, row) at (2 column, 2 row), the edge to its right neighbour
 * one further. So both have their names, places and neighbours from the same few lines.
 */
import type { Direction, Setup, Space } from '../../board/types';
import type { MoleHillBoard } from './types';

export const SIZE = 100;

export interface Point {
  x: number;
  y: number;
}

/** On the grid of half squares: u along the columns, v along the rows. */
interface Half {
  u: number;
  v: number;
}

/** The lawn as it lies on the screen. */
export interface Layout {
  /** A quarter turn clockwise, so that the long side of the lawn is the long side of the screen. */
  turned: boolean;
  across: number;
  down: number;
  /** Round the squares. Upright it is so narrow that seven squares are 44 pixels each on a screen of 320. */
  margin: number;
}

export function layout(lawn: MoleHillBoard, upright: boolean): Layout {
  const { columns, rows } = lawn;
  const turned = upright ? columns > rows : rows > columns;
  const margin = upright ? 12 : 42;
  return turned ? { turned, across: rows, down: columns, margin } : { turned, across: columns, down: rows, margin };
}

export function viewBox(lawn: MoleHillBoard, upright: boolean): string {
  const { across, down, margin } = layout(lawn, upright);
  return `0 0 ${across * SIZE + 2 * margin} ${down * SIZE + 2 * margin}`;
}

/** The middle of a square ("e5") or of an edge ("c3|d3"). */
export function middle(lawn: MoleHillBoard, name: string, upright: boolean): Point {
  return place(lawn, layout(lawn, upright), half(name));
}

/** Whether the rod on an edge lies across the screen; otherwise it stands. */
export function lies(lawn: MoleHillBoard, edge: string, upright: boolean): boolean {
  const partsColumns = half(edge).u % 2 === 1;
  return partsColumns === layout(lawn, upright).turned;
}

/** Whether two squares touch, at a side or a corner. */
export function touch(one: string, other: string): boolean {
  const [a, b] = [half(one), half(other)];
  return Math.max(Math.abs(a.u - b.u), Math.abs(a.v - b.v)) === 2;
}

/** The edge between two squares that share a side, by its name. */
export function edgeBetween(one: string, other: string): string | undefined {
  const [a, b] = [half(one), half(other)];
  const between = { u: (a.u + b.u) / 2, v: (a.v + b.v) / 2 };
  return Math.abs(a.u - b.u) + Math.abs(a.v - b.v) === 2 ? nameOf(between) : undefined;
}

export function spaces(setup: Setup<MoleHillBoard>, upright: boolean): Space[] {
  const lawn = setup.board;
  const shape = layout(lawn, upright);
  const halves = Array.from({ length: (2 * lawn.columns - 1) * (2 * lawn.rows - 1) }, (_, n) => ({
    u: n % (2 * lawn.columns - 1),
    v: Math.floor(n / (2 * lawn.columns - 1)),
  }));
  return [
    ...halves.filter(isSquare).map((at) => space(lawn, shape, at)),
    ...halves.filter(isEdge).map((at) => space(lawn, shape, at)),
  ];
}

function space(lawn: MoleHillBoard, shape: Layout, at: Half): Space {
  const size = isSquare(at) ? SIZE : SIZE / 2;
  const { x, y } = place(lawn, shape, at);
  return {
    name: nameOf(at),
    box: { x: x - size / 2, y: y - size / 2, w: size, h: size },
    shape: isSquare(at) ? 'square' : 'edge',
    next: around(lawn, shape, at),
    layer: isSquare(at) ? 0 : 1,
  };
}

const DIRECTIONS: [Direction, number, number][] = [
  ['up', 0, 1],
  ['down', 0, -1],
  ['left', -1, 0],
  ['right', 1, 0],
  ['upleft', -1, 1],
  ['upright', 1, 1],
  ['downleft', -1, -1],
  ['downright', 1, -1],
];

/** Straight on to the next of the same kind; slantwise a square leads to a square, an edge to an edge of the other kind. */
function around(lawn: MoleHillBoard, shape: Layout, at: Half): Space['next'] {
  const next: Space['next'] = {};
  for (const [direction, right, up] of DIRECTIONS) {
    const far = isEdge(at) && right && up ? 1 : 2;
    const [du, dv] = shape.turned ? [-up, right] : [right, up];
    const to = { u: at.u + far * du, v: at.v + far * dv };
    if (to.u >= 0 && to.v >= 0 && to.u <= 2 * lawn.columns - 2 && to.v <= 2 * lawn.rows - 2) next[direction] = nameOf(to);
  }
  return next;
}

/** Rows are counted from below; turned, columns run down the screen and rows to the right. */
function place(lawn: MoleHillBoard, { turned, margin }: Layout, { u, v }: Half): Point {
  const [right, down] = turned ? [v / 2, u / 2] : [u / 2, lawn.rows - 1 - v / 2];
  return { x: margin + (right + 0.5) * SIZE, y: margin + (down + 0.5) * SIZE };
}

function isSquare({ u, v }: Half): boolean {
  return u % 2 === 0 && v % 2 === 0;
}

function isEdge({ u, v }: Half): boolean {
  return (u + v) % 2 === 1;
}

function nameOf({ u, v }: Half): string {
  const square = (column: number, row: number) => `${String.fromCharCode(97 + column)}${row + 1}`;
  const near = square(Math.floor(u / 2), Math.floor(v / 2));
  return u % 2 || v % 2 ? `${near}|${square(Math.ceil(u / 2), Math.ceil(v / 2))}` : near;
}

function half(name: string): Half {
  const [near, far] = name.split('|').map((square) => ({
    u: square.charCodeAt(0) - 97,
    v: Number(square.slice(1)) - 1,
  }));
  return { u: near!.u + (far ?? near!).u, v: near!.v + (far ?? near!).v };
}

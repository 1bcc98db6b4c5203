/** Where everything of Mole Company lies: spaces in rows (`a` at the bottom), sheets upon each other, the players' corners. */
import { round } from '../../art/paths';
import type { Direction, Setup, Space } from '../../board/types';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

/** From a centre to the next one in its row; the other lengths are measured by it. */
const STEP = 100;
const ROW = STEP * Math.sqrt(0.75);
/** How wide a hole is cut. */
export const HOLE = 44;
/** The earth thrown up around it. */
export const BANK = 11;
/** From the outer spaces to the edge of a sheet. */
const RIM = 76;
/** How far each sheet lies from the one upon it, as the eye sees it; the light comes from the top left. */
export const DROP = { x: 3, y: 12 };
/** The outline of a whole stack: three sheets and the plate below the top one. */
const DEPTH = 4;
/** The classic board's size, which the corners are designed for. */
const DESIGNED = ROW * 4 + RIM;

export interface Point {
  x: number;
  y: number;
}

export interface Hex extends Point {
  name: string;
  q: number;
  r: number;
}

/** One board as it lies in the box, turned. */
export type Sheet = Pick<MoleCompanyView, 'holes' | 'specials' | 'dotted'>;

/** A player's corner: `x` and `y` are its outermost point, `right` and `down` lead inwards. */
export interface Corner extends Point {
  right: 1 | -1;
  down: 1 | -1;
  /** Small boards have small corners. */
  scale: number;
}

export interface Layout {
  width: number;
  height: number;
  centre: Point;
  /** From the centre of a sheet to its sides, and to its points. */
  apothem: number;
  reach: number;
  corners: Corner[];
}

export function spaceName(side: number, q: number, r: number): string {
  return `${String.fromCharCode(97 + side - 1 - r)}${q + side}`;
}

/** A space by its name, from the centre: q to the right, r down to the right. */
export function place(side: number, name: string): { q: number; r: number } {
  return { q: Number(name.slice(1)) - side, r: side - 1 - (name.charCodeAt(0) - 97) };
}

export function inside(side: number, q: number, r: number): boolean {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) < side;
}

/** How large the board of a level is; the first is the largest, and names all spaces. Below the last one lies the plate, as large as it. */
export function ownSide({ side, boards }: MoleCompanyBoard, level: number): number {
  return boards[Math.min(level, boards.length) - 1]!.side ?? side;
}

/** From the middle of the board. */
export function point(q: number, r: number): Point {
  return { x: STEP * (q + r / 2), y: ROW * r };
}

export function at(side: number, name: string): Point {
  const { q, r } = place(side, name);
  return point(q, r);
}

/** All spaces of a board in the order of their names, which are those of the largest board. */
export function hexes(side: number, own = side): Hex[] {
  const far = own - 1;
  const found: Hex[] = [];
  for (let r = far; r >= -far; r--) {
    for (let q = -far; q <= far; q++) {
      if (inside(own, q, r)) found.push({ name: spaceName(side, q, r), q, r, ...point(q, r) });
    }
  }
  return found;
}

/** Where a space comes to lie when its board is turned by so many sixths. */
export function turned(side: number, name: string, turns: number): string {
  let { q, r } = place(side, name);
  for (let turn = 0; turn < turns; turn++) [q, r] = [-r, q + r];
  return spaceName(side, q, r);
}

/** A board of the stack as it lies in the box; the top one has level 1. */
export function laid({ board, rotations }: Setup<MoleCompanyBoard>, level: number): Sheet {
  const sheet = board.boards[level - 1]!;
  const lies = (name: string) => turned(board.side, name, rotations?.[level - 1] ?? 0);
  return {
    holes: sheet.holes.map(lies),
    specials: (sheet.specials ?? []).map(lies),
    dotted: (sheet.dotted ?? []).map((pair) => pair.map(lies)),
  };
}

/** Corners clockwise from the bottom left; two players sit across from each other. */
const SEATED: Record<number, [1 | -1, 1 | -1][]> = {
  2: [[1, -1], [-1, 1]],
  3: [[1, -1], [1, 1], [-1, 1]],
  4: [[1, -1], [1, 1], [-1, 1], [-1, -1]],
};

/** From the centre of a sheet to its points. */
export function reachOf(own: number): number {
  return STEP * (own - 1) + RIM / Math.sqrt(0.75);
}

export function layout(side: number, players: number, upright: boolean): Layout {
  const apothem = ROW * (side - 1) + RIM;
  const reach = reachOf(side);
  const scale = apothem / DESIGNED;
  // A hexagon leaves four corners free; where the screen has room to spare they are made roomier.
  const aside = (upright ? 12 : 120) * scale;
  const above = (upright ? 110 : 14) * scale;
  const below = above + DROP.y * (DEPTH + 1);
  const width = 2 * (reach + aside);
  const height = 2 * apothem + above + below;
  const edge = 10 * scale;
  const corners = (SEATED[players] ?? SEATED[4]!).map(([right, down]) => ({
    x: right > 0 ? edge : width - edge,
    y: down > 0 ? edge : height - edge,
    right,
    down,
    scale,
  }));
  return { width, height, centre: { x: width / 2, y: above + apothem }, apothem, reach, corners };
}

export function viewBox(side: number, players: number, upright: boolean): string {
  const { width, height } = layout(side, players, upright);
  return `0 0 ${round(width)} ${round(height)}`;
}

const WAYS: [Direction, number, number][] = [
  ['right', 1, 0],
  ['downright', 0, 1],
  ['downleft', -1, 1],
  ['left', -1, 0],
  ['upleft', 0, -1],
  ['upright', 1, -1],
];

/** Straight up and down lies no neighbour: those keys go to and fro, by the row they start from, so that down undoes up. */
function upAndDown(r: number): [Direction, number, number][] {
  const even = r % 2 === 0;
  return [
    ['up', even ? 1 : 0, -1],
    ['down', even ? 0 : -1, 1],
  ];
}

export function spaces(side: number, own: number, players: number, upright: boolean): Space[] {
  const { centre } = layout(side, players, upright);
  const half = STEP * 0.43;
  return hexes(side, own).map(({ name, q, r, x, y }) => {
    const next: Space['next'] = {};
    for (const [direction, east, south] of [...WAYS, ...upAndDown(r)]) {
      if (inside(own, q + east, r + south)) next[direction] = spaceName(side, q + east, r + south);
    }
    const box = { x: centre.x + x - half, y: centre.y + y - half, w: 2 * half, h: 2 * half };
    return { name, box, shape: 'hex', next, layer: 0 };
  });
}

/** How far from its points a sheet begins to be rounded. */
const SOFT = 38;

/** The edge of a sheet around the middle. */
export function outline(reach: number): string {
  const points = [0, 1, 2, 3, 4, 5].map((sixth) => polar(reach, sixth * 60));
  const steps = points.map((tip, sixth) => {
    const from = towards(tip, points[(sixth + 5) % 6]!, SOFT);
    const to = towards(tip, points[(sixth + 1) % 6]!, SOFT);
    return `${sixth ? 'L' : 'M'}${pair(from)}Q${pair(tip)} ${pair(to)}`;
  });
  return `${steps.join('')}Z`;
}

/** A sheet with its holes cut out (to be filled by the even-odd rule). */
export function cut(side: number, reach: number, holes: string[]): string {
  return outline(reach) + holes.map((name) => circle(at(side, name), HOLE)).join('');
}

export function circle({ x, y }: Point, radius: number): string {
  return `M${pair({ x: x - radius, y })}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** From space to space, or from its bank where one of them is a hole. */
export function line(side: number, holes: string[], near: string, far: string): string {
  const [start, end] = [at(side, near), at(side, far)];
  const from = holes.includes(near) ? towards(start, end, HOLE + BANK) : start;
  const to = holes.includes(far) ? towards(end, start, HOLE + BANK) : end;
  return `M${pair(from)}L${pair(to)}`;
}

/** The pairs of neighbours, each once. */
export function joined(side: number, own = side): [string, string][] {
  return hexes(side, own).flatMap(({ name, q, r }) =>
    WAYS.slice(0, 3)
      .filter(([, east, south]) => inside(own, q + east, r + south))
      .map(([, east, south]): [string, string] => [name, spaceName(side, q + east, r + south)]),
  );
}

export interface Label extends Point {
  text: string;
}

/** Letters at the left end of their rows, numbers at the lower end of their lines. */
export function labels(side: number, own = side): Label[] {
  const far = own - 1;
  const all: Label[] = [];
  for (let n = -far; n <= far; n++) {
    const first = point(Math.max(-far, -far - n), n);
    const last = point(n, Math.min(far, far - n));
    all.push({ text: spaceName(side, 0, n).charAt(0), x: first.x - 65, y: first.y });
    all.push({ text: String(n + side), x: last.x + 34, y: last.y + 59 });
  }
  return all;
}

/** The spaces a straight way leads over, both ends included; nothing if it is not straight. */
export function way(side: number, from: string, to: string): string[] {
  const [start, end] = [place(side, from), place(side, to)];
  const [east, south] = [end.q - start.q, end.r - start.r];
  if (east && south && east + south) return [];
  const far = Math.max(Math.abs(east), Math.abs(south));
  return Array.from({ length: far + 1 }, (_, n) =>
    spaceName(side, start.q + (far && (east / far) * n), start.r + (far && (south / far) * n)),
  );
}

function polar(radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

function towards(from: Point, to: Point, length: number): Point {
  const share = length / Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

export function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

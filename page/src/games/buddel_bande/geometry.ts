/** Where everything of Buddel Bande lies: the haystack at the top left, hills to and fro along a winding road, the dens at the
 * bottom. A board may lay the haystack into another corner; then everything is laid out from there. */
import { round } from '../../art/paths';
import { SCALES, type Size } from '../../art/teams';
import type { Box, Setup, Space } from '../../board/types';
import { molesAt, SIZES } from './scene';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

export interface Point {
  x: number;
  y: number;
}

/** From hill to hill, and from row to row: a mole on its hill fills a row's height. */
const PITCH = 106;
const ROW = 150;
/** From the side to the first hill, so that the road has room to turn. */
const SIDE = 78;
/** The strip with the dens below the hills, and where the last hill stands in it. */
const DENS = 174;
const LAST = 92;
/** A mole's place in the hay. */
const SLOT = { w: 86, h: 68 };
const HAY = { x: 26, top: 34, rim: 26, mouth: 76, foot: 24 };
/** The strip with the haystack above the hills. */
const HAYSTACK = HAY.top + 3 * SLOT.h + HAY.rim + HAY.foot;
/** How large a mole stands before its den, and in the hay. */
export const AT_HOME = 0.5;
export const IN_HAY = 0.9;
/** How far a mole looks out over the edge before it, so that its tag leaves its face free. */
const RAISED = 12;
/** How the road swings within a row. */
const SWING = 6;
/** The road passes at the foot of the hills. */
export const FOOT = 30;
/** How much farther than its last hill the road goes to turn. */
const BULGE = 37;
/** How much it has turned already when it passes that hill. */
const TURNED = 0.5;
/** The shapes that suit a screen best, as width by height. */
const UPRIGHT = 0.76;
const WIDE = 1.12;
const NARROWEST = 700;

/** A den's middle; where there is room it is larger than drawn. */
export interface Den extends Point {
  scale: number;
}

export interface Layout {
  width: number;
  height: number;
  /** The haystack's mouth, the hills from 1 on, the last hill: as the places are numbered. */
  spots: Point[];
  /** Half the room a hill has beside its neighbours. */
  half: number;
  /** Where the hay lies. */
  hay: Box;
  /** The hay's mouth is on its left side, because it lies on the right. */
  fromRight: boolean;
  /** Where the rows of hills begin and end. */
  rowsTop: number;
  rowsBottom: number;
  /** Where the strip with the dens begins. */
  densTop: number;
  /** One den for each seat. */
  dens: Den[];
  dice: Point & { scale: number };
  /** +1 where the road comes to the dens from the left, else -1. */
  toDens: 1 | -1;
}

function rowsOf(hills: number, columns: number): number {
  return Math.ceil(hills / columns);
}

function widthOf(columns: number): number {
  return Math.max(NARROWEST, (columns - 1) * PITCH + 2 * SIDE);
}

function heightOf(rows: number): number {
  return HAYSTACK + rows * ROW + DENS;
}

/** As many hills in a row as make the board fit the screen best. */
function columnsFor(hills: number, upright: boolean): number {
  const wanted = upright ? UPRIGHT : WIDE;
  const off = (columns: number) => Math.abs(Math.log(widthOf(columns) / heightOf(rowsOf(hills, columns)) / wanted));
  const widths = Array.from({ length: 10 }, (_, n) => n + 3);
  return widths.reduce((best, columns) => (off(columns) < off(best) ? columns : best));
}

export function layout({ board, players }: Setup<BuddelBandeBoard>, upright: boolean): Layout {
  const hills = board.track.length;
  const columns = columnsFor(hills, upright);
  const rows = rowsOf(hills, columns);
  const width = widthOf(columns);
  const height = heightOf(rows);
  const [fromRight, fromBottom] = [/right$/, /^bottom/].map((side) => side.test(board.haystack ?? '')) as [boolean, boolean];
  const rowsTop = fromBottom ? DENS : HAYSTACK;
  const rowsBottom = rowsTop + rows * ROW;
  const densTop = fromBottom ? 0 : rowsBottom;
  const w = players * SLOT.w + 2 * HAY.rim + HAY.mouth;
  const hay = { x: fromRight ? width - HAY.x - w : HAY.x, y: HAY.top + (fromBottom ? rowsBottom : 0), w, h: 3 * SLOT.h + HAY.rim };
  const mouth = { x: fromRight ? hay.x + 30 : hay.x + hay.w - 30, y: hay.y + hay.h - 74 };
  // The first row runs to the left, for the road comes round from the haystack on the right; or the other way round.
  const leftwards = (rows % 2 === 0) !== fromRight;
  const last = { x: leftwards ? width - SIDE : SIDE, y: densTop + LAST };
  const row = (n: number) => rowsTop + (fromBottom ? rows - n : n + 1) * ROW - 46;
  return {
    width,
    height,
    spots: [mouth, ...hillsAt(hills, rows, width, row, fromRight), last],
    half: Math.min(64, round((width - 2 * SIDE) / (Math.ceil(hills / rows) - 1) / 2) - 1),
    hay,
    fromRight,
    rowsTop,
    rowsBottom,
    densTop,
    dens: densAt(players, width, densTop, leftwards),
    dice: diceAt(hay, width, fromRight),
    toDens: leftwards ? -1 : 1,
  };
}

function hillsAt(hills: number, rows: number, width: number, height: (row: number) => number, fromRight: boolean): Point[] {
  const found: Point[] = [];
  for (let row = 0; row < rows; row++) {
    const count = Math.floor((hills * (row + 1)) / rows) - Math.floor((hills * row) / rows);
    for (let n = 0; n < count; n++) {
      const share = count === 1 ? 0 : n / (count - 1);
      const along = (row % 2 === 1) !== fromRight ? share : 1 - share;
      const x = SIDE + along * (width - 2 * SIDE);
      const swing = SWING * Math.sin((2 * Math.PI * x) / (0.8 * width));
      found.push({ x: round(x), y: round(height(row) + swing) });
    }
  }
  return found;
}

function densAt(players: number, width: number, top: number, fromRight: boolean): Den[] {
  const room = width - SIDE - 58 - 20;
  const pitch = Math.min(200, room / players);
  const start = (fromRight ? 20 : SIDE + 58) + (room - pitch * players) / 2;
  const scale = Math.min(1.2, pitch / 116);
  return Array.from({ length: players }, (_, seat) => ({ x: round(start + pitch * (seat + 0.5)), y: round(top + 132 - 46 * scale), scale }));
}

function diceAt(hay: Box, width: number, fromRight: boolean): Layout['dice'] {
  const room = width - 36 - HAY.x - hay.w - 4;
  const scale = Math.min(1.3, room / 180);
  const x = HAY.x + hay.w + 4 + room / 2;
  return { x: round(fromRight ? width - x : x), y: hay.y + 62, scale: round(scale) };
}

export function viewBox(setup: Setup<BuddelBandeBoard>, upright: boolean): string {
  const { width, height } = layout(setup, upright);
  return `0 0 ${round(width)} ${round(height)}`;
}

/** Where a mole is half hidden by its hill or by the hay before it; its tag is drawn there. */
export function edgeAt(plan: Layout, name: string, at: number): Point {
  if (at > 0) return { x: plan.spots[at]!.x, y: plan.spots[at]!.y - 22 };
  const row = 2 - SIZES.indexOf(name.charAt(0));
  const column = Number(name.slice(1)) - 1;
  return {
    x: hayColumn(plan, column) + (row === 1 ? 8 : 0),
    y: hayEdge(plan, row),
  };
}

/** The middle of a place in each row of the hay. */
export function hayColumn({ hay, fromRight }: Layout, column: number): number {
  return hay.x + HAY.rim + (fromRight ? HAY.mouth : 0) + SLOT.w * (column + 0.5);
}

/** The left and the right end of a layer of hay; it slopes down to its mouth. -1 is the one behind all moles. */
export function hayEnds({ hay, fromRight }: Layout, row: number): [number, number] {
  const [steep, slope] = row < 0 ? [30, 100] : [20 - 10 * row, 84 - 42 * row];
  return fromRight ? [hay.x + slope, hay.x + hay.w - steep] : [hay.x + steep, hay.x + hay.w - slope];
}

/** The hay lies in layers, a row of moles behind each: large ones at the back. */
export function hayEdge({ hay }: Layout, row: number): number {
  return hay.y + SLOT.h * row + 62;
}

/** The middle of a mole in the hay or on a hill, as it looks out. */
export function moleAt(plan: Layout, name: string, at: number): Point {
  const { x, y } = edgeAt(plan, name, at);
  const scale = SCALES[name.charAt(0) as Size] * (at ? 1 : IN_HAY);
  return { x, y: round(y - 22 * scale - RAISED) };
}

/** A mole at home, before its den: small, medium and large side by side. */
export function denAt(plan: Layout, seat: number, size: string): Point {
  const den = plan.dens[seat]!;
  return { x: den.x + [-36, -6, 34][SIZES.indexOf(size)]! * den.scale, y: den.y + 26 * den.scale };
}

export function dogAt(plan: Layout, hill: number): Point {
  const { x, y } = plan.spots[hill]!;
  return { x: x + 38, y: y + 24 };
}

// The road

interface Curve {
  from: Point;
  near: Point;
  far: Point;
  to: Point;
}

/** The road's bends between its corner points, and which bend leads on from each place. */
export interface Road {
  curves: Curve[];
  /** By number of place: how many bends lie before it. */
  places: number[];
}

/** A point the road goes through; where it matters, in which direction. */
interface Bend extends Point {
  heading?: Point;
}

export function road(plan: Layout): Road {
  const points: Bend[] = [];
  const places: number[] = [];
  const middle = plan.width / 2;
  plan.spots.forEach((spot, n) => {
    const here: Bend = { x: spot.x, y: spot.y + FOOT };
    const before = points.at(-1);
    if (before && Math.abs(here.y - before.y) > ROW / 2) {
      const side = here.x > middle ? 1 : -1;
      const down = Math.sign(here.y - before.y);
      here.heading = { x: -side, y: TURNED * down };
      // From the haystack the road first runs along the top; else it turns at a row's end.
      if (n === 1) points.push({ x: here.x - 30 * side, y: before.y });
      points.at(-1)!.heading = { x: side, y: n === 1 ? 0 : TURNED * down };
      points.push({ x: here.x + BULGE * side, y: (before.y + here.y) / 2, heading: { x: 0, y: down } });
    }
    places.push(points.length);
    points.push(here);
  });
  // Beyond the last hill it passes before all dens.
  const end = plan.dens.at(plan.toDens > 0 ? -1 : 0)!;
  const { x, y } = points.at(-1)!;
  points.push({ x: x + 80 * plan.toDens, y }, { x: end.x, y });
  return { curves: smooth(points), places };
}

/** Bends through all points, each leaving in the direction from the one before to the one after. */
function smooth(points: Bend[]): Curve[] {
  return points.slice(1).map((to, n) => {
    const from = points[n]!;
    const reach = 0.4 * Math.hypot(to.x - from.x, to.y - from.y);
    const leaving = long(from.heading ?? between(points[n - 1] ?? from, to), reach);
    const arriving = long(to.heading ?? between(from, points[n + 2] ?? to), reach);
    const near = { x: from.x + leaving.x, y: from.y + leaving.y };
    const far = { x: to.x - arriving.x, y: to.y - arriving.y };
    return { from, near, far, to };
  });
}

function between(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}

function long({ x, y }: Point, reach: number): Point {
  const share = reach / (Math.hypot(x, y) || 1);
  return { x: x * share, y: y * share };
}

export function drawn({ curves }: Road): string {
  const bends = curves.map(({ near, far, to }) => `C${pair(near)} ${pair(far)} ${pair(to)}`);
  return `M${pair(curves[0]!.from)}${bends.join('')}`;
}

/** Points of the road from one place to another, forward or back, both ends included. */
export function way({ curves, places }: Road, from: number, to: number): Point[] {
  const [low, high] = [places[Math.min(from, to)]!, places[Math.max(from, to)]!];
  const points = curves.slice(low, high).flatMap((curve, n) => {
    const shares = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1].slice(n ? 1 : 0);
    return shares.map((share) => on(curve, share));
  });
  return from <= to ? points : points.reverse();
}

function on({ from, near, far, to }: Curve, t: number): Point {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return {
    x: a * from.x + b * near.x + c * far.x + d * to.x,
    y: a * from.y + b * near.y + c * far.y + d * to.y,
  };
}

/** Points at equal distances along a way, ends left out. */
export function paced(points: Point[], step: number): (Point & { turn: number })[] {
  const found: (Point & { turn: number })[] = [];
  let rest = step;
  for (let n = 1; n < points.length; n++) {
    const [from, to] = [points[n - 1]!, points[n]!];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    for (; rest < length; rest += step) {
      const share = rest / length;
      found.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, turn });
    }
    rest -= length;
  }
  return found;
}

// Buttons and keys

/** Left and right lead along the road; up to the mole on a hill, down to the dog beside it. */
export function spaces(setup: Setup<BuddelBandeBoard>, view: BuddelBandeView, upright: boolean): Space[] {
  const plan = layout(setup, upright);
  const last = plan.spots.length - 1;
  const all = [...Array(last + 1).keys()].flatMap((at) => [
    place(plan, view, at),
    ...(at < last ? molesAt(view, at).map((name) => mole(plan, name, at)) : []),
    ...(view.dog === at ? [dog(plan, at)] : []),
  ]);
  const known = new Map(all.map((space) => [space.name, space]));
  for (const at of plan.spots.keys()) {
    link(known, placeName(plan, at), 'right', 'left', at < last ? placeName(plan, at + 1) : undefined);
    if (view.dog === at) link(known, placeName(plan, at), 'down', 'up', 'dog');
  }
  linkMoles(known, plan, view, last);
  return all;
}

function linkMoles(known: Map<string, Space>, plan: Layout, view: BuddelBandeView, last: number): void {
  // In the hay: a row for each size, large ones above; the rows hang together from their left ends.
  const rows = [...SIZES].map((size) => molesAt(view, 0).filter((name) => name.startsWith(size))).filter((row) => row.length);
  link(known, 'haystack', 'up', 'down', rows[0]?.[0]);
  rows.forEach((row, n) => {
    row.forEach((name, column) => {
      link(known, name, 'right', 'left', row[column + 1]);
      link(known, name, 'up', 'down', rows[n + 1]?.[column]);
    });
  });
  // On the hills: each above its hill, and from mole to mole along the road.
  let before: string | undefined;
  for (let at = 1; at < last; at++) {
    for (const name of molesAt(view, at)) {
      link(known, placeName(plan, at), 'up', 'down', name);
      if (before !== undefined) link(known, before, 'right', 'left', name);
      before = name;
    }
  }
}

/** One key leads there and the opposite one back. */
function link(known: Map<string, Space>, from: string, there: Way, back: Way, to: string | undefined): void {
  if (to === undefined) return;
  known.get(from)!.next[there] = to;
  known.get(to)!.next[back] = from;
}

type Way = 'up' | 'down' | 'left' | 'right';

export function placeName(plan: Layout, at: number): string {
  if (at === 0) return 'haystack';
  return at === plan.spots.length - 1 ? 'home' : String(at);
}

function place(plan: Layout, view: BuddelBandeView, at: number): Space {
  const { x, y } = plan.spots[at]!;
  const space = { name: placeName(plan, at), next: {}, layer: 0 };
  if (at === 0) {
    const { hay, fromRight } = plan;
    const box = { x: fromRight ? hay.x + HAY.mouth - 80 : hay.x + hay.w - HAY.mouth - 4, y: hay.y + hay.h - 108, w: 84, h: 96 };
    return { ...space, box, shape: 'round' };
  }
  if (at === plan.spots.length - 1) {
    const [top, h] = [plan.densTop + 16, 122];
    const box = plan.toDens > 0 ? { x: x - 60, y: top, w: plan.width - x + 40, h } : { x: 20, y: top, w: x + 40, h };
    return { ...space, box, shape: 'square' };
  }
  // The dog lies on its hill's right side, and has a button of its own there.
  const box = { x: x - plan.half, y: y - 26, w: view.dog === at ? plan.half : 2 * plan.half, h: 73 };
  return { ...space, box, shape: view.dog === at ? 'square' : 'round' };
}

function mole(plan: Layout, name: string, at: number): Space {
  const { x, y } = edgeAt(plan, name, at);
  const [w, h] = at ? [Math.min(100, 2 * plan.half), 69] : [SLOT.w - 10, SLOT.h - 2];
  return { name, box: { x: x - w / 2, y: at ? y - 74 : y - 58, w, h }, shape: 'round', next: {}, layer: 0 };
}

function dog(plan: Layout, at: number): Space {
  const { x, y } = plan.spots[at]!;
  return { name: 'dog', box: { x, y: y - 26, w: plan.half, h: 73 }, shape: 'square', next: {}, layer: 0 };
}

export function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

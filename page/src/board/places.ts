/** Pure helpers for the buttons of a board: which ones there are, and which is nearest. */
import type { Box, Direction, Space } from './types';

export interface Point {
  x: number;
  y: number;
}

export function centre(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

export function parseViewBox(text: string): Box {
  const [x = 0, y = 0, w = 1, h = 1] = text.split(/[\s,]+/).map(Number);
  return { x, y, w, h };
}

export interface Row {
  /** The layer and the height. */
  key: string;
  spaces: Space[];
}

/** The rows of a board as it is drawn, numbered from below like the spaces, each from left to right; one layer after the other. */
export function rowsOf(spaces: Space[]): Row[] {
  const rows = new Map<string, Space[]>();
  const height = (space: Space) => Math.round(centre(space.box).y);
  const sorted = [...spaces].sort((a, b) => a.layer - b.layer || height(b) - height(a) || a.box.x - b.box.x);
  for (const space of sorted) {
    const key = `${space.layer} ${height(space)}`;
    rows.set(key, [...(rows.get(key) ?? []), space]);
  }
  return [...rows].map(([key, found]) => ({ key, spaces: found }));
}

/** CSS that places an element over a box or a point of the drawing. */
export function overlayStyle({ x, y, w, h }: Point & Partial<Box>, whole: Box): string {
  const at = `left:${percent(x - whole.x, whole.w)};top:${percent(y - whole.y, whole.h)}`;
  return w === undefined || h === undefined ? at : `${at};width:${percent(w, whole.w)};height:${percent(h, whole.h)}`;
}

function percent(value: number, whole: number): string {
  return `${(100 * value) / whole}%`;
}

/** The point of the drawing under a mouse or a finger. */
export function pointOf(event: MouseEvent, frame: HTMLElement, whole: Box): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return {
    x: whole.x + ((event.clientX - left) / width) * whole.w,
    y: whole.y + ((event.clientY - top) / height) * whole.h,
  };
}

/** The space whose centre is nearest to a point, if it is not farther than `within`. */
export function nearest(spaces: Space[], point: Point, within = Infinity): Space | undefined {
  let best: Space | undefined;
  let least = within;
  for (const space of spaces) {
    const { x, y } = centre(space.box);
    const far = Math.hypot(x - point.x, y - point.y);
    if (far <= least) [best, least] = [space, far];
  }
  return best;
}

/** The distance of a point from a box; 0 inside it. */
function outside(box: Box, { x, y }: Point): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.w), Math.max(box.y - y, 0, y - box.y - box.h));
}

/** The space that a finger means: each reaches at least as far as a box of `least` around its centre would, and where
 * several do, its own box counts, then its centre. */
export function spaceUnder(spaces: Space[], point: Point, least: number): Space | undefined {
  const within = spaces.filter(({ box }) => {
    const { x, y } = centre(box);
    return Math.abs(x - point.x) <= Math.max(box.w, least) / 2 && Math.abs(y - point.y) <= Math.max(box.h, least) / 2;
  });
  const close = Math.min(...within.map(({ box }) => outside(box, point)));
  return nearest(within.filter(({ box }) => outside(box, point) === close), point);
}

/** Whether another of these spaces is so near that a finger may hit the wrong one. */
export function isCrowded(space: Space, others: Space[], least: number): boolean {
  const { x, y } = centre(space.box);
  return others.some((other) => {
    const at = centre(other.box);
    return other.name !== space.name && Math.hypot(at.x - x, at.y - y) < least;
  });
}

/** The layers that get buttons: those with legal actions, else the same as before. */
export function layersFor(spaces: Space[], names: Iterable<string>, before = [0]): number[] {
  const targets = new Set(names);
  const found = new Set(spaces.filter((space) => targets.has(space.name)).map((space) => space.layer));
  return found.size ? [...found].sort() : before;
}

/** The direction of each key, by its position on the keyboard and not by its letter. */
export const KEYS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  KeyQ: 'upleft',
  KeyE: 'upright',
  KeyA: 'left',
  KeyD: 'right',
  KeyZ: 'downleft',
  KeyC: 'downright',
  Numpad1: 'downleft',
  Numpad2: 'down',
  Numpad3: 'downright',
  Numpad4: 'left',
  Numpad6: 'right',
  Numpad7: 'upleft',
  Numpad8: 'up',
  Numpad9: 'upright',
};

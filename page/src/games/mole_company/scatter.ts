/** What lies about on a sheet between its spaces, so that each has a ground of its own; always at the same places. */
import { at, circle, hexes, inside, pair, type Point, point } from './geometry';

const SOME = 0.36;

/** Strokes, from a point between three spaces: grass, stones, roots, ripples. */
const THINGS: ((spot: Point, odd: boolean) => string)[] = [
  ({ x, y }, odd) =>
    `M${pair({ x: x - 8, y: y + 6 })}q1 -8 -4 -12M${pair({ x, y: y + 6 })}q0 -10 ${odd ? 3 : -2} -17M${pair({ x: x + 7, y: y + 6 })}q0 -7 5 -11`,
  ({ x, y }, odd) =>
    circle({ x: x + (odd ? 5 : -5), y }, 7) + circle({ x: x + (odd ? -9 : 9), y: y + 5 }, 3.5),
  ({ x, y }, odd) =>
    `M${pair({ x: x - 14, y })}q7 -8 14 0t14 0M${pair({ x: x + (odd ? -2 : 3), y })}q2 7 8 9`,
  ({ x, y }, odd) =>
    `M${pair({ x: x - 14, y: y - 3 })}q5 -6 9 0t9 0t9 0M${pair({ x: x - (odd ? 9 : 4), y: y + 6 })}q4 -5 7 0t7 0`,
];

/** A number from 0 to 1 that depends on nothing but where it is asked. */
function chance(q: number, r: number, level: number): number {
  const wave = Math.sin(q * 127.1 + r * 311.7 + level * 74.7) * 43758.5453;
  return wave - Math.floor(wave);
}

export function scatter(side: number, own: number, level: number, holes: string[]): string {
  const thing = THINGS[level - 1];
  if (!thing) return '';
  const away = holes.map((name) => at(side, name));
  return hexes(side, own)
    .flatMap(({ q, r }) => [
      { q: q + 1 / 3, r: r + 1 / 3, whole: inside(own, q + 1, r) && inside(own, q, r + 1) },
      { q: q - 1 / 3, r: r + 2 / 3, whole: inside(own, q, r + 1) && inside(own, q - 1, r + 1) },
    ])
    .filter(({ q, r, whole }) => whole && chance(q, r, level) < SOME)
    .map(({ q, r }) => ({ ...point(q, r), odd: chance(r, q, level) < 0.5 }))
    .filter((spot) => away.every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) > 80))
    .map((spot) => thing(spot, spot.odd))
    .join('');
}

/** Animates pieces: a piece is drawn at its end point and moves there from its start. */
import type { Attachment } from 'svelte/attachments';

import type { Point } from './geometry';

export interface Leg {
  points: Point[];
  milliseconds: number;
  /** How large it is at the end of the leg; as large as before, if not told. */
  scale?: number;
}

/** Goes along each leg in its time; a leg of one point is a rest. The last point of all is where the piece is drawn. */
export function travel(legs: Leg[]): Attachment<SVGElement> {
  return (node) => {
    const whole = legs.reduce((sum, leg) => sum + leg.milliseconds, 0);
    if (!whole || !node.animate) return;
    const end = legs.at(-1)!.points.at(-1)!;
    let [begun, size] = [0, 1];
    const frames = legs.flatMap(({ points, milliseconds, scale = size }) => {
      const [from, to] = [begun / whole, (begun + milliseconds) / whole];
      const [was, is] = [size, scale];
      [begun, size] = [begun + milliseconds, scale];
      return shares(points).map((share, n) => ({
        transform: `translate(${points[n]!.x - end.x}px, ${points[n]!.y - end.y}px) scale(${was + (is - was) * share})`,
        offset: from + (to - from) * eased(share),
      }));
    });
    const going = node.animate(frames, { duration: whole, fill: 'both' });
    return () => going.cancel();
  };
}

/** How much of a way lies before each of its points. */
function shares(points: Point[]): number[] {
  const far = points.map((point, n) => {
    const before = points[n - 1] ?? point;
    return Math.hypot(point.x - before.x, point.y - before.y);
  });
  const whole = far.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return far.map((length) => Math.min(1, (gone += length) / whole));
}

/** When a share of the way is done: off gently, in gently. */
function eased(share: number): number {
  return share < 0.5 ? Math.sqrt(share / 2) : 1 - Math.sqrt((1 - share) / 2);
}

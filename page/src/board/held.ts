/** The picture of a piece in the hand: the part of the drawing where it lies, shown where it is carried or would go. */
import { centre, type Point } from './places';
import type { Box, Space } from './types';

/** How far around a piece its picture reaches, as a part of its space: a mole is higher than its space. */
const REACH = 0.65;

/** The part of the drawing that shows the piece on a space, or the same part around another point. */
export function around({ box }: Space, { x, y }: Point = centre(box)): Box {
  const reach = REACH * Math.max(box.w, box.h);
  return { x: x - reach, y: y - reach, w: 2 * reach, h: 2 * reach };
}

/** An attachment that fills an element with the piece on this space, copied from the drawing of the board. */
export function pictureOf(space: Space): (element: HTMLElement) => void {
  return (element) => {
    const copy = element.closest('.drawn')?.querySelector('svg')?.cloneNode(true) as SVGElement | undefined;
    if (!copy) return;
    const { x, y, w, h } = around(space);
    copy.setAttribute('viewBox', [x, y, w, h].join(' '));
    element.replaceChildren(copy);
  };
}

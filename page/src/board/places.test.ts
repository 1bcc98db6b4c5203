import { describe, expect, it } from 'vitest';

import type { Space } from './types';
import { line } from './commands';
import { centre, layersFor, nearest, parseViewBox } from './places';

const space = (name: string, x: number, layer = 0, next: Space['next'] = {}): Space => ({
  name,
  box: { x, y: 0, w: 10, h: 10 },
  shape: 'square',
  next,
  layer,
});

const ROW = [space('a', 0, 0, { right: 'b' }), space('b', 10, 0, { left: 'a', right: 'c' }), space('c', 20, 1, { left: 'b' })];

describe('the places of a board', () => {
  it('reads a view box, with commas or blanks', () => {
    expect(parseViewBox('-5 0 100 80.5')).toEqual({ x: -5, y: 0, w: 100, h: 80.5 });
    expect(parseViewBox('0,0,9,7')).toEqual({ x: 0, y: 0, w: 9, h: 7 });
  });

  it('finds the nearest centre, and none beyond what is allowed', () => {
    expect(centre(ROW[1]!.box)).toEqual({ x: 15, y: 5 });
    expect(nearest(ROW, { x: 12, y: 9 })?.name).toBe('b');
    expect(nearest(ROW, { x: 100, y: 5 }, 20)).toBeUndefined();
    expect(nearest([], { x: 0, y: 0 })).toBeUndefined();
  });

  it('shows the layers in which something can be done, else those that were shown', () => {
    expect(layersFor(ROW, ['c'])).toEqual([1]);
    expect(layersFor(ROW, ['c', 'a'])).toEqual([0, 1]);
    expect(layersFor(ROW, ['nowhere'])).toEqual([0]);
    expect(layersFor(ROW, [], [1])).toEqual([1]);
  });

  it('walks a line to the edge, and never in a circle', () => {
    const spaces = new Map(ROW.map((each) => [each.name, each]));
    expect(line(spaces, 'a', 'right')).toEqual(['b', 'c']);
    expect(line(spaces, 'a', 'up')).toEqual([]);
    const ring = new Map([space('x', 0, 0, { right: 'x' })].map((each) => [each.name, each]));
    expect(line(ring, 'x', 'right')).toEqual(['x']);
  });
});

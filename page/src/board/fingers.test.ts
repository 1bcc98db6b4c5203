import { describe, expect, it } from 'vitest';

import type { Space } from './types';
import { isCrowded, spaceUnder } from './places';

const space = (name: string, x: number, y: number, w = 20, h = 20): Space => ({
  name,
  box: { x: x - w / 2, y: y - h / 2, w, h },
  shape: 'round',
  next: {},
  layer: 0,
});

describe('a finger', () => {
  const small = [space('a', 0, 0), space('b', 30, 0)];

  it('reaches a small space from outside it, and the nearer of two', () => {
    expect(spaceUnder(small, { x: -21, y: 21 }, 44)?.name).toBe('a');
    expect(spaceUnder(small, { x: 14, y: 0 }, 44)?.name).toBe('a');
    expect(spaceUnder(small, { x: 16, y: 0 }, 44)?.name).toBe('b');
    expect(spaceUnder(small, { x: -23, y: 0 }, 44)).toBeUndefined();
    expect(spaceUnder([], { x: 0, y: 0 }, 44)).toBeUndefined();
  });

  it('means the space it is on, however far its middle', () => {
    const wide = space('wide', 100, 0, 300, 40);
    expect(spaceUnder([wide, space('b', 0, 30)], { x: 0, y: 15 }, 44)?.name).toBe('wide');
    expect(spaceUnder([wide, space('b', 0, 30)], { x: 0, y: 21 }, 44)?.name).toBe('b');
  });

  it('is unsure only where another space is nearer than itself is wide', () => {
    expect(isCrowded(small[0]!, small, 44)).toBe(true);
    expect(isCrowded(small[0]!, small, 30)).toBe(false);
    expect(isCrowded(small[0]!, [small[0]!], 44)).toBe(false);
  });
});

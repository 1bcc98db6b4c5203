import { expect, it } from 'vitest';

import { around } from './held';
import type { Space } from './types';

const space: Space = { name: 'e5', box: { x: 100, y: 200, w: 40, h: 20 }, shape: 'square', next: {}, layer: 0 };

it('shows a piece whole, also where it is higher than its space', () => {
  expect(around(space)).toEqual({ x: 94, y: 184, w: 52, h: 52 });
});

it('shows it in the same size where it is carried', () => {
  expect(around(space, { x: 0, y: 10 })).toEqual({ x: -26, y: -16, w: 52, h: 52 });
});

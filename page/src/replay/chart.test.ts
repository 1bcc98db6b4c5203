import { expect, test } from 'vitest';

import type { Analysis } from '../api/replay';
import { across, bars, curve, height, HIGH, LUCK, positionAt, signs, up, WIDE } from './chart';

const choice = { best: 'a', equal: ['a'], value: 0.7, why: '', line: ['a'], worth: 0.5, in_points: false, cost: 0.2, given: 0.2, mark: 'blunder' as const, proven: false };

const analysis: Analysis = {
  done: 1,
  start: [0.5, 0.5],
  moments: [
    { ply: 0, action: 'a', actor: 0, mover: 0, chances: [0.25, 0.75], choice, luck: null },
    { ply: 1, action: 'a', actor: null, mover: 1, chances: [0.5, 0.5], choice: null, luck: [0.2, -0.2] },
    { ply: 2, action: 'a', actor: 1, mover: 1, chances: [1, 0], choice: { ...choice, mark: null }, luck: null },
    { ply: 3, action: 'a', actor: null, mover: 0, chances: [0.9, 0.1], choice: null, luck: [-0.1, 0.1] },
  ],
  accounts: [],
};

test('a place on the chart leads back to its position', () => {
  for (let position = 0; position <= 37; position++) expect(positionAt(across(position, 37), 37)).toBe(position);
  expect(positionAt(-50, 37)).toBe(0);
  expect(positionAt(WIDE + 50, 37)).toBe(37);
  expect(positionAt(across(0, 0), 0)).toBe(0);
});

test('a line begins before the first action and has a point after each', () => {
  const points = curve(analysis, 1).slice(1).split('L');
  expect(points).toHaveLength(5);
  expect(points[0]).toBe(`${across(0, 4)} ${up(0.5)}`);
  expect(points.at(-1)).toBe(`${across(4, 4)} ${up(0.1)}`);
  expect(up(1)).toBeLessThan(up(0));
});

test('only marked choices get a sign, on the line of who chose', () => {
  expect(signs(analysis)).toEqual([{ ply: 0, seat: 0, mark: 'blunder', x: across(1, 4), y: up(0.25) }]);
});

test('luck is shown apart, for whom it was good, the most of it as high as the band', () => {
  const [first, second] = bars(analysis);
  expect([first!.seat, second!.seat]).toEqual([0, 1]);
  expect(first!.h).toBe(LUCK);
  expect(second!.h).toBeCloseTo(LUCK / 2);
  expect(first!.y + first!.h).toBeCloseTo(second!.y + second!.h);
  expect(first!.y).toBeGreaterThan(HIGH);
});

test('a game without chance has no band for luck', () => {
  const still = { ...analysis, moments: analysis.moments.filter((moment) => !moment.luck) };
  expect(bars(still)).toEqual([]);
  expect(height(still)).toBe(HIGH);
  expect(height(analysis)).toBeGreaterThan(HIGH + LUCK);
});

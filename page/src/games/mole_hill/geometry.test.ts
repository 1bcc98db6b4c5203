import { describe, expect, it } from 'vitest';

import type { Direction, Setup, Space } from '../../board/types';
import { edgeBetween, layout, lies, middle, spaces, touch, viewBox } from './geometry';
import type { MoleHillBoard } from './types';

function lawn(columns: number, rows: number): MoleHillBoard {
  const common = { game: 'mole-hill', name: 'lawn', title: { en: 'Lawn' }, source: 'own', version: 1 };
  return { ...common, columns, rows, red: [], white: [], light: 1, dark: 1, rods: 2 };
}

function setup(board: MoleHillBoard): Setup<MoleHillBoard> {
  return { game: 'mole-hill', players: 2, preset: 'blatz', options: {}, board };
}

const OPPOSITE: Record<Direction, Direction> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
  upleft: 'downright',
  downright: 'upleft',
  upright: 'downleft',
  downleft: 'upright',
};
/** To the right and down the screen. */
const WAY: Record<Direction, [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
  upleft: [-1, -1],
  upright: [1, -1],
  downleft: [-1, 1],
  downright: [1, 1],
};
const LAWNS: [number, number, boolean][] = [
  [9, 7, false],
  [9, 7, true],
  [5, 5, true],
  [3, 9, false],
  [7, 9, true],
];

describe.each(LAWNS)('a lawn of %i by %i, upright: %s', (columns, rows, upright) => {
  const board = lawn(columns, rows);
  const all = spaces(setup(board), upright);
  const byName = new Map(all.map((space) => [space.name, space]));
  const layer = (number: number) => all.filter((space) => space.layer === number);

  it('has all squares and all inner edges, each once', () => {
    expect(layer(0)).toHaveLength(columns * rows);
    expect(layer(1)).toHaveLength((columns - 1) * rows + columns * (rows - 1));
    expect(byName.size).toBe(all.length);
  });

  it('leads back with the opposite key, within the layer', () => {
    for (const space of all) {
      for (const [direction, name] of Object.entries(space.next) as [Direction, string][]) {
        expect(byName.get(name)?.next[OPPOSITE[direction]]).toBe(space.name);
        expect(byName.get(name)?.layer).toBe(space.layer);
      }
    }
  });

  it('leads where the key says', () => {
    for (const space of all) {
      for (const [direction, name] of Object.entries(space.next) as [Direction, string][]) {
        const [from, to] = [space, byName.get(name)!].map(({ box }) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 }));
        const [right, down] = [Math.sign(to!.x - from!.x), Math.sign(to!.y - from!.y)];
        expect([right, down]).toEqual(WAY[direction]);
      }
    }
  });

  it('reaches every space of a layer by keys', () => {
    for (const number of [0, 1]) {
      const reached = new Set<string>();
      const open = [layer(number)[0]!.name];
      while (open.length) {
        const name = open.pop()!;
        if (reached.has(name)) continue;
        reached.add(name);
        open.push(...Object.values(byName.get(name)!.next));
      }
      expect(reached.size).toBe(layer(number).length);
    }
  });

  it('keeps the targets of a layer apart and on the sheet', () => {
    const [, , width, height] = viewBox(board, upright).split(' ').map(Number);
    for (const number of [0, 1]) {
      const boxes = layer(number).map((space) => space.box);
      boxes.forEach((a, n) => {
        expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= width! && a.y + a.h <= height!).toBe(true);
        for (const b of boxes.slice(n + 1)) {
          expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y).toBe(true);
        }
      });
    }
  });
});

function square(all: Space[], name: string): Space {
  return all.find((space) => space.name === name)!;
}

describe('the classic lawn', () => {
  const classic = lawn(9, 7);

  it('has a1 bottom left and e4 in the middle', () => {
    const all = spaces(setup(classic), false);
    expect(middle(classic, 'e4', false)).toEqual({ x: 42 + 450, y: 42 + 350 });
    expect(square(all, 'a1').next).toEqual({ up: 'a2', right: 'b1', upright: 'b2' });
    expect(square(all, 'c3|d3').next).toMatchObject({ up: 'c4|d4', right: 'd3|e3', upright: 'd3|d4', downleft: 'c2|c3' });
  });

  it('is turned, not mirrored, on an upright screen', () => {
    expect(layout(classic, true)).toMatchObject({ turned: true, across: 7, down: 9 });
    const all = spaces(setup(classic), true);
    expect(square(all, 'a1').next).toEqual({ down: 'b1', right: 'a2', downright: 'b2' });
    expect(lies(classic, 'c3|d3', true)).toBe(true);
    expect(lies(classic, 'c3|d3', false)).toBe(false);
  });

  it('gives a finger 44 pixels a square on a phone of 320', () => {
    const width = Number(viewBox(classic, true).split(' ')[2]);
    expect((320 / width) * square(spaces(setup(classic), true), 'e4').box.w).toBeGreaterThanOrEqual(44);
  });

  it('knows what lies beside what', () => {
    expect(touch('e4', 'f5')).toBe(true);
    expect(touch('e4', 'g4')).toBe(false);
    expect(touch('e4', 'e4')).toBe(false);
    expect(edgeBetween('d3', 'c3')).toBe('c3|d3');
    expect(edgeBetween('c3', 'c4')).toBe('c3|c4');
    expect(edgeBetween('c3', 'd4')).toBeUndefined();
  });
});

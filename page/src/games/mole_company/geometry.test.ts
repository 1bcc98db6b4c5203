import { describe, expect, it } from 'vitest';

import type { Direction, Setup } from '../../board/types';
import type { MoleCompanyBoard, StackedBoard } from './types';
import { at, hexes, joined, laid, labels, layout, ownSide, spaces, turned, viewBox, way } from './geometry';

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
const SIDES = [3, 4, 5];

function box(rotations: number[] | null): Setup<MoleCompanyBoard> {
  const none = { specials: [], dotted: [] };
  const boards: StackedBoard[] = [
    { name: 'green', ...none, holes: ['b2', 'c1'] },
    { name: 'red', ...none, holes: ['b3'], specials: ['b6'] },
    { name: 'brown', ...none, holes: ['b5'] },
    { name: 'blue', holes: ['e5'], specials: ['c5', 'e3', 'g7'], dotted: [['e5', 'd5'], ['e5', 'e4']] },
  ];
  const common = { game: 'mole-company', name: 'stack', title: { en: 'Stack' }, source: 'own', version: 1 };
  const board = { ...common, side: 5, boards, moles: { 2: 10 } };
  return { game: 'mole-company', players: 2, preset: 'ravensburger', options: {}, board, rotations };
}

describe('the names of the spaces', () => {
  it('are those of the engine, from a1 in the south to i9 in the north', () => {
    const names = hexes(5).map(({ name }) => name);
    expect(names).toHaveLength(61);
    expect([names[0], names[30], names[60]]).toEqual(['a1', 'e5', 'i9']);
    expect(hexes(3).map(({ name }) => name).join(' ')).toBe('a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5');
  });

  it('lie where one looks for them', () => {
    expect(at(5, 'e5')).toEqual({ x: 0, y: 0 });
    expect(at(5, 'e6').x).toBeGreaterThan(0);
    expect(at(5, 'a1').y).toBeGreaterThan(at(5, 'b1').y);
    expect(Math.hypot(at(5, 'd4').x, at(5, 'd4').y)).toBeCloseTo(100);
  });
});

describe('a smaller board', () => {
  it('keeps the names of the largest one', () => {
    expect(hexes(5, 3).map(({ name }) => name).join(' ')).toBe('c3 c4 c5 d3 d4 d5 d6 e3 e4 e5 e6 e7 f4 f5 f6 f7 g5 g6 g7');
    expect(labels(5, 3).map(({ text }) => text).toSorted().join('')).toBe('34567cdefg');
    expect(joined(5, 3)).toHaveLength(joined(3).length);
  });

  it('ends at its own edge, for keys too', () => {
    const all = new Map(spaces(5, 3, 2, false).map((space) => [space.name, space.next]));
    expect(all.size).toBe(19);
    expect(all.get('c3')).toEqual({ right: 'c4', upleft: 'd3', upright: 'd4', up: 'd4' });
    expect(all.get('e7')?.right).toBeUndefined();
  });

  it('lies where the same spaces of the largest one lie', () => {
    const large = new Map(spaces(5, 5, 2, true).map((space) => [space.name, space.box]));
    for (const { name, box } of spaces(5, 4, 2, true)) expect(box).toEqual(large.get(name));
  });

  it('is as large as its file says, or as the first; the plate is as large as the last', () => {
    const { board } = box(null);
    board.boards[2]!.side = 4;
    board.boards[3]!.side = 3;
    expect([1, 2, 3, 4, 5].map((level) => ownSide(board, level))).toEqual([5, 5, 4, 3, 3]);
  });
});

describe('turned boards', () => {
  it('turn as the engine turns them', () => {
    expect([0, 1, 2, 3, 4, 5].map((turns) => turned(5, 'a1', turns))).toEqual(['a1', 'e1', 'i5', 'i9', 'e9', 'a5']);
  });

  it('take holes, special spaces and dotted lines with them', () => {
    expect(laid(box([0, 0, 0, 0]), 4)).toEqual({
      holes: ['e5'],
      specials: ['c5', 'e3', 'g7'],
      dotted: [['e5', 'd5'], ['e5', 'e4']],
    });
    const blue = laid(box([0, 0, 0, 3]), 4);
    expect(blue.holes).toEqual(['e5']);
    expect(blue.specials).toEqual(['g5', 'e7', 'c3']);
    expect(blue.dotted).toEqual([['e5', 'f5'], ['e5', 'e6']]);
  });

  it('lie straight if nothing is told', () => {
    expect(laid(box(null), 1).holes).toEqual(['b2', 'c1']);
  });
});

describe('keys', () => {
  it.each(SIDES)('lead back the way they came, on a board of side %i', (side) => {
    const all = new Map(spaces(side, side, 2, false).map((space) => [space.name, space]));
    for (const { name, next } of all.values()) {
      for (const [direction, there] of Object.entries(next) as [Direction, string][]) {
        expect(all.get(there)?.next[OPPOSITE[direction]], `${name} ${direction}`).toBe(name);
      }
    }
  });

  it('lead to all six neighbours, and nowhere beyond the edge', () => {
    const all = new Map(spaces(5, 5, 2, false).map((space) => [space.name, space.next]));
    expect(all.get('e5')).toMatchObject({ left: 'e4', right: 'e6', upleft: 'f5', upright: 'f6', downleft: 'd4', downright: 'd5' });
    expect(all.get('a1')).toEqual({ right: 'a2', upleft: 'b1', upright: 'b2', up: 'b2' });
    expect(all.get('e9')?.right).toBeUndefined();
  });
});

describe('the places on the screen', () => {
  it.each(SIDES)('have buttons that do not overlap and stay in the picture, on a board of side %i', (side) => {
    for (const upright of [false, true]) {
      const { width, height } = layout(side, 4, upright);
      const boxes = spaces(side, side, 4, upright).map(({ box }) => box);
      for (const [n, one] of boxes.entries()) {
        expect(one.x >= 0 && one.y >= 0 && one.x + one.w <= width && one.y + one.h <= height).toBe(true);
        for (const other of boxes.slice(n + 1)) {
          const apart = Math.abs(one.x - other.x) >= one.w || Math.abs(one.y - other.y) >= one.h;
          expect(apart).toBe(true);
        }
      }
    }
  });

  it('give every player a corner, two of them across from each other', () => {
    expect([2, 3, 4].map((players) => layout(5, players, false).corners.length)).toEqual([2, 3, 4]);
    const [one, other] = layout(5, 2, true).corners;
    expect([one!.right, one!.down]).toEqual([-other!.right, -other!.down]);
  });

  it('fit the screen: wide, or upright', () => {
    const shape = (upright: boolean) => viewBox(5, 2, upright).split(' ').slice(2).map(Number);
    const [wide, low] = shape(false);
    const [narrow, high] = shape(true);
    expect(wide! > low!).toBe(true);
    expect(narrow! < high!).toBe(true);
  });
});

describe('lines', () => {
  it('join every pair of neighbours once', () => {
    const pairs = joined(5);
    expect(pairs).toHaveLength(156);
    expect(new Set(pairs.map((pair) => pair.toSorted().join())).size).toBe(156);
  });

  it('are straight, or none', () => {
    expect(way(5, 'c3', 'c6')).toEqual(['c3', 'c4', 'c5', 'c6']);
    expect(way(5, 'f6', 'd4')).toEqual(['f6', 'e5', 'd4']);
    expect(way(5, 'c3', 'd6')).toEqual([]);
  });

  it('are named at the rim: every letter and every number once', () => {
    expect(labels(5).map(({ text }) => text).toSorted().join('')).toBe('123456789abcdefghi');
  });
});

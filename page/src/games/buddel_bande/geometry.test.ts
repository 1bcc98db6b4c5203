import { describe, expect, it } from 'vitest';

import type { Box, Direction, Setup, Space } from '../../board/types';
import kind from './board';
import { denAt, dogAt, layout, moleAt, paced, road, spaces, viewBox, way } from './geometry';
import { endpoints, animationSteps } from './scene';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

function setup(hills: number, players = 4, haystack?: string): Setup<BuddelBandeBoard> {
  const track = 'clf'.repeat(10).slice(0, hills);
  const board = { game: 'buddel-bande', name: 'walk', title: { en: 'Walk' }, source: 'own', version: 1, track, haystack };
  return { game: 'buddel-bande', players, preset: 'goldsieber', options: {}, board };
}

/** Moles by name and place; those that are not named sit on the haystack. */
function view(players: number, dog: number, overlayStyle: Record<string, number> = {}): BuddelBandeView {
  const names = ['S', 'M', 'L'].flatMap((size) => Array.from({ length: players }, (_, n) => `${size}${n + 1}`));
  const moles = Object.fromEntries(names.map((name) => [name, { at: overlayStyle[name] ?? 0 }]));
  return { moles, dog, dice: null, turn: 1, phase: 'act', seat: 0 };
}

function crowded(hills: number, upright: boolean, players: number, haystack?: string) {
  const overlayStyle = { S1: 1, M1: 2, L1: 3, S2: 4, M2: 5, L2: hills };
  return { hills, upright, players, given: setup(hills, players, haystack), seen: view(players, hills, overlayStyle) };
}

/** Every length there may be, with a crowded road. */
const BOARDS = Array.from({ length: 25 }, (_, n) => n + 6).flatMap((hills) =>
  [true, false].flatMap((upright) => [2, 3, 4].map((players) => crowded(hills, upright, players))),
);
const ELSEWHERE = ['top-right', 'bottom-left', 'bottom-right'];
const ALL = [
  ...BOARDS,
  ...ELSEWHERE.flatMap((corner) =>
    [6, 7, 12, 24, 30].flatMap((hills) => [true, false].flatMap((upright) => [2, 4].map((players) => crowded(hills, upright, players, corner)))),
  ),
];

const BACK: Partial<Record<Direction, Direction>> = { up: 'down', down: 'up', left: 'right', right: 'left' };

function apart(one: Box, other: Box): boolean {
  const beside = one.x + one.w <= other.x || other.x + other.w <= one.x;
  return beside || one.y + one.h <= other.y || other.y + other.h <= one.y;
}

function reached(all: Space[], from: string): Set<string> {
  const byName = new Map(all.map((space) => [space.name, space]));
  const found = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (!found.has(name)) open.push(...Object.values(byName.get(name)!.next));
    found.add(name);
  }
  return found;
}

describe('the spaces', () => {
  it('are the places in order, the moles on their way and the dog', () => {
    const names = spaces(setup(6, 2), view(2, 4, { S1: 2, L2: 7 }), true).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', 'L1', 'M1', 'M2', 'S1', 'S2', 'dog', 'haystack', 'home'].toSorted());
  });

  it('lie within the sheet and do not cover each other', () => {
    for (const { given, seen, upright } of ALL) {
      const [, , width, height] = viewBox(given, upright).split(' ').map(Number);
      const all = spaces(given, seen, upright);
      for (const { name, box } of all) {
        expect(box.x >= 0 && box.y >= 0 && box.x + box.w <= width! && box.y + box.h <= height!, name).toBe(true);
      }
      all.forEach((one, n) =>
        all.slice(n + 1).forEach((other) => expect(apart(one.box, other.box), `${one.name} ${other.name} of ${given.board.track}`).toBe(true)),
      );
    }
  });

  it('are left by a key and come back to by the opposite one', () => {
    for (const { given, seen, upright } of ALL) {
      const all = new Map(spaces(given, seen, upright).map((space) => [space.name, space]));
      for (const [name, { next }] of all) {
        for (const [key, to] of Object.entries(next)) expect(all.get(to)!.next[BACK[key as Direction]!]).toBe(name);
      }
    }
  });

  it('are all reached from the haystack, whoever is gone', () => {
    for (const { given, seen, upright } of ALL) {
      const all = spaces(given, seen, upright);
      expect(reached(all, 'haystack').size).toBe(all.length);
    }
    const scattered = spaces(setup(24), view(4, 9, { S2: 3, S3: 5, S4: 6, M1: 7, L1: 9, L2: 11 }), true);
    expect(reached(scattered, 'haystack').size).toBe(scattered.length);
  });

  it('lead along the road to the right, up to the mole and down to the dog', () => {
    const all = new Map(spaces(setup(24), view(4, 7, { M2: 7 }), false).map((space) => [space.name, space]));
    expect(all.get('haystack')!.next).toEqual({ right: '1', up: 'S1' });
    expect(all.get('7')!.next).toEqual({ left: '6', right: '8', up: 'M2', down: 'dog' });
    expect(all.get('24')!.next.right).toBe('home');
    expect(all.get('home')!.next).toEqual({ left: '24' });
  });
});

describe('the sheet', () => {
  it('is higher than wide on a phone and wider than high elsewhere', () => {
    for (const players of [2, 3, 4]) {
      const [phone, desk] = [layout(setup(24, players), true), layout(setup(24, players), false)];
      expect(phone.width / phone.height).toBeLessThan(0.8);
      expect(desk.width / desk.height).toBeGreaterThan(1.1);
    }
  });

  it('begins with the haystack at the top left and ends with the dens at the bottom', () => {
    for (const { given, upright } of BOARDS) {
      const { hay, spots, dens, densTop, width } = layout(given, upright);
      expect(hay.x + hay.w / 2).toBeLessThan(width / 2 + 60);
      for (const { y } of spots.slice(1)) expect(y).toBeGreaterThan(hay.y + hay.h);
      for (const { y } of spots.slice(0, -1)) expect(y).toBeLessThan(densTop);
      for (const { y } of dens) expect(y).toBeGreaterThan(densTop);
    }
  });

  it('begins in the corner that the board names, and ends at the other end', () => {
    for (const corner of ELSEWHERE) {
      for (const upright of [true, false]) {
        const [plan, usual] = [layout(setup(24, 3, corner), upright), layout(setup(24, 3), upright)];
        const right = corner.endsWith('right');
        expect([plan.width, plan.height]).toEqual([usual.width, usual.height]);
        expect(plan.hay.x).toBe(right ? usual.width - usual.hay.x - usual.hay.w : usual.hay.x);
        for (const { y } of plan.spots.slice(1)) {
          if (corner.startsWith('bottom')) expect(y).toBeLessThan(plan.hay.y);
          else expect(y).toBeGreaterThan(plan.hay.y + plan.hay.h);
        }
        for (const { y } of plan.dens) expect(y > plan.rowsBottom || y < plan.rowsTop).toBe(true);
        plan.spots.forEach(({ x }, n) => expect(x).toBeCloseTo(right ? usual.width - usual.spots[n]!.x : usual.spots[n]!.x, 0));
        expect(plan.dens.map(({ x }) => x)).toEqual(plan.dens.map(({ x }) => x).toSorted((one, other) => one - other));
      }
    }
  });

  it('has a den for each seat, and a place for each size before it', () => {
    const plan = layout(setup(24, 3), true);
    const places = [0, 1, 2].flatMap((seat) => [...'SML'].map((size) => denAt(plan, seat, size)));
    expect(plan.dens).toHaveLength(3);
    expect(new Set(places.map(({ x }) => Math.round(x))).size).toBe(9);
  });

  it('keeps a mole and the dog on one hill apart', () => {
    const plan = layout(setup(24), true);
    const [mole, dog] = [moleAt(plan, 'L1', 5), dogAt(plan, 5)];
    expect(Math.hypot(mole.x - dog.x, mole.y - dog.y)).toBeGreaterThan(60);
  });
});

describe('a phone', () => {
  it('leaves every space at least 24 pixels, with the dog beside a mole', () => {
    const room = { w: 304, h: 410 };
    for (const players of [2, 3, 4]) {
      const plan = layout(setup(24, players), true);
      const scale = Math.min(room.w / plan.width, room.h / plan.height);
      for (const { name, box } of spaces(setup(24, players), view(players, 9, { M1: 9 }), true)) {
        expect(Math.min(box.w, box.h) * scale, name).toBeGreaterThanOrEqual(24);
      }
    }
  });
});

describe('the road', () => {
  it('goes from place to place without leaving the sheet', () => {
    for (const { given, upright, hills } of ALL) {
      const plan = layout(given, upright);
      const points = way(road(plan), 0, hills + 1);
      for (const { x, y } of points) expect(x > 34 && x < plan.width - 34 && y > 34 && y < plan.height - 34).toBe(true);
      const jumps = points.slice(1).map((point, n) => Math.hypot(point.x - points[n]!.x, point.y - points[n]!.y));
      expect(Math.max(...jumps)).toBeLessThan(140);
    }
  });

  it('leads back over the same points', () => {
    const track = road(layout(setup(24), true));
    expect(way(track, 9, 4)).toEqual(way(track, 4, 9).toReversed());
    expect(way(track, 9, 4).at(-1)).toEqual(way(track, 1, 4).at(-1));
  });

  it('takes footprints at equal distances', () => {
    const prints = paced([{ x: 0, y: 0 }, { x: 50, y: 0 }, { x: 50, y: 50 }], 30);
    expect(prints.map(({ x, y }) => [x, y])).toEqual([[30, 0], [50, 10], [50, 40]]);
    expect(prints.map(({ turn }) => turn)).toEqual([0, 90, 90]);
  });
});

describe('the names of actions', () => {
  it('tell where an action begins and where it leads', () => {
    expect(endpoints('S1>7')).toEqual({ from: 'S1', to: '7' });
    expect(endpoints('M2>home')).toEqual({ from: 'M2', to: 'home' });
    expect(endpoints('dog>9')).toEqual({ from: 'dog', to: '9' });
    expect(endpoints('pass')).toEqual({});
    expect(endpoints('=Sc')).toEqual({});
  });

  it('are made of a piece and a place', () => {
    expect(kind.action!('S1', '7')).toBe('S1>7');
    expect(kind.action!(undefined, '7')).toBeUndefined();
  });

  it('are blamed on moles and hills, not on other numbers', () => {
    expect(kind.blamedSpaces!({ mole: 'S1', hill: '7' })).toEqual(['S1', '7']);
    expect(kind.blamedSpaces!({ last: 24 })).toEqual([]);
  });
});

describe('an animation', () => {
  const before = view(4, 9);

  it('takes longer for a long way, for a mole turned up and into the den', () => {
    const known = view(4, 9, { S1: 3 });
    known.moles.S1!.owner = 2;
    const home = view(4, 9, { S1: 25 });
    home.moles.S1!.owner = 2;
    expect(animationSteps({ name: '=Sc', seat: null }, before, before)).toBe(1);
    expect(animationSteps({ name: 'S1>3', seat: 0 }, before, view(4, 9, { S1: 3 }))).toBe(1);
    expect(animationSteps({ name: 'S1>3', seat: 0 }, before, known)).toBe(2);
    expect(animationSteps({ name: 'S1>home', seat: 0 }, before, home)).toBe(4);
    expect(animationSteps({ name: 'dog>1', seat: 0 }, before, view(4, 1))).toBe(2);
  });
});

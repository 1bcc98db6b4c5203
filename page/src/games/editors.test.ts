import { beforeAll, describe, expect, it } from 'vitest';

import { boardLink, boardFromLink } from '../editor/board_link';
import { gameEditor } from '.';
import { symmetricHills } from './buddel_bande/symmetry';
import { symmetricSpaces, SYMMETRIES } from './mole_company/symmetry';
import { symmetricSquares, symmetries } from './mole_hill/symmetry';
import type { GameEditor } from '../editor/game_editor';
import type { BuddelBandeBoard } from './buddel_bande/types';
import type { MoleCompanyBoard } from './mole_company/types';
import type { MoleHillBoard } from './mole_hill/types';

const LAWN: MoleHillBoard = {
  game: 'mole-hill',
  name: 'my-garden',
  title: { de: 'Käfer & Größe', fr: 'Été' },
  source: 'own',
  version: 1,
  columns: 5,
  rows: 4,
  centre: 'c3',
  red: ['a4'],
  white: ['e1'],
  light: 4,
  dark: 6,
  rods: 10,
};

const sheet = (name: string, holes: string[], specials: string[] = [], dotted: [string, string][] = []) => ({ name, holes, specials, dotted });
const STACK: MoleCompanyBoard = {
  game: 'mole-company',
  name: 'my-stack',
  title: { en: 'Mine' },
  source: 'own',
  version: 1,
  side: 3,
  moles: { 2: 4, 3: 3, 4: 2 },
  boards: [sheet('green', ['a1', 'e5']), sheet('red', ['b2']), sheet('brown', ['c4']), sheet('blue', ['c3'], ['a3'], [['c3', 'b3']])],
};

const TRACK: BuddelBandeBoard = { game: 'buddel-bande', name: 'my-walk', title: { en: 'Mine' }, source: 'own', version: 1, track: 'clfclf' };

describe('a board in an address', () => {
  it.each([LAWN, STACK, TRACK])('comes back as it was', async (board) => {
    const address = await boardLink(board);
    expect(address.length).toBeLessThan(1000);
    expect(await boardFromLink(address.split('#workshop=')[1]!)).toEqual(board);
  });

  it('fails where there is none', async () => {
    await expect(boardFromLink('nothing')).rejects.toThrow();
    await expect(boardFromLink('')).rejects.toThrow();
  });
});

describe('symmetry', () => {
  it('mirrors and turns a lawn', () => {
    expect(symmetricSquares('none', 9, 7, 'a1')).toEqual(['a1']);
    expect(symmetricSquares('columns', 9, 7, 'a2')).toEqual(['a2', 'i2']);
    expect(symmetricSquares('rows', 9, 7, 'a2')).toEqual(['a2', 'a6']);
    expect(symmetricSquares('both', 9, 7, 'b2').sort()).toEqual(['b2', 'b6', 'h2', 'h6']);
    expect(symmetricSquares('half', 9, 7, 'a1')).toEqual(['a1', 'i7']);
    expect(symmetricSquares('quarter', 5, 5, 'a1').sort()).toEqual(['a1', 'a5', 'e1', 'e5']);
    expect(symmetricSquares('both', 9, 7, 'e4')).toEqual(['e4']);
  });

  it('offers quarter turns on a square lawn only', () => {
    expect(symmetries(5, 5)).toContain('quarter');
    expect(symmetries(9, 7)).not.toContain('quarter');
  });

  it('turns a hexagon by sixths', () => {
    expect(symmetricSpaces('sixth', 3, 'a1').sort()).toEqual(['a1', 'a3', 'c1', 'c5', 'e3', 'e5']);
    expect(symmetricSpaces('third', 3, 'a1')).toHaveLength(3);
    expect(symmetricSpaces('half', 3, 'a1')).toEqual(['a1', 'e5']);
    expect(symmetricSpaces('sides', 3, 'c1')).toEqual(['c1', 'c5']);
    for (const symmetry of SYMMETRIES) expect(symmetricSpaces(symmetry, 5, 'e5')).toEqual(['e5']);
  });

  it('makes the same places from each of them', () => {
    for (const symmetry of SYMMETRIES) {
      const all = symmetricSpaces(symmetry, 5, 'b4').sort();
      for (const name of all) expect(symmetricSpaces(symmetry, 5, name).sort()).toEqual(all);
    }
  });

  it('counts a track from both ends', () => {
    expect(symmetricHills('mirror', 24, '1')).toEqual(['1', '24']);
    expect(symmetricHills('mirror', 7, '4')).toEqual(['4']);
    expect(symmetricHills('none', 24, '1')).toEqual(['1']);
  });
});

describe('working on a board', () => {
  let lawn: GameEditor<MoleHillBoard>;
  let stack: GameEditor<MoleCompanyBoard>;
  let track: GameEditor<BuddelBandeBoard>;

  beforeAll(async () => {
    [lawn, stack, track] = (await Promise.all(['mole-hill', 'mole-company', 'buddel-bande'].map(gameEditor))) as unknown[] as [
      typeof lawn,
      typeof stack,
      typeof track,
    ];
  });

  it('leaves the board it began from alone', () => {
    const before = JSON.stringify([LAWN, STACK, TRACK]);
    lawn.paint(LAWN, 1, 'red', ['b2'], true);
    stack.paint(STACK, 2, 'hole', ['c3'], true);
    stack.join!(STACK, 4, [['c3', 'c4']]);
    track.paint(TRACK, 1, 'f', ['1'], true);
    expect(JSON.stringify([LAWN, STACK, TRACK])).toBe(before);
  });

  it('has one thing on a square, and one centre', () => {
    expect(lawn.paint(LAWN, 1, 'white', ['a4', 'c3'], true)).toMatchObject({ red: [], white: ['a4', 'c3', 'e1'], centre: undefined });
    expect(lawn.paint(LAWN, 1, 'centre', ['a4', 'e4'], true)).toMatchObject({ centre: 'a4', red: [] });
    expect(lawn.paint(LAWN, 1, 'bare', ['a4', 'c3'], true)).toMatchObject({ centre: undefined, red: [], white: ['e1'] });
    expect(lawn.has(LAWN, 1, 'red', 'a4')).toBe(true);
    expect(lawn.paint(LAWN, 1, 'red', ['a4'], false).red).toEqual([]);
  });

  it('drops what is not on a smaller lawn', () => {
    expect(lawn.setNumber(LAWN, 'columns', 4)).toMatchObject({ columns: 4, centre: 'c3', red: ['a4'], white: [] });
    expect(lawn.setNumber(LAWN, 'rows', 3)).toMatchObject({ red: [], white: ['e1'] });
  });

  it('paints one board of a stack', () => {
    const made = stack.paint(STACK, 1, 'special', ['a1', 'a2'], true);
    expect(made.boards[0]).toEqual(sheet('green', ['e5'], ['a1', 'a2']));
    expect(made.boards.slice(1)).toEqual(STACK.boards.slice(1));
    expect(stack.paint(STACK, 4, 'bare', ['c3'], true).boards[3]).toEqual(sheet('blue', [], ['a3']));
  });

  it('draws dotted lines, and takes them away from either end', () => {
    const two = stack.join!(STACK, 4, [['c3', 'c4'], ['c4', 'c3']]);
    expect(two.boards[3]!.dotted).toEqual([['c3', 'b3'], ['c3', 'c4']]);
    expect(stack.join!(two, 4, [['b3', 'c3']]).boards[3]!.dotted).toEqual([['c3', 'c4']]);
  });

  it('keeps what lies around the centre when the stack grows', () => {
    const large = stack.setNumber(STACK, 'side', 5);
    expect(large.boards[3]).toEqual(sheet('blue', ['e5'], ['c5'], [['e5', 'd5']]));
    expect(stack.setNumber(large, 'side', 3).boards).toEqual(STACK.boards);
    expect(stack.setNumber(STACK, 'moles.3', 5).moles).toEqual({ 2: 4, 3: 5, 4: 2 });
  });

  it('gives a board a side of its own, and drops what is off it', () => {
    const large = stack.setNumber(stack.paint(STACK, 3, 'special', ['a1', 'c3'], true), 'side', 4);
    const made = stack.setNumber(large, 'boards[3].side', 3);
    expect(made.side).toBe(4);
    expect(made.boards.map(({ side }) => side)).toEqual([undefined, undefined, 3, 3]);
    expect(made.boards[2]).toEqual({ ...sheet('brown', ['d5'], ['b2', 'd4']), side: 3 });
    expect(stack.numbers(made).slice(0, 4).map(({ value }) => value)).toEqual([4, 4, 3, 3]);
  });

  it('makes boards above larger and boards below smaller, so that none is larger than the one above it', () => {
    const sides = (board: MoleCompanyBoard) => stack.numbers(board).slice(0, 4).map(({ value }) => value);
    const large = stack.setNumber(STACK, 'side', 5);
    const narrow = stack.setNumber(large, 'boards[2].side', 3);
    expect(sides(narrow)).toEqual([5, 3, 3, 3]);
    expect(sides(stack.setNumber(narrow, 'boards[4].side', 4))).toEqual([5, 4, 4, 4]);
    expect(sides(stack.setNumber(narrow, 'side', 4))).toEqual([4, 3, 3, 3]);
    expect(sides(stack.setNumber(stack.setNumber(narrow, 'side', 3), 'boards[4].side', 4))).toEqual([4, 4, 4, 4]);
  });

  it('drops what falls off a smaller board, and only that', () => {
    const large = stack.setNumber(STACK, 'side', 5);
    const wide = stack.paint(large, 4, 'special', ['a1', 'c5'], true);
    expect(stack.setNumber(wide, 'boards[4].side', 3).boards[3]).toEqual({ ...sheet('blue', ['e5'], ['c5'], [['e5', 'd5']]), side: 3 });
  });

  it('paints, lengthens and shortens a track', () => {
    expect(track.paint(TRACK, 1, 'f', ['1', '6'], true).track).toBe('flfclf');
    expect(track.setNumber(TRACK, 'track', 8).track).toBe('clfclfcl');
    expect(track.setNumber(TRACK, 'track', 4).track).toBe('clfc');
  });
});

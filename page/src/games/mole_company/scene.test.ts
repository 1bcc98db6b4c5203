import { describe, expect, it } from 'vitest';

import type { Setup } from '../../board/types';
import kind from './board';
import { discs } from './discs';
import { below, lifted, lost, top, waiting } from './scene';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

const SHEET = { name: 'green', holes: [], specials: [], dotted: [] };
const setup: Setup<MoleCompanyBoard> = {
  game: 'mole-company',
  players: 2,
  preset: 'ravensburger',
  options: {},
  board: {
    game: 'mole-company',
    name: 'stack',
    title: { en: 'Stack' },
    source: 'own',
    version: 1,
    side: 3,
    boards: [SHEET, SHEET, SHEET, SHEET],
    moles: { 2: 4 },
  },
};

function view(level: number, moles: string[][], holes: string[], phase = 'move'): MoleCompanyView {
  return { level, moles, holes, specials: [], dotted: [], left: [[], []], disc: null, bonus: false, turn: 1, phase, seat: 0 };
}

describe('a lifted board', () => {
  const before = view(1, [['a1', 'b2'], ['c3', 'd4']], ['a2', 'c3']);
  const after = view(2, [['a2'], ['c3']], ['e3']);
  const news = { name: 'a1-a2', seat: 0 };

  it('takes the moles with it that the server shows no more, after the move', () => {
    expect(lost(before, after, news)).toEqual([{ team: 0, at: 'b2' }, { team: 1, at: 'd4' }]);
  });

  it('needs time to leave', () => {
    expect(lifted(before, after)).toBe(true);
    expect(kind.animationSteps!(news, before, after)).toBe(3);
    expect(kind.animationSteps!(news, before, { ...before })).toBe(1);
    expect(lost(before, before, news)).toEqual([]);
  });
});

describe('names of actions', () => {
  it('tell where an action begins and ends', () => {
    expect(kind.endpoints('c3-c6')).toEqual({ from: 'c3', to: 'c6' });
    expect(kind.endpoints('c3')).toEqual({ to: 'c3' });
    for (const word of ['flip', 'wait', 'stop', '=3']) expect(kind.endpoints(word)).toEqual({});
  });

  it('are made from a mole and a space', () => {
    expect(kind.action!('c3', 'c6')).toBe('c3-c6');
    expect(kind.action!(undefined, 'c6')).toBe('c6');
  });

  it('of a refusal tell which spaces stood in the way', () => {
    expect(kind.blamedSpaces!({ space: 'e5', owner: 'Lina', distance: 3 })).toEqual(['e5']);
    expect(kind.blamedSpaces!({ start: 'c3', end: 'd6' })).toEqual(['d6']);
    expect(kind.blamedSpaces!({ near: 'e5', far: 'd5' })).toEqual(['e5', 'd5']);
  });
});

it('counts the moles that have no place yet, while moles are placed', () => {
  expect(waiting(setup, view(1, [['a1'], []], [], 'place'), 0)).toBe(3);
  expect(waiting(setup, view(1, [['a1'], []], []), 0)).toBe(0);
});

it('knows the discs that have been used', () => {
  expect(discs([2, 3, 3]).filter(({ used }) => used).map(({ value }) => value)).toEqual([1, 2, 4]);
  expect(discs([1, 2, 2, 3, 3, 4]).some(({ used }) => used)).toBe(false);
});

describe('dotted lines', () => {
  const dotted: [string, string][] = [['c3', 'c4']];
  const drawn = (final_paths?: string) => {
    const options: Record<string, string> = final_paths === undefined ? {} : { final_paths };
    const stack = { ...setup.board, boards: [SHEET, SHEET, SHEET, { ...SHEET, dotted }] };
    const agreed = { ...setup, options, board: stack };
    return [top(agreed, { ...view(4, [[], []], ['c3']), dotted }).dotted, below(agreed, 3).dotted];
  };

  it('are drawn where they are closed, and in the editor, where nothing is agreed', () => {
    for (const paths of ['solid', 'into', undefined]) expect(drawn(paths)).toEqual([dotted, dotted]);
  });

  it('are lines like others where all lines are open', () => {
    expect(drawn('all')).toEqual([[], []]);
  });
});

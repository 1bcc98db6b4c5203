import { describe, expect, it } from 'vitest';

import kind from './board';

describe('the board of Mole Hill', () => {
  it('finds square and edge in the name of an action', () => {
    expect(kind.endpoints('e5')).toEqual({ to: 'e5' });
    expect(kind.endpoints('c3|d3')).toEqual({ to: 'c3|d3' });
  });

  it('moves the mole, but not while a rod is laid: the gardener has no piece', () => {
    const view = { round: 1, mole: 'e5', hills: [], rods: [], seat: 0, jump: false, scores: [0, 0] };
    expect(kind.piece?.({ ...view, phase: 'step' })).toBe('e5');
    expect(kind.piece?.({ ...view, phase: 'rod' })).toBeUndefined();
    expect(kind.piece?.({ ...view, phase: 'place', mole: null })).toBeUndefined();
  });

  it.each([
    [{ rod: 'e4|f4', mole: 'e4', square: 'f4' }, ['e4|f4']],
    [{ rods: 'e4|f4, e4|e5', mole: 'e4', square: 'f5' }, ['e4|f4', 'e4|e5']],
    [{ near: 'd3', far: 'c3' }, ['c3|d3']],
    [{ near: 'd4', far: 'f4' }, ['d4', 'f4']],
    [{ square: 'e4' }, ['e4']],
    [{}, []],
  ])('points at what a refusal names: %o', (values, marked) => {
    expect(kind.blamedSpaces?.(values)).toEqual(marked);
  });
});

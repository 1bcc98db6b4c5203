import { describe, expect, it } from 'vitest';

import kind from './board';

describe('the board of Mole Hill', () => {
  it('finds square and edge in the name of an action', () => {
    expect(kind.endpoints('e5')).toEqual({ to: 'e5' });
    expect(kind.endpoints('c3|d3')).toEqual({ to: 'c3|d3' });
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

import { describe, expect, it } from 'vitest';

import type { BoardKind, View } from '../board/types';
import { actionAt, actionsAt, spacesOf, targetsOf } from './actions';

/** Actions are "from-to", a space alone, or a word without spaces. */
const KIND = {
  endpoints(action: string) {
    const [from, to] = action.split('-');
    return to ? { from, to } : /\d/.test(action) ? { to: action } : {};
  },
  action: (from: string | undefined, to: string) => (from ? `${from}-${to}` : to),
} as unknown as BoardKind;

describe('the spaces of an action', () => {
  it('are the first and the last one', () => {
    expect(spacesOf(KIND, 'a1-b2', [])).toEqual(['a1', 'b2']);
    expect(spacesOf(KIND, 'b2', [])).toEqual(['b2']);
  });

  it('are others if it has none, or is a secret', () => {
    expect(spacesOf(KIND, 'pass', ['c3'])).toEqual(['c3']);
    expect(spacesOf(KIND, null, ['c3'])).toEqual(['c3']);
    expect(spacesOf(null, 'a1-b2', ['c3'])).toEqual(['c3']);
  });
});

describe('the targets', () => {
  const legal = ['a1-b2', 'a1-c3', 'b1-c3', 'pass'];

  it('are the pieces to begin with, each once', () => {
    expect(targetsOf(KIND, legal)).toEqual(['a1', 'b1']);
  });

  it('are where the selected piece can go', () => {
    expect(targetsOf(KIND, legal, 'a1')).toEqual(['b2', 'c3']);
    expect(targetsOf(KIND, legal, 'c3')).toEqual([]);
  });

  it('are the spaces themselves where nothing moves', () => {
    expect(targetsOf(KIND, ['a1', 'b2'])).toEqual(['a1', 'b2']);
  });
});

describe('the actions at a space', () => {
  const view = {} as View;

  it('are those that start or end there', () => {
    expect(actionsAt(KIND, ['a1-b2', 'b2-c3', 'c3-d4', 'pass'], view, 'b2')).toEqual(['a1-b2', 'b2-c3']);
  });

  it('are all that lead somewhere, where the piece stands that all of them move', () => {
    const kind = { ...KIND, piece: () => 'e4' } as BoardKind;
    expect(actionsAt(kind, ['e5', 'd3', 'pass'], view, 'e4')).toEqual(['e5', 'd3']);
    expect(actionsAt(kind, ['e5', 'd3', 'pass'], view, 'e5')).toEqual(['e5']);
    expect(actionsAt(kind, ['e5', 'd3', 'pass'], view, 'a1')).toEqual([]);
  });
});

describe('the action that a space stands for', () => {
  it('leads there, from what is selected', () => {
    expect(actionAt(KIND, ['a1-b2'], 'a1', 'd4')).toBe('a1-d4');
    expect(actionAt(KIND, ['a1'], undefined, 'd4')).toBe('d4');
  });

  it('begins there where a piece has to be chosen first', () => {
    expect(actionAt(KIND, ['a1-b2', 'pass'], undefined, 'd4')).toBe('d4-b2');
  });

  it('is the space itself on a board that does not say', () => {
    expect(actionAt({ ...KIND, action: undefined }, ['a1'], undefined, 'd4')).toBe('d4');
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { BoardKind } from '../board/types';
import { announcer } from '../speech/announcer.svelte';
import { Selection } from './selection.svelte';

const KIND = {
  endpoints(action: string) {
    const [from, to] = action.split('-');
    return to ? { from, to } : {};
  },
  action: (from: string | undefined, to: string) => `${from}-${to}`,
  blamedSpaces: ({ space }: Record<string, unknown>) => (typeof space === 'string' ? [space] : []),
} as unknown as BoardKind;

let played: string[];
let legal: string[];
let mayTry: boolean;
let selection: Selection;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  [played, legal, mayTry] = [[], ['a1-b2', 'a1-c3', 'pass'], true];
  selection = new Selection({
    kind: KIND,
    get legal() {
      return legal;
    },
    get mayTry() {
      return mayTry;
    },
    seat: 0,
    spaces: { b2: 'b2: free' },
    animation: { shown: { view: {} }, running: false, last: ['d4'] },
    hints: { lines: [] },
    play: (action) => void played.push(action),
  });
});

describe('choosing a space', () => {
  it('selects a piece, says where it can go, and plays', () => {
    selection.choose('a1');
    expect([selection.selected, selection.targets]).toEqual(['a1', ['b2', 'c3']]);
    expect(announcer.last).toContain('b2: free c3');
    selection.choose('c3');
    expect(played).toEqual(['a1-c3']);
  });

  it('counts many places, and lists few', () => {
    legal = Array.from({ length: 30 }, (_, n) => `a1-b${n}`);
    selection.choose('a1');
    expect(announcer.last).toContain('30');
    expect(announcer.last).not.toContain('b17');
  });

  it('puts the piece down again', () => {
    selection.choose('a1');
    selection.choose('a1');
    expect([selection.selected, played]).toEqual([undefined, []]);
  });

  it('asks the server for what is illegal, and marks what was tried or is to blame', () => {
    selection.choose('a1');
    selection.choose('e5');
    expect(played).toEqual(['a1-e5']);
    selection.refuse({ type: 'refused', id: null, reason: 'It is taken.', rule: 'R1' });
    expect(announcer.last).toBe('It is taken. (R1)');
    expect(selection.highlights.refused).toEqual(['e5']);
    selection.refuse({ type: 'refused', id: null, reason: 'It is taken.', values: { space: 'c3' } });
    expect(selection.highlights.refused).toEqual(['c3']);
  });

  it('only says what is there, where nothing may be tried', () => {
    [legal, mayTry] = [[], false];
    selection.choose('b2');
    expect([announcer.last, played]).toEqual(['b2: free', []]);
  });
});

it('marks the last action and the targets, and after clearing no choice', () => {
  selection.choose('a1');
  expect(selection.highlights).toEqual({ last: ['d4'], targets: ['b2', 'c3'], selected: 'a1', refused: [], hint: [] });
  selection.clear();
  expect([selection.selected, selection.refusal, selection.targets]).toEqual([undefined, null, ['a1']]);
});

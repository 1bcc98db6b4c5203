import { describe, expect, it } from 'vitest';

import { LONGEST, partsOf, saidAtOnce } from './length';

describe('parts of a text', () => {
  it('end with sentences, and are as few as can be', () => {
    expect(partsOf('One two. Three. Four.', 16)).toEqual(['One two. Three.', 'Four.']);
    expect(partsOf('One two.')).toEqual(['One two.']);
  });

  it('end with items where a sentence is too long', () => {
    expect(partsOf('Rods: a1 b1, a2 b2, a3 b3.', 16)).toEqual(['Rods: a1 b1,', 'a2 b2, a3 b3.']);
    expect(partsOf('1: pass; 2: wait; 3: dig', 16)).toEqual(['1: pass;', '2: wait; 3: dig']);
  });

  it('tell everything, each in time', () => {
    const text = `Round 1. Rods lie between: ${Array.from({ length: 60 }, (_, n) => `a${n} b${n}`).join(', ')}. Points: 3.`;
    const parts = partsOf(text);
    expect(parts.join(' ')).toBe(text);
    expect(parts.filter((part) => part.length > LONGEST)).toEqual([]);
  });
});

describe('what is said at once', () => {
  const long = 'Lina digs very far. '.repeat(10).trim();

  it('is everything if there is time for it, else fewer words, else their beginning', () => {
    expect(saidAtOnce(['Lina digs.'], ['Digs.'], 'Go on.')).toBe('Lina digs. Go on.');
    expect(saidAtOnce([long], ['Digs.'], 'Go on.')).toBe('Digs. Go on.');
    expect(saidAtOnce([long], ['Digs.'], long)).toBe('Digs.');
    expect(saidAtOnce([long], [long], 'Go on.')).toBe(partsOf(long)[0]);
  });

  it('is how it began and how it ended where there is no time for what was between', () => {
    expect(saidAtOnce([long, 'So.', 'Max: 3.'], ['Lina lifts the board.', long, 'Max: 3.'])).toBe('Lina lifts the board. Max: 3.');
  });

  it('is not what the dice say if that is in what to do, unless there is time', () => {
    const [full, brief, roll, ask] = ['Lina goes far. '.repeat(4).trim(), 'Lina to 3.', 'You roll: a leaf.', `Your turn: ${'go '.repeat(12)}.`];
    expect(saidAtOnce(['Lina goes.', roll], [brief, roll], 'Go on.', [false, true])).toBe(`Lina goes. ${roll} Go on.`);
    expect(saidAtOnce([full, roll], [brief, roll], ask, [false, true])).toBe(`${full} ${ask}`);
    expect(saidAtOnce([full + full, roll], [brief, roll], ask, [false, true])).toBe(`${brief} ${roll} ${ask}`);
    expect(saidAtOnce([full, roll], [brief, roll], '')).toBe(`${full} ${roll}`);
  });
});

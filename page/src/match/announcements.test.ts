import { describe, expect, it } from 'vitest';

import type { AtMessage } from '../api/schema';
import { asksAfter, greeting, newsText } from './announcements';

const line = (seat: number | null) => ({ ply: 1, seat, name: 'a1', said: ['It digs.'] });
const at = (status: AtMessage['status']) => ({ status }) as AtMessage;

describe('the first announcement', () => {
  it('says what happened last, the score, and what to do', () => {
    expect(greeting([line(0)], 'It digs.', ['One point.'], 'Go on.', 'normal')).toBe('It digs. One point. Go on.');
  });

  it('says no score before anybody has acted, or to who wants few words', () => {
    expect(greeting([line(null)], 'Dealt.', ['No point.'], 'Begin.', 'full')).toBe('Dealt. Begin.');
    expect(greeting([line(0)], 'It digs.', ['One point.'], 'Go on.', 'brief')).toBe('It digs. Go on.');
    expect(greeting([], '', [], 'Begin.', 'normal')).toBe('Begin.');
  });
});

describe('the announcement of actions', () => {
  const steps = [
    { seq: 1, said: ['A peeks.'], secret: 'It is yours.' },
    { seq: 2, said: ['B goes.', 'B waits.'] },
  ];

  it('tells a secret with the action that revealed it', () => {
    expect(newsText(steps, 'Your turn.', true, 'normal')).toBe('A peeks. It is yours. B goes. B waits. Your turn.');
    expect(newsText(steps, 'Your turn.', false, 'normal')).toBe('A peeks. It is yours. B goes. B waits.');
  });

  it('tells no secret that this device is not told, and nothing twice', () => {
    expect(newsText([{ seq: 1, said: ['A peeks.', 'A has won!'], secret: true }], 'A has won!', true, 'normal')).toBe('A peeks. A has won!');
  });

  it('says fewer words to who wants few, and to everybody where there is no time for more', () => {
    const long = { seq: 1, said: ['A goes very far indeed. '.repeat(9).trim()], brief: ['A to b2.'] };
    const short = { seq: 2, said: ['B steps to b3.'], brief: ['B to b3.'] };
    expect(newsText([short], 'Go on.', false, 'brief')).toBe('B to b3.');
    expect(newsText([short], 'Go on.', true, 'normal')).toBe('B steps to b3. Go on.');
    expect(newsText([long, short], 'Go on.', true, 'normal')).toBe('A to b2. B steps to b3. Go on.');
    expect(newsText([long], 'Go on.', true, 'full')).toBe(`${long.said[0]} Go on.`);
  });

  it('bounds an action together with the dice after it, which what to do tells, too', () => {
    const goes = { seq: 1, said: ['The computer goes from the haystack to hill 3, far away from everybody else.'], brief: ['A to 3.'] };
    const roll = { seq: 2, said: ['You roll: a leaf.'], brief: ['You: a leaf.'] };
    const ask = 'Your turn: move any mole to the next free leaf.';
    expect(newsText([goes, roll], ask, true, 'normal', new Set([2]))).toBe(`A to 3. You: a leaf. ${ask}`);
    expect(newsText([goes, roll], ask, false, 'normal', new Set([2]))).toBe(`${goes.said[0]} You roll: a leaf.`);
    expect(newsText([goes, roll], ask, false, 'brief', new Set([2]))).toBe('A to 3. You: a leaf.');
    expect(newsText([goes, roll], ask, true, 'full', new Set([2]))).toBe(`${goes.said[0]} You roll: a leaf. ${ask}`);
  });

  it.each([
    ['brief', true, false],
    ['normal', false, false],
    ['normal', true, true],
    ['full', false, true],
  ] as const)('with %s words on my turn (%s) says what to do: %s', (verbosity, mine, asks) => {
    expect(asksAfter(at('playing'), mine, verbosity)).toBe(asks);
    expect(asksAfter(at('over'), mine, verbosity)).toBe(true);
  });
});

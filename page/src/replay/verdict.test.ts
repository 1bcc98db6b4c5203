import { describe, expect, it } from 'vitest';

import type { Analysis } from '../api/replay';
import { verdict, type Judged } from './verdict';

const account = (values: Partial<Analysis['accounts'][number]>): Analysis['accounts'][number] => ({
  start: 0.5,
  end: 0,
  luck: 0,
  given: 0,
  received: 0,
  points: 0,
  choices: 4,
  marks: [0, 0, 0],
  accuracy: 1,
  ...values,
});
const choice = { best: 'a1', equal: [], value: 0.7, why: '', line: [], worth: 0.7, in_points: false, cost: 0, given: 0, mark: null, proven: false };
const moment = (ply: number, actor: number, mine: number, given = 0): Analysis['moments'][number] => ({
  ply,
  action: 'a1',
  actor,
  mover: actor,
  chances: [mine, 1 - mine],
  choice: { ...choice, given },
  luck: null,
});
/** The first wins by a rule, unless something else is said. */
const judged = (reader: number | null, outcome: Partial<Judged['outcome']> = {}): Judged => ({
  reader,
  outcome: { winner: 0, draw: false, rule: 'M5', why: null, ...outcome },
  name: (seat) => ['Lina', 'Computer'][seat]!, told: (ply) => `Move ${ply}.`,
});
const analysis = (first: Partial<Analysis['accounts'][number]>, second: Partial<Analysis['accounts'][number]>): Analysis => ({
  done: 1,
  start: [0.5, 0.5],
  moments: [moment(0, 0, 0.6), moment(1, 1, 0.4), moment(2, 0, 0.9), moment(3, 0, 0.95, 0.3)],
  accounts: [account(first), account(second)],
});

describe('the verdict', () => {
  it('says that luck decided, and names the own move that gained most', () => {
    const found = analysis({ end: 1, luck: 0.4, received: 0.1 }, {});
    expect(verdict(found, judged(0))).toBe('You won, mostly by luck. Your best move was number 3: Move 2.');
  });

  it('says that play decided', () => {
    expect(verdict(analysis({ end: 1, luck: 0.1, received: 0.4 }, {}), judged(0))).toContain('You won by good moves.');
    expect(verdict(analysis({ luck: 0, given: 0.5 }, { end: 1 }), judged(0, { winner: 1 }))).toContain('You lost: the other side played better.');
    expect(verdict(analysis({ luck: -0.4, given: 0.1 }, { end: 1 }), judged(0, { winner: 1 }))).toContain('You lost, mostly by bad luck.');
  });

  it('calls players by their names where several people read', () => {
    expect(verdict(analysis({ end: 1, received: 0.4 }, {}), judged(null))).toContain('Lina won by good moves.');
    expect(verdict(analysis({}, {}), judged(null, { winner: null, draw: true }))).toContain('It was a draw.');
  });

  it('knows that somebody gave up, even who stood well', () => {
    const found = analysis({ end: 1, received: 0.4 }, {});
    const outcome = { winner: 1, rule: null, why: 'resigned' };
    expect(verdict(found, judged(0, outcome))).toContain('You gave up.');
    expect(verdict(found, judged(1, outcome))).toContain('You win!');
    expect(verdict(found, judged(null, outcome))).toContain('Computer has won!');
    expect(verdict(found, judged(0, { winner: null, rule: null, why: 'everybody resigned' }))).toContain('The match is over.');
  });

  it('does not say that somebody gave up who was out of time, or if the reason is unknown', () => {
    const outcome = { winner: 1, rule: null, why: 'out of time' };
    expect(verdict(analysis({}, {}), judged(0, outcome))).toContain('Your time ran out.');
    expect(verdict(analysis({}, {}), judged(0, { ...outcome, why: null }))).toContain('Computer has won!');
  });

  it('takes the result from the server alone: without one the match is not finished', () => {
    for (const end of [0, 0.5, 1]) {
      expect(verdict(analysis({ end }, {}), { ...judged(0), outcome: null })).toContain('This match is not finished.');
    }
  });
});

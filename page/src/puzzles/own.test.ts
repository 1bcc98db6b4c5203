import { beforeEach, expect, test } from 'vitest';

import type { ReplayData } from '../api/replay';
import type { Mistake } from '../replay/analysis.svelte';
import { dueOwn, keepOwn, keptOwn, MOST_KEPT, nextOwn, ownPuzzles } from './own';
import { allProgress, forgetProgress, today } from './progress';

const STEPS = [null, 'b2', 'b2|c2', 'a2', 'a2|a3'].map((name, ply) => ({ ply, name, seat: null, view: {}, said: [] }));
const SETUP = { game: 'mole-hill', players: 2, preset: 'blatz', options: { rounds: 1 }, board: { name: 'patch' }, rotations: null };
const DATA = { setup: SETUP, steps: STEPS } as unknown as ReplayData;
const choice = { best: 'a1', equal: ['a1', 'a3'], why: 'More ways to go.', mark: 'blunder' };
const MISTAKES = [
  { ply: 2, actor: 0, action: 'a2', choice, better: { action: 'Step to a1', steps: [{ said: ['It steps to a1.'] }] } },
  { ply: 3, actor: 1, action: 'a2|a3', choice: { ...choice, best: 'a1|a2', equal: ['a1|a2'] }, better: undefined },
] as unknown as Mistake[];

beforeEach(() => localStorage.clear());

test('each mistake of the reader becomes a puzzle with the better action as its answer', () => {
  const [puzzle, ...others] = ownPuzzles(DATA, MISTAKES, 0, ['patch']);
  expect(others).toEqual([]);
  expect(puzzle!.position).toEqual({ ...SETUP, board: 'patch', actions: ['b2', 'b2|c2'] });
  expect([puzzle!.seat, puzzle!.answers, puzzle!.solution]).toEqual([0, ['a1', 'a3'], 'It steps to a1. More ways to go.']);
  expect(puzzle!.mistakes.a2).toMatch(/what was played/);
  expect(ownPuzzles(DATA, MISTAKES, null, ['patch'])).toHaveLength(2);
});

test('a board of one\'s own and hidden actions give none', () => {
  expect(ownPuzzles(DATA, MISTAKES, 0, ['classic'])).toEqual([]);
  const hidden = { ...DATA, steps: STEPS.map((step) => ({ ...step, name: null })) } as unknown as ReplayData;
  expect(ownPuzzles(hidden, MISTAKES, 0, ['patch'])).toEqual([]);
});

test('an action that is as good as the best is right too', () => {
  expect(ownPuzzles(DATA, MISTAKES, null, ['patch']).map(({ answers }) => answers)).toEqual([['a1', 'a3'], ['a1|a2']]);
});

test('they are kept on this device and come back today, one after the other', () => {
  const [first, second] = ownPuzzles(DATA, MISTAKES, null, ['patch']);
  keepOwn([first!, second!]);
  expect(sessionStorage).toHaveLength(0);
  expect(nextOwn(first!)).toEqual(second);
  expect(nextOwn(second!)).toBeUndefined();
  expect(dueOwn('mole-hill', today())).toEqual(first);
  expect(dueOwn('mole-hill', '2000-01-01')).toBeUndefined();
  expect(dueOwn('mole-company', today())).toBeUndefined();
});

test('what is kept twice is there once, and comes back when it would have', () => {
  const puzzles = ownPuzzles(DATA, MISTAKES, null, ['patch']);
  keepOwn(puzzles);
  const later = { 'mole-hill': { due: { [puzzles[0]!.id]: { day: '2100-01-01', step: 2 } } } };
  localStorage.setItem('moleworks.puzzles', JSON.stringify(later));
  keepOwn(puzzles);
  expect(keptOwn()).toEqual(puzzles);
  expect(allProgress()['mole-hill']!.due![puzzles[0]!.id]).toEqual({ day: '2100-01-01', step: 2 });
});

test('the oldest goes when there are too many, and no longer comes back', () => {
  const [puzzle] = ownPuzzles(DATA, MISTAKES, 0, ['patch']);
  for (let n = 0; n <= MOST_KEPT; n++) keepOwn([{ ...puzzle!, id: `own-${n}` }]);
  expect(keptOwn()).toHaveLength(MOST_KEPT);
  expect(keptOwn()[0]!.id).toBe('own-1');
  expect(Object.keys(allProgress()['mole-hill']!.due!)).toHaveLength(MOST_KEPT);
});

test('they are forgotten with the progress', () => {
  keepOwn(ownPuzzles(DATA, MISTAKES, null, ['patch']));
  forgetProgress();
  expect([keptOwn(), allProgress()]).toEqual([[], {}]);
});

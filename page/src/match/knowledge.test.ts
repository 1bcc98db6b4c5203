import { expect, it } from 'vitest';

import type { AtMessage, SeatWords, StepWords } from '../api/schema';
import { framesOf, knowledgeOf, secretSeat } from './knowledge';
import { lastSeat, newLines, takesBack } from './log_lines';

const STEPS: StepWords[] = [
  { seq: 4, said: ['A digs.'], view: { mole: 'a1' } },
  { seq: 5, said: [] },
  { seq: 6, said: ['B peeks.'], view: { mole: 'b2' }, secret: true },
];
const words = (seat: number, steps: StepWords[] = []): SeatWords => ({
  seat,
  hidden: false,
  spaces: { a1: 'a1: a mole' },
  actions: { b2: 'to b2' },
  position: ['A mole is on a1.'],
  mine: [],
  known: [],
  steps,
});
const AT: AtMessage = {
  type: 'at',
  seq: 6,
  ply: 2,
  status: 'playing',
  actor: 0,
  news: [
    { seq: 4, seat: 0, name: 'a1' },
    { seq: 5, seat: null, name: '!late' },
    { seq: 6, seat: 1, name: null },
  ],
  eyes: [],
  words: { ask: '', standing: [], eyes: [words(0), words(1, STEPS)] },
};

it('of a seat is what it may do, with its texts', () => {
  const { spaces, steps, ...told } = words(0, STEPS);
  expect([spaces, steps]).toHaveLength(2);
  expect(knowledgeOf({ seat: 0, view: {}, legal: ['b2'] }, words(0, STEPS))).toEqual({ ...told, legal: ['b2'] });
});

it('finds the actions to be shown: events have no view', () => {
  expect(framesOf(AT, STEPS)).toEqual([
    { view: { mole: 'a1' }, news: { name: 'a1', seat: 0 }, said: ['A digs.'] },
    { view: { mole: 'b2' }, news: { name: null, seat: 1 }, said: ['B peeks.'] },
  ]);
});

it('says whose secret a shared device is not told', () => {
  expect(secretSeat(AT, STEPS)).toBe(1);
  expect(secretSeat(AT, STEPS.slice(0, 2))).toBeUndefined();
  // Those who look alone are told in words.
  const said = { ...AT, words: { ...AT.words!, eyes: [words(0, [{ seq: 6, said: [], secret: 'It is yours.' }])] } };
  expect(secretSeat(said, STEPS)).toBeUndefined();
});

it('finds whose secret it is though another seat acts next', () => {
  const shown = STEPS.map(({ seq, said, view }) => ({ seq, said, view }));
  const at = { ...AT, words: { ...AT.words!, eyes: [words(0, shown), words(1, STEPS)] } };
  expect(secretSeat(at, shown)).toBe(1);
});

it('adds a line to the log for all that has words', () => {
  expect(newLines(AT, STEPS, 7)).toEqual([
    { ply: 8, seat: 0, name: 'a1', said: ['A digs.'] },
    { ply: 9, seat: 1, name: null, said: ['B peeks.'] },
  ]);
});

it('sees when something was taken back', () => {
  const after = (name: string) => takesBack({ ...AT, news: [{ seq: 7, seat: 0, name }] });
  expect([after('!undo'), after('!accept undo'), after('!offer undo'), takesBack(AT)]).toEqual([true, true, false, false]);
});

it('knows who of some seats acted last', () => {
  const log = newLines(AT, STEPS, 0);
  expect([lastSeat(log, [0]), lastSeat(log, [0, 1]), lastSeat(log, [2]), lastSeat([], [0])]).toEqual([0, 1, undefined, undefined]);
});

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { AtMessage, LessonStep, ServerMessage, TryRequest } from '../api/schema';
import { differs, groupByPlayers, otherValues } from './presets';
import { finishedUpdate, TaskSource } from './task_source';

const AT: AtMessage = {
  type: 'at',
  seq: 3,
  ply: 3,
  status: 'playing',
  actor: 0,
  news: [{ seq: 3, seat: 0, name: 'c2' }],
  eyes: [{ seat: 0, view: {}, legal: ['d2'] }],
  words: {
    ask: 'Go on.',
    standing: [],
    eyes: [{ seat: 0, hidden: false, spaces: {}, actions: {}, position: [], mine: [], known: [], steps: [{ seq: 3, said: ['It goes to c2.'] }] }],
  },
};

const TASK: LessonStep = {
  position: { game: 'mole-hill', board: 'patch', players: 2, preset: null, options: {}, rotations: null, actions: ['b1', 'b1|b2'] },
  seat: 0,
  text: 'Slip past.',
  done: 'Well done.',
  hint: 'To a2 or c2.',
  want: ['c2'],
  then: ['d4|e4'],
};

/** A fake server that gives this answer, and the requests it got. */
function answering(answer: object): { asked: TryRequest[] } {
  const asked: TryRequest[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string));
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  return { asked };
}

async function tried(action: string, answer: object, done = vi.fn()): Promise<{ received: ServerMessage[]; asked: TryRequest[]; done: typeof done }> {
  const { asked } = answering(answer);
  const received: ServerMessage[] = [];
  const listener = { onMessage: (message: ServerMessage) => received.push(message), onConnection: () => {}, lastSeq: () => 2 };
  new TaskSource(TASK, done).connect(listener).send({ do: 'play', action, seq: 2 });
  await vi.waitFor(() => expect(received.length).toBe(1));
  return { received, asked, done };
}

afterEach(() => vi.unstubAllGlobals());

describe('a task', () => {
  it('is done by what is meant, and then the others go on', async () => {
    const { received, asked, done } = await tried('c2', { at: AT, refused: null });
    expect(asked[0]).toMatchObject({ position: TASK.position, seat: 0, action: 'c2', then: ['d4|e4'] });
    expect(done).toHaveBeenCalledOnce();
    expect((received[0] as AtMessage).words?.eyes[0]?.steps[0]?.said).toEqual(['It goes to c2.', 'Well done.']);
  });

  it('is not done by something else that is legal: the hint says what is meant', async () => {
    const { received, asked, done } = await tried('a1', { at: AT, refused: null });
    expect(asked[0]!.then).toEqual([]);
    expect(received).toEqual([{ type: 'refused', id: null, reason: 'To a2 or c2.' }]);
    expect(done).not.toHaveBeenCalled();
  });

  it('is not done by what the rules forbid: the server says why', async () => {
    const refused = { type: 'refused', id: null, reason: 'A rod is in the way.', rule: 'MH4' };
    const { received, done } = await tried('b2', { at: null, refused });
    expect(received).toEqual([refused]);
    expect(done).not.toHaveBeenCalled();
  });

  it('leaves nothing to do once it is done', () => {
    const over = finishedUpdate(AT, 'Well done.');
    expect(over.actor).toBeNull();
    expect(over.eyes[0]?.legal).toEqual([]);
    expect(AT.words?.eyes[0]?.steps[0]?.said).toEqual(['It goes to c2.']);
  });
});

describe('rule sheets', () => {
  const sheets = [
    { preset: 'one', options: { paths: { 2: 'solid', 3: 'all' }, discs: { 2: 6, 3: 6 } } },
    { preset: 'other', options: { paths: { 2: 'all', 3: 'all' }, discs: { 2: 6, 3: 6 } } },
  ];

  it('say for how many players a value is, where that matters', () => {
    expect(groupByPlayers({ 2: 6, 3: 6 })).toEqual([{ value: 6, players: '' }]);
    expect(groupByPlayers({ 2: 'solid', 3: 'all', 4: 'all' })).toEqual([
      { value: 'solid', players: '2' },
      { value: 'all', players: '3–4' },
    ]);
  });

  it('are compared option by option', () => {
    expect(differs(sheets, 'paths')).toBe(true);
    expect(differs(sheets, 'discs')).toBe(false);
  });

  it('leave values that a table may agree on besides', () => {
    expect(otherValues(sheets, { option: 'paths', rule: 'MC11', values: ['all', 'solid', 'into'] })).toEqual(['into']);
    expect(otherValues(sheets, { option: 'discs', rule: 'MC4', values: [6, 5] })).toEqual([5]);
  });
});

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { RecordReplayRequest, SavedMatch } from '../api/schema';
import { boardKind } from '../games';
import { announcer } from '../speech/announcer.svelte';
import { settings } from '../settings/settings.svelte';
import { ReplayState } from './replay.svelte';
import { recordSource, storySource } from './source';

/** A fake server with one record of three actions. */
const STEPS = [null, 'c3', 'a1|b1', 'c4'].map((name, ply) => ({
  ply,
  name,
  seat: ply ? (ply + 1) % 2 : null,
  view: { mole: ply ? 'c3' : null, hills: [], rods: [], phase: 'step', seat: 0, scores: [0, 0], round: 1 },
  said: name ? [`They play ${name}.`] : [],
}));
const SETUP = { game: 'mole-hill', title: 'Mole Hill', players: 2, preset: 'blatz', options: {}, board: {}, rules: [], seats: [], seq: 3 };
/** Milliseconds; nothing here takes that long. */
const PATIENCE = 60_000;
let asked: { address: string; body: RecordReplayRequest | null }[] = [];

function served(address: string, init?: RequestInit): Response {
  const body = init?.body ? JSON.parse(String(init.body)) : null;
  asked.push({ address, body });
  const first = body?.first ?? 0;
  // Two at a time, so that the page has to ask for the rest.
  const data = { setup: SETUP, names: ['Lina', 'Max'], levels: [null, 3], over: false, ply: 3, steps: STEPS.slice(first, first + 2) };
  return new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } });
}

async function opened(ply: number | null = null): Promise<ReplayState> {
  const replay = new ReplayState(recordSource('a record'), ply);
  await vi.waitFor(() => expect(replay.failure || replay.shown).toBeTruthy(), PATIENCE);
  expect(replay.failure).toBe('');
  return replay;
}

// Loading the drawing is slow, and not what is tested.
beforeAll(async () => void (await boardKind('mole-hill')), PATIENCE);

beforeEach(() => {
  asked = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => served(address, init));
  settings.speed = 'none';
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('all positions are asked for, and the one in the address is shown', async () => {
  const replay = await opened(2);
  expect(replay.positions.map((step) => step.ply)).toEqual([0, 1, 2, 3]);
  expect(replay.at).toBe(2);
  expect(replay.said).toBe('They play a1|b1.');
  expect(replay.highlights.last).toEqual(['a1|b1']);
  // A record shows all information from the start.
  expect(asked.at(-1)!.body!.open).toBe(true);
});

test('buttons go to and fro, stop at both ends, and say where one is', async () => {
  const replay = await opened();
  replay.back();
  expect(replay.at).toBe(0);
  replay.forward();
  expect(announcer.last).toBe('1 of 3. They play c3.');
  replay.end();
  replay.forward();
  expect(replay.at).toBe(3);
  replay.first();
  expect(announcer.last).toBe('0 of 3. Before the first move.');
});

test('one step on is shown as it was played, anything else is a cut', async () => {
  settings.speed = 'normal';
  const replay = await opened();
  replay.forward();
  expect(replay.shown).toMatchObject({ before: STEPS[0]!.view, news: { name: 'c3', seat: 0 } });
  replay.end();
  expect(replay.shown!.before).toBeUndefined();
  replay.close();
});

test('it runs to the end by itself, and stops when told', async () => {
  const replay = await opened();
  vi.useFakeTimers();
  replay.toggle();
  expect(replay.at).toBe(1);
  vi.runOnlyPendingTimers();
  expect([replay.at, replay.playing]).toEqual([2, true]);
  replay.toggle();
  vi.runAllTimers();
  expect([replay.at, replay.playing]).toEqual([2, false]);
  replay.toggle();
  vi.runAllTimers();
  expect([replay.at, replay.playing]).toEqual([3, false]);
});

test('a line that might have been played is gone through like the match, and left again', async () => {
  const replay = await opened(3);
  const step = { ...STEPS[2]!, name: 'b2|b3', said: ['They play b2|b3.'] };
  replay.showVariation({ ply: 1, action: 'a rod', steps: [step] });
  expect(replay.positions.map((each) => each.name)).toEqual(['c3', 'b2|b3']);
  expect(replay.spokenPosition).toBe('2 of 2. They play b2|b3.');
  expect(replay.highlights.last).toEqual(['b2|b3']);
  replay.leaveVariation();
  expect([replay.at, replay.last]).toEqual([1, 3]);
});

test('other eyes show the same position', async () => {
  const replay = await opened(2);
  await replay.setPerspective({ seat: 1, open: false });
  expect(asked.at(-1)!.body).toMatchObject({ seat: 1, open: false });
  expect(replay.at).toBe(2);
});

/** The reader lost by giving up, as player 1; the name was drawn. */
const TOLD: SavedMatch['match'] = {
  id: 'm1',
  game: 'mole-hill',
  board: 'patch',
  began: 1,
  ended: 2,
  actions: 3,
  players: [
    { name: '', kind: 'person', mine: true },
    { name: '', kind: 'computer', level: 3 },
  ],
  winner: 1,
  why: 'resigned',
};

test('a match of the story is replayed as the reader lived it', async () => {
  const replay = new ReplayState(storySource({ match: TOLD, record: 'a record' }), null);
  await vi.waitFor(() => expect(replay.failure || replay.shown).toBeTruthy(), PATIENCE);
  expect([replay.reader, replay.name(0), replay.name(1)]).toEqual([0, 'You', 'Max']);
  expect(asked.every(({ body }) => body!.reader === 0)).toBe(true);
  expect(replay.data!.outcome).toEqual({ winner: 1, draw: false, rule: null, why: 'resigned' });
});

test('the record of nobody in particular has no reader and no result of its own', async () => {
  const replay = await opened();
  expect([replay.reader, replay.data!.outcome]).toEqual([null, null]);
});

test('there is nothing to analyse where nothing was played', async () => {
  expect((await opened()).analysis).not.toBeNull();
  const none = { setup: SETUP, names: ['Lina', 'Max'], levels: [null, 3], over: false, ply: 0, steps: STEPS.slice(0, 1) };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(none), { headers: { 'content-type': 'application/json' } }));
  expect((await opened()).analysis).toBeNull();
});

test('what is wrong with a record is told in the words of the server', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ detail: 'line 1: no record' }), { status: 422 }));
  const replay = new ReplayState(recordSource('nonsense'), 0);
  await vi.waitFor(() => expect(replay.failure).toBe('line 1: no record'), PATIENCE);
});

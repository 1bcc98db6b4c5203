import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { open, storeChoices, storedChoices, storedLinks, timeControlFor, playing, newSeats, withOption } from './new_match';
import { store, readStored, preferredLanguage, settings } from '../settings/settings.svelte';

beforeEach(() => {
  localStorage.clear();
  settings.name = 'Lina';
});

describe('choices', () => {
  it('leave a house rule to the preset again', () => {
    const chosen = withOption({ rounds: 1 }, 'diagonal', 'edges', ['path', 'edges']);
    expect(chosen).toEqual({ rounds: 1, diagonal: 'edges' });
    expect(withOption(chosen, 'diagonal', '', ['path', 'edges'])).toEqual({ rounds: 1 });
    expect(withOption(chosen, 'rounds', '2')).toEqual({ rounds: 2, diagonal: 'edges' });
  });

  it('begin with the computer, and are remembered', () => {
    const first = storedChoices();
    expect(first.opponents).toBe('computer');
    storeChoices({ ...first, opponents: 'here', names: ['Lina', 'Max'] });
    expect(storedChoices()).toMatchObject({ opponents: 'here', names: ['Lina', 'Max'], level: first.level });
  });

  it('let as many play as were wished for, as far as the game allows', () => {
    const choices = { ...storedChoices(), players: 4 };
    expect(playing(choices, { players: { min: 2, max: 4 } })).toBe(4);
    expect(playing(choices, { players: { min: 2, max: 2 } })).toBe(2);
  });

  it('seat whoever begins first, and the others round the table', () => {
    const choices = { ...storedChoices(), opponents: 'here' as const, names: ['Lina', 'Max', 'Ida'] };
    expect(newSeats(choices, 1, 3).map((seat) => seat.name)).toEqual(['Max', 'Ida', 'Lina']);
    expect(newSeats(choices, null, 3, [], () => 0.99).map((seat) => seat.name)).toEqual(['Ida', 'Lina', 'Max']);
  });

  it('give the computer its level, and a guest a link', () => {
    const choices = { ...storedChoices(), level: 5 };
    expect(newSeats(choices, 0, 2)).toEqual([
      { kind: 'here', name: 'Lina' },
      { kind: 'computer', level: 5 },
    ]);
    expect(newSeats({ ...choices, opponents: 'link' }, 0, 2)[1]).toEqual({ kind: 'link' });
  });

  it('ask for the emblems that were chosen, for the players at this device', () => {
    const choices = { ...storedChoices(), opponents: 'here' as const, names: ['Lina', 'Max'] };
    expect(newSeats(choices, 1, 2, ['snail', '']).map((seat) => seat.emblem)).toEqual([undefined, 'snail']);
    expect(newSeats({ ...choices, opponents: 'computer' }, 0, 2, ['snail', 'ant']).map((seat) => seat.emblem)).toEqual(['snail', undefined]);
  });

  it('set a clock only where somebody comes by a link', () => {
    const choices = { ...storedChoices(), opponents: 'link' as const };
    expect(timeControlFor(choices)).toBeUndefined();
    const pace = { turn: 300, absent: 'resign' as const };
    expect(timeControlFor({ ...choices, pace })).toEqual(pace);
    expect(timeControlFor({ ...choices, pace, opponents: 'computer' })).toBeUndefined();
    expect(timeControlFor({ ...choices, pace, opponents: 'here' })).toBeUndefined();
  });
});

describe('settings', () => {
  it('take the first of our languages that the browser asks for', () => {
    expect(preferredLanguage(['it', 'de-CH', 'fr'])).toBe('de');
    expect(preferredLanguage([])).toBe('en');
  });

  it('are kept, and a broken memory is no memory', () => {
    settings.speed = 'calm';
    settings.keep();
    expect(readStored('moleworks.settings')).toMatchObject({ speed: 'calm', name: 'Lina' });
    localStorage.setItem('x', '{broken');
    expect(readStored('x')).toBeNull();
    store('x', [1]);
    expect(readStored('x')).toEqual([1]);
  });
});

describe('opening', () => {
  const order = { game: 'g', seats: [{ kind: 'here' as const }] };
  const opened = { id: 'm', code: null, seats: [], watch: { link: '', token: '' } };

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('asks again with the same key after a lost connection', async () => {
    vi.useFakeTimers();
    const keys: (string | undefined)[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      keys.push((init.headers as Record<string, string>)['idempotency-key']);
      if (keys.length === 1) throw new TypeError('the connection is lost');
      return new Response(JSON.stringify(opened), { status: 201 });
    });
    const opening = open(order);
    await vi.runAllTimersAsync();
    expect(await opening).toEqual(opened);
    expect(storedLinks('m')).toEqual(opened);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await open(order);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('does not ask again if it was refused', async () => {
    let asked = 0;
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      return new Response(JSON.stringify({ detail: 'No.' }), { status: 422 });
    });
    await expect(open(order)).rejects.toThrow('No.');
    expect(asked).toBe(1);
  });
});

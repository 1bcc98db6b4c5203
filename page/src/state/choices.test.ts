import { beforeEach, describe, expect, it } from 'vitest';

import { keepChoices, lastChoices, paceFor, playing, seatsFor } from './choices';
import { keep, kept, preferred, settings } from './settings.svelte';

beforeEach(() => {
  localStorage.clear();
  settings.name = 'Lina';
});

describe('choices', () => {
  it('begin with the computer, and are remembered', () => {
    const first = lastChoices();
    expect(first.opponents).toBe('computer');
    keepChoices({ ...first, opponents: 'here', names: ['Lina', 'Max'] });
    expect(lastChoices()).toMatchObject({ opponents: 'here', names: ['Lina', 'Max'], level: first.level });
  });

  it('let as many play as were wished for, as far as the game allows', () => {
    const choices = { ...lastChoices(), players: 4 };
    expect(playing(choices, { players: { min: 2, max: 4 } })).toBe(4);
    expect(playing(choices, { players: { min: 2, max: 2 } })).toBe(2);
  });

  it('seat whoever begins first, and the others round the table', () => {
    const choices = { ...lastChoices(), opponents: 'here' as const, names: ['Lina', 'Max', 'Ida'] };
    expect(seatsFor(choices, 1, 3).map((seat) => seat.name)).toEqual(['Max', 'Ida', 'Lina']);
    expect(seatsFor(choices, null, 3, () => 0.99).map((seat) => seat.name)).toEqual(['Ida', 'Lina', 'Max']);
  });

  it('give the computer its level, and a guest a link', () => {
    const choices = { ...lastChoices(), level: 5 };
    expect(seatsFor(choices, 0, 2)).toEqual([
      { kind: 'here', name: 'Lina' },
      { kind: 'computer', level: 5 },
    ]);
    expect(seatsFor({ ...choices, opponents: 'link' }, 0, 2)[1]).toEqual({ kind: 'link' });
  });

  it('set a clock only where somebody comes by a link', () => {
    const choices = { ...lastChoices(), opponents: 'link' as const };
    expect(paceFor(choices)).toBeUndefined();
    const pace = { turn: 300, absent: 'resign' as const };
    expect(paceFor({ ...choices, pace })).toEqual(pace);
    expect(paceFor({ ...choices, pace, opponents: 'computer' })).toBeUndefined();
    expect(paceFor({ ...choices, pace, opponents: 'here' })).toBeUndefined();
  });
});

describe('settings', () => {
  it('take the first of our languages that the browser asks for', () => {
    expect(preferred(['it', 'de-CH', 'fr'])).toBe('de');
    expect(preferred([])).toBe('en');
  });

  it('are kept, and a broken memory is no memory', () => {
    settings.speed = 'calm';
    settings.keep();
    expect(kept('moleworks.settings')).toMatchObject({ speed: 'calm', name: 'Lina' });
    localStorage.setItem('x', '{broken');
    expect(kept('x')).toBeNull();
    keep('x', [1]);
    expect(kept('x')).toEqual([1]);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Emotes } from './emotes.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an emote is shown in words for a while, unless another one follows', () => {
  const emotes = new Emotes();
  emotes.words = { wow: 'Wow!' };
  expect(emotes.show({ type: 'emote', seat: 1, name: 'wow' })).toBe('Wow!');
  expect(emotes.show({ type: 'emote', seat: 0, name: 'odd' })).toBe('odd');
  vi.advanceTimersByTime(5000);
  expect(emotes.shown).toEqual({ 0: 'odd', 1: 'Wow!' });
  emotes.show({ type: 'emote', seat: 1, name: 'hello' });
  vi.advanceTimersByTime(1000);
  expect(emotes.shown).toEqual({ 0: '', 1: 'hello' });
});

import { expect, it, vi } from 'vitest';

import { announcer } from '../speech/announcer.svelte';
import { barWidths, Hints } from './hints.svelte';

const LINE = { action: 'a1', said: 'to a1', value: 0.5, worth: 'even', line: ['a1'], why: 'it is free' };

it('a hint is kept and announced, one request at a time', async () => {
  const hints = new Hints();
  const request = vi.fn(async () => [LINE]);
  const asked = hints.ask(request, () => false);
  expect(hints.thinking).toBe(true);
  await hints.ask(request, () => false);
  await asked;
  expect([hints.lines, hints.thinking, request.mock.calls.length]).toEqual([[LINE], false, 1]);
  expect(announcer.last.toLowerCase()).toContain('to a1');
});

it('a hint for an older position is dropped', async () => {
  const hints = new Hints();
  await hints.ask(async () => [LINE], () => true);
  expect([hints.lines, hints.thinking]).toEqual([[], false]);
});

it('who gets no hint hears why, and may ask again', async () => {
  const hints = new Hints();
  await expect(hints.ask(() => Promise.reject(new Error('No hints here.')), () => false)).rejects.toThrow('No hints here.');
  expect(hints.thinking).toBe(false);
});

it('the bar of the best hint is full, whether few or many points are good', () => {
  const widths = (...values: number[]) => barWidths(values.map((value) => ({ value })));
  expect(widths(0.6, 0.3, 0.15)).toEqual([100, 50, 25]);
  expect(widths(4, 5, 8)).toEqual([100, 88, 50]);
  expect(widths(5, 0)).toEqual([100, 6]);
  expect(widths(0, 0)).toEqual([100, 100]);
});

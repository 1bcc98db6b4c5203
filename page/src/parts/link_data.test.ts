// @vitest-environment node
import { expect, test } from 'vitest';

import { LONGEST, compress, parseReplayAddress, decompress } from './link_data';

const RECORD = '[Game "mole-hill"]\n[Seat0 "Zoë"]\n\n' + Array.from({ length: 60 }, (_, n) => `${n + 1}. c${(n % 9) + 1} a1|b1 `).join('');

test('a record goes into an address and comes out again', async () => {
  const text = await compress(RECORD);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThan(LONGEST);
  expect(await decompress(text)).toBe(RECORD);
});

test('a part of an address is no record', async () => {
  const text = await compress(RECORD);
  await expect(decompress(text.slice(0, text.length / 2))).rejects.toThrow();
  await expect(decompress('nonsense!')).rejects.toThrow();
});

test('an address says what to show and from where', () => {
  expect(parseReplayAddress('abc~12')).toEqual({ what: 'abc', ply: 12 });
  expect(parseReplayAddress('abc')).toEqual({ what: 'abc', ply: null });
  expect(parseReplayAddress('abc~x')).toEqual({ what: 'abc', ply: null });
  expect(parseReplayAddress('')).toEqual({ what: '', ply: null });
});

// @vitest-environment node
import { expect, test } from 'vitest';

import { LONGEST, packed, parts, unpacked } from './link';

const RECORD = '[Game "mole-hill"]\n[Seat0 "Zoë"]\n\n' + Array.from({ length: 60 }, (_, n) => `${n + 1}. c${(n % 9) + 1} a1|b1 `).join('');

test('a record goes into an address and comes out again', async () => {
  const text = await packed(RECORD);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(text.length).toBeLessThan(LONGEST);
  expect(await unpacked(text)).toBe(RECORD);
});

test('a part of an address is no record', async () => {
  const text = await packed(RECORD);
  await expect(unpacked(text.slice(0, text.length / 2))).rejects.toThrow();
  await expect(unpacked('nonsense!')).rejects.toThrow();
});

test('an address says what to show and from where', () => {
  expect(parts('abc~12')).toEqual({ what: 'abc', ply: 12 });
  expect(parts('abc')).toEqual({ what: 'abc', ply: null });
  expect(parts('abc~x')).toEqual({ what: 'abc', ply: null });
  expect(parts('')).toEqual({ what: '', ply: null });
});

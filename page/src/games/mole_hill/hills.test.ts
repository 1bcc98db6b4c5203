import { describe, expect, it } from 'vitest';

import { hillsLeft, isDark } from './hills';

const LAWN = { light: 3, dark: 2 };

describe('light and dark molehills', () => {
  it('uses the light ones first', () => {
    expect([1, 2, 3, 4, 5].map((number) => isDark(LAWN, number))).toEqual([false, false, false, true, true]);
  });

  it('leaves as many as are not dug, of the kind that comes next', () => {
    for (let dug = 0; dug <= 5; dug++) {
      const rest = Array.from({ length: 5 - dug }, (_, n) => isDark(LAWN, dug + n + 1));
      const dark = rest.filter(Boolean).length;
      expect(hillsLeft(LAWN, dug)).toEqual({ light: rest.length - dark, dark });
    }
  });
});

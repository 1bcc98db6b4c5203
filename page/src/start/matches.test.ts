import { expect, it } from 'vitest';

import { isOpen } from './matches';

it('continues what is played or waited for, and not what is over or only watched', () => {
  expect(isOpen({ status: 'playing', mine: [0] })).toBe(true);
  expect(isOpen({ status: 'waiting', mine: [1] })).toBe(true);
  expect(isOpen({ status: 'over', mine: [0] })).toBe(false);
  expect(isOpen({ status: 'archived', mine: [0] })).toBe(false);
  expect(isOpen({ status: 'playing', mine: [] })).toBe(false);
});

import { describe, expect, it } from 'vitest';

import type { LoggedAction } from '../api/schema';
import { decided } from './log_lines';

const line = (name: string, said: string[], moment?: string[]): LoggedAction => ({ ply: 1, seat: 0, name, said, moment });

describe('what decided a match', () => {
  const end = line('a1', ['You step from a2 to a1.', 'The mole is stuck.'], ['The mole is stuck.']);

  it('is what made its last action a moment', () => {
    expect(decided([line('b1', ['You start on b1.']), end])).toBe('The mole is stuck.');
  });

  it('stays when somebody asks for another match', () => {
    expect(decided([end, line('!offer rematch', ['Max would like to play again.'])])).toBe('The mole is stuck.');
  });

  it('is what somebody did who ended it', () => {
    expect(decided([end, line('!resign', ['Max gives up.'])])).toBe('Max gives up.');
    expect(decided([])).toBe('');
  });

  it('is also that somebody was out of time', () => {
    const late = [line('!late resign', ['You are out of time.']), line('!resign', ['You give up.'])];
    expect(decided(late)).toBe('You are out of time. You give up.');
    expect(decided([...late, line('!offer rematch', ['Max would like to play again.'])])).toBe('You are out of time. You give up.');
  });
});

import { describe, expect, it } from 'vitest';

import { timeControlText, durationText, warnings } from './turn_time';

describe('time', () => {
  it('is told the less exactly the more there is, and never as less than there is', () => {
    expect(durationText(0.2)).toBe('1 second');
    expect(durationText(61)).toBe('1 minute 1 second');
    expect(durationText(299.5)).toBe('5 minutes');
    expect(durationText(14 * 60 + 1)).toBe('15 minutes');
    expect(durationText(2 * 3600 + 61)).toBe('2 hours 2 minutes');
    expect(durationText(3 * 86400)).toBe('3 days');
    expect(durationText(86400 + 1)).toBe('1 day 1 hour');
  });

  it('is little twice in a turn, be it short or long', () => {
    expect(warnings(60)).toEqual([15, 5]);
    expect(warnings(86400)).toEqual([21600, 60]);
  });

  it('is agreed on with what follows', () => {
    const said = 'Time for a turn: 5 minutes. When time is up: the player gives up.';
    expect(timeControlText({ turn: 300, absent: 'resign' })).toBe(said);
  });
});

import { describe, expect, it } from 'vitest';

import { splitRule } from './rule_numbers';

describe('rule numbers', () => {
  it('are taken out of sentences; the first one is kept for a link', () => {
    const told = 'You flip a 4. You have no mole that can move 4: the turn is lost (MC6). You now shuffle all six discs (MC4).';
    expect(splitRule(told)).toEqual({
      text: 'You flip a 4. You have no mole that can move 4: the turn is lost. You now shuffle all six discs.',
      rule: 'MC6',
    });
  });

  it('are not what else stands in brackets', () => {
    const told = 'Pixel (sky blue): 1 mole. Max (AB) waits.';
    expect(splitRule(told)).toEqual({ text: told });
  });
});

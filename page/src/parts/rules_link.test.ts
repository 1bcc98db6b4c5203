import { expect, test } from 'vitest';

import { rulesFromLink, rulesInLink, type AgreedRules } from './rules_link';

const fields = (link: string) => Object.fromEntries(link.split('&').slice(1).map((part) => part.split('=')));

test.each<AgreedRules>([
  { preset: 'short', options: {} },
  { preset: 'ravensburger', options: { specials: false, all_home: 'may-wait', reshuffle: 5 } },
  { preset: undefined, options: { specials: true } },
])('a link keeps %o', (agreed) => {
  expect(rulesFromLink(fields(rulesInLink(agreed)))).toEqual(agreed);
});

test('a game that was never set up has no rules in its link', () => {
  expect(rulesInLink()).toBe('');
  expect(rulesInLink({ options: undefined })).toBe('');
});

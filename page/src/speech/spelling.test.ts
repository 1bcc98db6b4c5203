import { afterEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../settings/settings.svelte';
import { setLanguage } from '../texts/texts.svelte';
import { spelled } from './spelling.svelte';

const SAID = 'c3: free, rod north. Hill 7, S1, b12 and c3.';

describe('spelling', () => {
  afterEach(async () => {
    settings.spelling = false;
    await setLanguage('en');
  });

  it('says nothing else unless it is asked for', () => {
    expect(spelled(SAID)).toBe(SAID);
  });

  it.each([
    ['en', 'Charlie 3: free, rod north. Hill 7, S1, Bravo 12 and Charlie 3.'],
    ['fr', 'Célestin 3: free, rod north. Hill 7, S1, Berthe 12 and Célestin 3.'],
    ['de', 'Cäsar 3: free, rod north. Hill 7, S1, Berta 12 and Cäsar 3.'],
  ] as const)('says a word for each letter of a space in %s', async (language, expected) => {
    settings.spelling = true;
    await setLanguage(language);
    await vi.waitUntil(() => spelled(SAID) === expected);
    expect(spelled(spelled(SAID))).toBe(expected);
  });
});

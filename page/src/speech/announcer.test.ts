import { beforeEach, describe, expect, it } from 'vitest';

import { announcer } from './announcer.svelte';
import { settings } from '../settings/settings.svelte';

beforeEach(() => {
  settings.speech = true;
});

describe('the announcer', () => {
  it('says equal texts again, in the other region', () => {
    announcer.say('Lina digs.');
    const first = announcer.texts;
    announcer.say('Lina digs.');
    expect(announcer.texts).toEqual([first[1], first[0]]);
    expect(announcer.texts.join('')).toBe('Lina digs.');
  });

  it('is silent where speech is off, and never says nothing', () => {
    announcer.say('Lina digs.');
    const before = announcer.texts;
    announcer.say('');
    settings.speech = false;
    announcer.say('Max digs.');
    expect(announcer.texts).toEqual(before);
    expect(announcer.last).toBe('Max digs.');
  });
});

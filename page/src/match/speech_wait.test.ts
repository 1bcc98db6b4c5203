import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { settings } from '../settings/settings.svelte';
import { announcer } from '../speech/announcer.svelte';
import { SpeechWait } from './speech_wait';

const SENTENCE = 'x'.repeat(32);

/** The announcer outlives a test, so each begins later than the one before ended. */
let clock = Date.now();
let wait: SpeechWait;
let done: string[];
const act = (name: string, waits = true) => wait.after(() => done.push(name), waits);

beforeEach(() => {
  vi.useFakeTimers({ now: (clock += 1_000_000) });
  Object.assign(settings, { waits: true, rate: 16, speech: true });
  wait = new SpeechWait();
  done = [];
});

afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  Object.assign(settings, { waits: false, rate: 16 });
});

describe('the pace for ears', () => {
  it('lets what others do wait until what was said before has been said, by the rate of the settings', () => {
    announcer.say(SENTENCE);
    act('a');
    vi.advanceTimersByTime(1999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['a']);
    settings.rate = 32;
    announcer.say(SENTENCE);
    act('b');
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(['a', 'b']);
  });

  it('keeps the order, and lets nothing wait that need not', () => {
    act('first', false);
    announcer.say(SENTENCE);
    act('own', false);
    expect(done).toEqual(['first', 'own']);
    act('other');
    act('table', false);
    expect(done).toEqual(['first', 'own']);
    vi.advanceTimersByTime(2000);
    expect(done).toEqual(['first', 'own', 'other', 'table']);
  });

  it('goes on at once when it is asked to, one action at a time', () => {
    announcer.say(SENTENCE);
    act('a');
    act('b');
    wait.goOn();
    expect(done).toEqual(['a']);
    wait.goOn();
    expect(done).toEqual(['a', 'b']);
    wait.goOn();
    expect(done).toEqual(['a', 'b']);
  });

  it('does all that waits before the player acts, and nothing after the match was left', () => {
    announcer.say(SENTENCE);
    act('a');
    act('b');
    wait.finish();
    expect(done).toEqual(['a', 'b']);
    act('c');
    wait.stop();
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual(['a', 'b']);
  });

  it('waits for nobody who did not ask for it, or who hears nothing', () => {
    settings.waits = false;
    announcer.say(SENTENCE);
    act('a');
    expect(done).toEqual(['a']);
    settings.waits = true;
    vi.advanceTimersByTime(2000);
    settings.speech = false;
    announcer.say(SENTENCE);
    act('b');
    expect(done).toEqual(['a', 'b']);
  });
});

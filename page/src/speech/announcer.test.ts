import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { answer } from './answers';
import { announcer, PAUSE } from './announcer.svelte';
import { settings } from '../settings/settings.svelte';
import { t } from '../texts/texts.svelte';
import { LONGEST } from './length';

const texts = () => announcer.lines.map((line) => line.text);

beforeEach(() => {
  settings.speech = true;
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the announcer', () => {
  it('says equal texts again, in a new line, and keeps the first', () => {
    announcer.say('Lina digs.');
    vi.advanceTimersByTime(PAUSE);
    const first = announcer.lines.at(-1);
    announcer.say('Lina digs.');
    expect(announcer.lines.at(-2)).toBe(first);
    vi.advanceTimersByTime(PAUSE);
    announcer.say('Lina digs.');
    expect(texts().slice(-3).map((text) => text.trim())).toEqual(Array(3).fill('Lina digs.'));
    expect(texts().at(-1)).not.toBe(texts().at(-2));
    expect(texts().at(-2)).not.toBe(texts().at(-3));
    expect(announcer.last).toBe('Lina digs.');
  });

  it('says the first at once and the others one after the other, in order', () => {
    announcer.say('one');
    announcer.say('two');
    announcer.say('three');
    expect(texts().at(-1)).toBe('one');
    expect(announcer.busy).toBe(true);
    vi.advanceTimersByTime(PAUSE - 1);
    expect(texts().at(-1)).toBe('one');
    vi.advanceTimersByTime(1);
    expect(texts().slice(-2)).toEqual(['one', 'two']);
    vi.advanceTimersByTime(PAUSE);
    expect(texts().slice(-3)).toEqual(['one', 'two', 'three']);
    expect(announcer.busy).toBe(false);
  });

  it('forgets old lines, but never those that were added last', () => {
    let said: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      said = [...said, `line ${n}`].slice(-4);
      announcer.say(`line ${n}`);
      vi.advanceTimersByTime(PAUSE);
      expect(texts().length).toBeLessThan(15);
      expect(texts().slice(-said.length)).toEqual(said);
    }
  });

  it('answers a key in parts: the same key again says the next one, and another begins anew', () => {
    const text = `${'One two three four. '.repeat(20)}Five.`.replace(/ {2}/g, ' ');
    const answers: string[] = [];
    const ask = (key: string) => {
      answer(key, text);
      answers.push(announcer.last);
      vi.advanceTimersByTime(PAUSE);
    };
    for (let n = 0; n < 3; n += 1) ask('p');
    expect(answers.every((answer) => answer.length <= LONGEST)).toBe(true);
    expect(answers.map((answer) => answer.replace(` ${t('more_same_key')}`, '')).join(' ')).toBe(text);
    expect(answers.map((answer) => answer.endsWith(t('more_same_key')))).toEqual([true, true, false]);
    ask('p');
    expect(answers[3]).toBe(answers[0]);
    ask('m');
    expect(answers[4]).toBe(answers[0]);
    ask('p');
    expect(answers[5]).toBe(answers[0]);
    announcer.say('Lina digs.');
    ask('p');
    expect(answers[6]).toBe(answers[0]);
  });

  it('is silent where speech is off, and never says nothing', () => {
    announcer.say('Lina digs.');
    const before = announcer.lines;
    announcer.say('');
    settings.speech = false;
    announcer.say('Max digs.');
    vi.runAllTimers();
    expect(announcer.lines).toEqual(before);
    expect(announcer.last).toBe('Max digs.');
  });
});

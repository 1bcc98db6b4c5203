import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { BoardKind } from '../board/types';
import { settings } from '../settings/settings.svelte';
import { AnimationQueue } from './animation.svelte';

const KIND = { endpoints: (action: string) => (action === 'pass' ? {} : { to: action }), animationSteps: () => 2 } as unknown as BoardKind;
const frame = (name: string, seat = 1) => ({ view: { after: name }, news: { name, seat } });

let queue: AnimationQueue;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  settings.speed = 'normal';
  queue = new AnimationQueue({ kind: KIND, ownSeats: [0] });
  queue.show({ after: '' }, []);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the queue of actions', () => {
  it('shows the first position at once', () => {
    expect([queue.shown, queue.running, queue.last]).toEqual([{ view: { after: '' } }, false, []]);
  });

  it('shows one action after the other, each with the view before it', async () => {
    queue.show({ after: 'b' }, [frame('a'), frame('b')]);
    expect(queue.shown).toEqual({ view: { after: 'a' }, before: { after: '' }, news: { name: 'a', seat: 1 } });
    expect([queue.running, queue.last]).toEqual([true, ['a']]);
    await vi.advanceTimersByTimeAsync(2 * settings.step + settings.pause - 1);
    expect(queue.last).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(queue.shown?.before).toEqual({ after: 'a' });
    // The last action is followed by no pause.
    await vi.advanceTimersByTimeAsync(2 * settings.step);
    expect([queue.shown, queue.running, queue.last]).toEqual([{ view: { after: 'b' } }, false, ['b']]);
  });

  it('does not pause after an action of this device', async () => {
    queue.show({ after: 'b' }, [frame('a', 0), frame('b')]);
    await vi.advanceTimersByTimeAsync(2 * settings.step);
    expect(queue.last).toEqual(['b']);
  });

  it('takes further actions while it runs', async () => {
    queue.show({ after: 'a' }, [frame('a')]);
    queue.show({ after: 'b' }, [frame('b')]);
    await vi.runAllTimersAsync();
    expect(queue.shown).toEqual({ view: { after: 'b' } });
  });

  it('keeps the marks of the action before one without spaces', async () => {
    queue.show({ after: 'pass' }, [frame('a'), frame('pass')]);
    await vi.runAllTimersAsync();
    expect(queue.last).toEqual(['a']);
  });

  it('is skipped to the last position', async () => {
    queue.show({ after: 'c' }, [frame('a'), frame('b'), frame('c')]);
    queue.skip();
    expect([queue.shown, queue.last]).toEqual([{ view: { after: 'c' } }, ['c']]);
    await vi.runAllTimersAsync();
    expect([queue.shown, queue.running]).toEqual([{ view: { after: 'c' } }, false]);
  });

  it('shows the last actions again, from where they began', async () => {
    queue.show({ after: 'b' }, [frame('a'), frame('b')]);
    await vi.runAllTimersAsync();
    queue.replay();
    expect(queue.shown?.before).toEqual({ after: '' });
    await vi.runAllTimersAsync();
    expect(queue.shown).toEqual({ view: { after: 'b' } });
  });

  it('shows again from the last own action on, with what others did since', async () => {
    queue.show({ after: 'a' }, [frame('a')]);
    queue.show({ after: 'own' }, [frame('own', 0)]);
    await vi.runAllTimersAsync();
    queue.show({ after: 'b' }, [frame('b')]);
    queue.show({ after: 'c' }, [frame('c')]);
    await vi.runAllTimersAsync();
    const seen: unknown[] = [];
    queue.replay();
    expect(queue.again).toBe(true);
    while (queue.running) {
      seen.push([queue.shown?.before, queue.shown?.news?.name]);
      await vi.advanceTimersByTimeAsync(2 * settings.step + (seen.length === 1 ? 0 : settings.pause));
    }
    expect(seen).toEqual([[{ after: 'a' }, 'own'], [{ after: 'own' }, 'b'], [{ after: 'b' }, 'c']]);
    expect([queue.shown, queue.again]).toEqual([{ view: { after: 'c' } }, false]);
  });

  it('shows nothing again that was undone', async () => {
    queue.show({ after: 'own' }, [frame('own', 0)]);
    await vi.runAllTimersAsync();
    queue.show({ after: '' }, []);
    queue.replay();
    expect(queue.running).toBe(false);
  });

  it('tells each action while it is shown', async () => {
    queue.show({ after: 'b' }, [{ ...frame('a'), said: ['A goes.'] }, { ...frame('b'), said: ['B goes.'] }]);
    expect(queue.told).toBe('A goes.');
    await vi.advanceTimersByTimeAsync(2 * settings.step + settings.pause);
    expect(queue.told).toBe('B goes.');
  });

  it('stops at a moment until it has been seen, or somebody goes on', async () => {
    const kind = { ...KIND, isMoment: ({ name }: { name: string | null }) => name === 'a' } as BoardKind;
    queue = new AnimationQueue({ kind, ownSeats: [0] });
    queue.show({ after: '' }, []);
    const frames = [{ ...frame('a'), said: ['The round is over.'] }, { ...frame('b'), said: ['B goes.'] }];
    queue.show({ after: 'b' }, frames);
    expect(queue.moment).toBe(null);
    await vi.advanceTimersByTimeAsync(2 * settings.step);
    expect([queue.moment, queue.last]).toEqual([['The round is over.'], ['a']]);
    await vi.advanceTimersByTimeAsync(3 * settings.pause);
    expect(queue.last).toEqual(['a']);
    queue.goOn();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.moment, queue.last]).toEqual([null, ['b']]);
    queue.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(queue.running).toBe(false);
  });

  it('shows only the result to nobody', () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    queue.show({ after: 'b' }, [frame('a'), frame('b')]);
    expect([queue.shown, queue.running, queue.last]).toEqual([{ view: { after: 'b' } }, false, ['b']]);
  });

  it('shows nothing more once it is stopped', async () => {
    queue.show({ after: 'b' }, [frame('a'), frame('b')]);
    queue.stop();
    await vi.runAllTimersAsync();
    expect([queue.last, queue.running]).toEqual([['a'], false]);
  });
});

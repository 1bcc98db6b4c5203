import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { BoardKind } from '../board/types';
import { settings } from '../settings/settings.svelte';
import { AnimationQueue } from './animation.svelte';

const KIND = { endpoints: (action: string) => (action === 'pass' ? {} : { to: action }), animationSteps: () => 2 } as unknown as BoardKind;
const DICE: BoardKind = { ...KIND, isThrow: ({ name }) => name === 'roll' };
const frame = (name: string, seat: number | null = 1) => ({ view: { after: name }, news: { name, seat } });

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

  it('leaves no marks of what was undone', async () => {
    queue.show({ after: 'a' }, [frame('a')]);
    await vi.runAllTimersAsync();
    queue.show({ after: '' }, []);
    expect(queue.last).toEqual([]);
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
    expect([queue.told, queue.waiting]).toEqual(['A goes.', 1]);
    await vi.advanceTimersByTimeAsync(2 * settings.step + settings.pause);
    expect([queue.told, queue.waiting]).toEqual(['B goes.', 0]);
  });

  it('stops at a moment until it has been seen, or somebody goes on', async () => {
    const frames = [{ ...frame('a'), said: ['A goes.', 'The round is over.'], moment: ['The round is over.'] }, { ...frame('b'), said: ['B goes.'] }];
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

  it('is skipped by a tap up to the next moment, which is still read, and then to the end', async () => {
    const end = { ...frame('c'), said: ['The round is over.'], moment: ['The round is over.'] };
    queue.show({ after: 'e' }, [frame('a'), frame('b'), end, frame('d'), frame('e')]);
    queue.skipToMoment();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.shown, queue.moment]).toEqual([{ view: { after: 'c' }, before: { after: 'b' }, news: { name: 'c', seat: 1 } }, null]);
    queue.skipToMoment();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.moment, queue.last]).toEqual([['The round is over.'], ['c']]);
    queue.skipToMoment();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.moment, queue.last, queue.running]).toEqual([null, ['d'], true]);
    queue.skipToMoment();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.shown, queue.last, queue.running]).toEqual([{ view: { after: 'e' } }, ['e'], false]);
  });

  it('waits for dice to be thrown by a player of this device', async () => {
    queue = new AnimationQueue({ kind: DICE, ownSeats: [0], at: { actor: 0 } });
    queue.byHand = true;
    queue.show({ after: '' }, []);
    queue.show({ after: 'roll' }, [{ ...frame('roll'), said: ['You roll: dog.'] }]);
    await vi.advanceTimersByTimeAsync(2 * settings.pause);
    expect([queue.throwing, queue.told, queue.waiting, queue.shown]).toEqual([true, '', 1, { view: { after: '' } }]);
    queue.goOn();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.throwing, queue.told, queue.waiting]).toEqual([false, 'You roll: dog.', 0]);
    await vi.runAllTimersAsync();
    // Nobody throws what is only shown again.
    queue.replay();
    expect([queue.throwing, queue.told]).toEqual([false, 'You roll: dog.']);
  });

  it('rolls dice by itself after a while, and does not wait for them if another action is chosen', async () => {
    queue = new AnimationQueue({ kind: DICE, ownSeats: [0], at: { actor: 0 } });
    queue.byHand = true;
    queue.show({ after: '' }, []);
    queue.show({ after: 'b' }, [frame('roll', null), frame('b', 0)]);
    expect(queue.throwing).toBe(true);
    queue.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.throwing, queue.running, queue.shown]).toEqual([false, false, { view: { after: 'b' } }]);
    queue.show({ after: 'roll' }, [frame('roll', null)]);
    expect(queue.throwing).toBe(true);
    await vi.runAllTimersAsync();
    expect([queue.throwing, queue.running, queue.shown]).toEqual([false, false, { view: { after: 'roll' } }]);
  });

  it('does not ask to throw the dice of others', () => {
    queue = new AnimationQueue({ kind: DICE, ownSeats: [0], at: { actor: 0 } });
    queue.byHand = true;
    queue.show({ after: '' }, []);
    queue.show({ after: 'b' }, [frame('roll', null), frame('b', 1)]);
    expect(queue.throwing).toBe(false);
  });

  it('clears the board for the next round after its end has been read', async () => {
    const kind = { ...KIND, animationSteps: () => 2, clearingSteps: () => 1 } as BoardKind;
    queue = new AnimationQueue({ kind, ownSeats: [0] });
    queue.show({ after: '' }, []);
    queue.show({ after: 'a' }, [{ ...frame('a'), said: ['The round is over.'], moment: ['The round is over.'] }]);
    await vi.advanceTimersByTimeAsync(settings.step);
    expect([queue.moment, queue.shown?.held]).toEqual([['The round is over.'], true]);
    queue.goOn();
    await vi.advanceTimersByTimeAsync(0);
    expect([queue.shown?.held, queue.running]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(settings.step);
    expect([queue.shown, queue.running]).toEqual([{ view: { after: 'a' } }, false]);
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

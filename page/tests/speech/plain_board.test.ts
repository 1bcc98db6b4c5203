/** The board of a game without a drawing: by mouse, by key and by ear. */
import './browser';

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Listener } from '../../src/api/live';
import type { MatchSource } from '../../src/api/source';
import type { AnyCommand, AtMessage, SetupReply, TableMessage } from '../../src/api/schema';
// The first letter key loads what letters do; here it is there already, so that no test waits for it.
import '../../src/board/commands';
import { boardKind } from '../../src/games';
import { MatchState } from '../../src/match/match.svelte';
import { announcer } from '../../src/speech/announcer.svelte';
import { t } from '../../src/texts/texts.svelte';
import MatchBoard from '../../src/board/MatchBoard.svelte';
import { viewLines } from '../../src/board/plain/view_lines';

const GAME = 'pebble-race';
const SETUP: SetupReply = { game: GAME, title: 'Pebble Race', players: 2, preset: '', options: {}, board: {}, rotations: null, rules: [], seats: [0], host: true, seq: 0, table_settings: [], notebook: true };
const TABLE = { type: 'table', game: GAME, seats: [], offers: [], left: null, outcome: null } as unknown as TableMessage;

/** An update in which seat 0 has these legal actions. */
function update(seq: number, legal: string[]): AtMessage {
  const actor = legal.length ? 0 : 1;
  const actions = Object.fromEntries(legal.map((name) => [name, `You ${name}`]));
  const words = { seat: 0, hidden: false, spaces: {}, actions, position: [`pile: ${seq}`, 'Lina: points 3.'], mine: ['Lina: points 3.'], known: [], steps: [] };
  return {
    type: 'at', seq, ply: seq, status: 'playing', actor, news: [],
    eyes: [{ seat: 0, view: { pile: seq }, legal }],
    words: { ask: legal.length ? 'Lina, choose.' : 'Max, choose.', standing: ['Lina: points 3.'], eyes: [words] },
  };
}

class FakeSource implements MatchSource {
  sent: AnyCommand[] = [];
  listener!: Listener;
  setup = async () => SETUP;
  emotes = async () => ({});
  logLines = async () => [];
  around = async () => '';
  ask = async (text: string) => ({ said: [], action: text });
  hint = async () => [];

  connect(listener: Listener) {
    this.listener = listener;
    listener.onMessage(TABLE);
    listener.onMessage(update(1, ['dig', 'stop', 'wait']));
    return { send: (command: AnyCommand) => void this.sent.push(command), close: () => {} };
  }
}

let source: FakeSource;
let match: MatchState;
let board: object;

async function settled(): Promise<void> {
  flushSync();
  await new Promise((done) => setTimeout(done));
  flushSync();
}

async function press(key: string, code = key): Promise<void> {
  const shiftKey = key.startsWith('Shift+');
  const name = key.replace('Shift+', '');
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, code: code.replace('Shift+', ''), shiftKey, bubbles: true }));
  await settled();
}

const buttons = () => [...document.querySelectorAll<HTMLElement>('[data-space]')];
const focused = () => (document.activeElement as HTMLElement).dataset.space;

beforeEach(async () => {
  sessionStorage.clear();
  document.body.innerHTML = '';
  vi.stubGlobal('fetch', async () => new Response('[]'));
  source = new FakeSource();
  match = new MatchState('fake', source);
  await vi.waitUntil(() => match.animation.shown && match.kind, 10_000);
  board = mount(MatchBoard, { target: document.body, props: { match } });
  await settled();
});

afterEach(async () => {
  match.close();
  await unmount(board);
  vi.unstubAllGlobals();
});

describe('a game without a drawing', () => {
  it('gets the plain board, whatever its id', async () => {
    expect(await boardKind('constructor')).toBe(await boardKind(GAME));
    expect(match.kind!.inWords).toBeDefined();
  });

  it('shows the position in sentences and a button for each action', () => {
    expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['pile: 1', 'Lina: points 3.']);
    expect(buttons().map((button) => button.textContent?.trim())).toEqual(['You dig', 'You stop', 'You wait']);
    expect(buttons().map((button) => button.tabIndex)).toEqual([0, -1, -1]);
    expect(document.querySelector('[role=application]')!.getAttribute('aria-label')).toContain('Pebble Race');
    expect(match.freeActions).toEqual([]);
  });

  it('is played by mouse and by digit', () => {
    buttons()[1]!.click();
    expect(source.sent.at(-1)).toMatchObject({ do: 'play', action: 'stop' });
    buttons()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }));
    expect(source.sent.at(-1)).toMatchObject({ do: 'play', action: 'wait' });
  });

  it('has the focus, and arrows lead to and fro but not beyond the edge', async () => {
    expect(focused()).toBe('dig');
    await press('ArrowRight');
    await press('ArrowDown');
    expect(focused()).toBe('wait');
    await press('ArrowRight');
    expect([focused(), announcer.last]).toEqual(['wait', t('edge')]);
    await press('ArrowLeft');
    expect(focused()).toBe('stop');
    await press('Shift+ArrowLeft');
    expect(announcer.last).toBe('You dig');
    await press('n');
    await press('n');
    expect(focused()).toBe('dig');
  });

  it('answers the keys of every board', async () => {
    const answers: Record<string, string> = {
      t: 'Lina, choose.', m: 'Lina: points 3.', p: 'pile: 1 Lina: points 3.', s: 'Lina: points 3.', r: 'pile: 1 Lina: points 3.',
      g: '1: You dig; 2: You stop; 3: You wait', x: t('one_layer'), l: t('nothing_yet'),
      i: t('none_there'), j: t('none_there'), v: t('none_there'), b: t('none_there'),
    };
    for (const [key, answer] of Object.entries(answers)) {
      await press(key);
      expect(announcer.last, key).toBe(answer);
    }
    await press('k');
    expect(t('keys_help').startsWith(announcer.last.replace(` ${t('more_same_key')}`, ''))).toBe(true);
    await press('u');
    expect(source.sent.at(-1)!.do).toBe('undo');
  });

  it('keeps the focus while there is nothing to do', async () => {
    source.listener.onMessage(update(2, []));
    await settled();
    expect(buttons().map((button) => button.textContent?.trim())).toEqual([t('not_now')]);
    expect(focused()).toBe('');
    await press('t');
    expect(announcer.last).toBe('Max, choose.');
    source.listener.onMessage(update(3, ['stop', 'dig']));
    await settled();
    expect(focused()).toBe('stop');
  });
});

describe('a view without sentences', () => {
  it('is shown field by field', () => {
    expect(viewLines({ phase: 'dig', seat: 0, pile: 4, last_find: null, kept: [3, 5], found: { worms: 2 } })).toEqual([
      'pile: 4', 'last find: –', 'kept: 3, 5', 'found: worms: 2',
    ]);
  });
});

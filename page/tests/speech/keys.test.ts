/** Every key of the board, in every game and language: what a screen reader says. */
import { Ear, announced, spoken, wordsIn } from './ear';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Direction, Space } from '../../src/board/types';
import { line } from '../../src/board/commands';
import { KEYS } from '../../src/board/places';
import { settings, type Language } from '../../src/settings/settings.svelte';
import { LONGEST } from '../../src/speech/length';
import { t } from '../../src/texts/texts.svelte';
import { GAMES } from './recorded';

const LANGUAGES: Language[] = ['en', 'fr', 'de'];
const EVERY = GAMES.flatMap((game) => LANGUAGES.map((language) => ({ game, language })));

let ear: Ear;

/** The current spaces of the board. */
function spaces(): Map<string, Space> {
  const { kind, setup, animation } = ear.match;
  return new Map(kind!.spaces(setup!, animation.shown!.view, false).map((space) => [space.name, space]));
}

function said(space: string): string {
  return ear.match.spaces[space]!;
}

/** A space with a neighbour in this direction, and one without. */
function examples(direction: Direction): (Space | undefined)[] {
  const shown = [...spaces().values()].filter((space) => space.layer === 0);
  return [shown.find((space) => space.next[direction]), shown.find((space) => !space.next[direction])];
}

/** An answer, all of its parts: each is short enough, and the same key says the next one. */
async function inParts(key: string): Promise<string> {
  const more = ` ${spoken(t('more_same_key'))}`;
  const parts: string[] = [];
  do {
    const [part] = (await ear.asks(key)).map(spoken);
    expect(part!.length).toBeLessThanOrEqual(LONGEST);
    parts.push(part!);
  } while (parts.at(-1)!.endsWith(more));
  return parts.map((part) => part.replace(more, '')).join(' ');
}

describe.each(EVERY)('$game in $language', ({ game, language }) => {
  // Nothing is played here, so one match serves all tests.
  beforeAll(async () => {
    ear = await Ear.listening(game, language);
  });
  afterAll(() => ear.leave());

  it.each(Object.entries(KEYS).filter(([code]) => /^(Arrow|Key)/.test(code)))('%s goes %s and says where, or that it is the edge', async (code, direction) => {
    const key = code.replace('Key', '').replace(/^[A-Z]$/, (letter) => letter.toLowerCase());
    const [inner, outer] = examples(direction);
    if (inner) {
      await ear.at(inner.name);
      const phrases = await ear.press(key);
      const next = inner.next[direction]!;
      expect(ear.space).toBe(next);
      expect(phrases).toHaveLength(1);
      expect(spoken(phrases[0]!)).toContain(`gridcell, ${spoken(said(next))}`);
    }
    await ear.at(outer!.name);
    expect(await ear.asks(key)).toEqual([t('edge')]);
    expect(ear.space).toBe(outer!.name);
  });

  it('T says whose turn it is and what to do', async () => {
    expect(await ear.asks('t')).toEqual([ear.source.words.ask]);
    expect(ear.source.words.ask).toContain('Lina');
  });

  it('L repeats the last action, O whatever was said last', async () => {
    const last = ear.source.answers.said.at(-1)!.said.join(' ');
    expect(await ear.asks('l')).toEqual([last]);
    await ear.press('t');
    expect(await ear.asks('o')).toEqual([ear.source.words.ask]);
    expect(await ear.asks('l')).toEqual([last]);
  });

  it('M says my pieces, P all of them, S the score', async () => {
    const { standing, eyes } = ear.source.words;
    const answers = [await inParts('m'), await inParts('p'), await inParts('s')];
    expect(answers).toEqual([eyes[0]!.mine.join(' '), eyes[0]!.position.join(' '), standing.join(' ')].map(spoken));
    expect(answers.every((answer) => wordsIn(answer) > 2)).toBe(true);
    expect(standing.join(' ')).toMatch(/Lina.*Max/);
  });

  it('G says what can be done from here, and that nothing can', async () => {
    const { legal } = ear.match;
    const { from, to } = ear.match.kind!.endpoints(legal[0]!);
    const start = (from ?? to)!;
    await ear.at(start);
    const here = legal.filter((action) => Object.values(ear.match.kind!.endpoints(action)).includes(start));
    expect(await inParts('g')).toEqual(spoken(here.map((action) => ear.source.words.eyes[0]!.actions[action]).join('; ')));
    const idle = [...spaces().values()].find(({ name, layer }) => layer === 0 && !ear.match.actionsAt(name).length)!;
    await ear.at(idle.name);
    expect(await ear.asks('g')).toEqual([t('no_targets')]);
  });

  it('R says what is around', async () => {
    const names = Object.keys(ear.source.answers.around).filter((name) => spaces().get(name)?.layer === 0);
    for (const name of names.slice(0, 6)) {
      await ear.at(name);
      expect(await ear.asks('r')).toEqual([ear.source.answers.around[name]]);
    }
  });

  it('Shift and a direction says the line to the edge', async () => {
    for (const direction of ['left', 'right', 'up', 'down'] as const) {
      const [inner, outer] = examples(direction);
      const key = `Shift+Arrow${direction[0]!.toUpperCase()}${direction.slice(1)}`;
      await ear.at(inner!.name);
      expect(await inParts(key)).toEqual(spoken(line(spaces(), inner!.name, direction).map(said).join(' ')));
      expect(ear.space).toBe(inner!.name);
      await ear.at(outer!.name);
      expect(await ear.asks(key)).toEqual([t('edge')]);
    }
  });

  it('N leads from one possible space to the next, and around', async () => {
    const { targets } = ear.match.selection;
    await ear.at([...spaces().values()].find(({ name, layer }) => layer === 0 && !targets.includes(name))!.name);
    const seen = new Set<string>();
    for (const _ of targets) {
      const phrases = await ear.press('n');
      expect(phrases.at(-1)).toBe(`gridcell, ${said(ear.space!)} ${t('possible')}`);
      seen.add(ear.space!);
    }
    expect([...seen].sort()).toEqual([...targets].sort());
    const there = ear.space!;
    await ear.press('n');
    await ear.press('Shift+N');
    expect(ear.space).toBe(there);
  });

  it('J, V and B lead to my pieces, those of others, and what else matters; with Shift back', async () => {
    const { kind, drawnSetup, animation, seat } = ear.match;
    const landmarks = (await kind!.landmarks!()).default(drawnSetup!, animation.shown!.view, seat);
    for (const [key, names] of [['j', landmarks.own], ['v', landmarks.rival], ['b', landmarks.marks]] as const) {
      const there = [...spaces().keys()].filter((name) => names.includes(name));
      if (!there.length) {
        expect(await ear.asks(key)).toEqual([t('none_there')]);
        continue;
      }
      const seen: string[] = [];
      for (const _ of there) {
        await ear.press(key);
        seen.push(ear.space!);
      }
      expect([...seen].sort()).toEqual([...there].sort());
      await ear.press(key);
      expect(ear.space).toBe(seen[0]);
      await ear.press(`Shift+${key.toUpperCase()}`);
      expect(ear.space).toBe(seen.at(-1));
    }
    await ear.press('x');
    if (spaces().get(ear.space!)!.layer !== 0) await ear.press('x');
  });

  it('I says where everything is on the board', async () => {
    const map = await inParts('i');
    expect(map).toBe(spoken(ear.match.setup!.map!.join(' ')));
    expect(wordsIn(map)).toBeGreaterThan(20);
  });

  it('K tells all keys, X shows the edges if there are any, H asks for advice, U takes back', async () => {
    const help = await inParts('k');
    expect(help).toEqual(spoken(t('keys_help')));
    for (const key of 'TLOMPGRSNXHUIJVBF') expect(help).toMatch(new RegExp(`\\b${key}\\s?:`));
    expect(await inParts('?')).toEqual(help);
    expect(await ear.asks('h')).toEqual([t('thinking')]);
    await ear.press('u');
    expect(ear.source.sent.at(-1)!.do).toBe('undo');
    const other = [...spaces().values()].find((space) => space.layer > 0);
    const phrases = await ear.press('x');
    if (!other) return expect(announced(phrases)).toEqual([t('one_layer')]);
    expect(spaces().get(ear.space!)!.layer).toBe(other.layer);
    await ear.press('x');
    expect(spaces().get(ear.space!)!.layer).toBe(0);
  });

  it('says the same again when the same is asked again', async () => {
    expect([await ear.asks('t'), await ear.asks('t'), await ear.asks('t')]).toEqual(Array(3).fill([ear.source.words.ask]));
  });

  it('answers no key while something else has the focus', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    for (const key of 'tlmpgrsonxkijvbf') expect(await ear.asks(key)).toEqual([]);
    expect(field.value).toBe('tlmpgrsonxkijvbf');
    field.remove();
  });

  it('greets with what happened last, the score and what to do', async () => {
    const { ask, standing } = ear.source.words;
    const last = ear.source.answers.said.at(-1)!.said.join(' ');
    expect(ear.greeting).toEqual([[last, ...standing, ask].join(' ')]);
  });

  it('has one tab stop, and it goes with the focus', async () => {
    for (const { name } of [...spaces().values()].filter((space) => space.layer === 0).slice(0, 3)) {
      await ear.at(name);
      const stops = [...document.querySelectorAll<HTMLElement>('[data-space]')].filter((button) => button.tabIndex === 0);
      expect(stops.map((button) => button.dataset.space)).toEqual([name]);
    }
  });
});

describe('keys', () => {
  afterEach(() => ear.leave());

  it('are known by their place, whatever is printed on them', async () => {
    ear = await Ear.listening('mole-company', 'fr');
    await ear.at('c3');
    // On a French keyboard the key at the place of Q bears an A, that at the place of Z a W.
    for (const [code, key, to] of [['KeyQ', 'a', 'd3'], ['KeyC', 'c', 'c3'], ['KeyZ', 'w', 'b2'], ['KeyE', 'e', 'c3']]) {
      ear.focus.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true }));
      await ear.settled();
      expect(ear.space).toBe(to);
    }
  });

  it('with Alt, Control or Meta belong to the browser', async () => {
    ear = await Ear.listening('mole-hill', 'en');
    for (const held of ['Alt', 'Control', 'Meta']) expect(await ear.asks(`${held}+t`)).toEqual([]);
  });

  it('are silent where announcements are switched off', async () => {
    ear = await Ear.listening('mole-hill', 'en');
    settings.speech = false;
    expect(await ear.asks('t')).toEqual([]);
  });
});

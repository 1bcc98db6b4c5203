/** What is heard during a match: one announcement for each action, short names, and the reasons of refusals. */
import { Ear, announced, spoken, wordsIn } from './ear';
import { afterEach, describe, expect, it } from 'vitest';

import type { Direction, Space } from '../../src/board/types';
import type { Language, Verbosity } from '../../src/settings/settings.svelte';
import { LONGEST as LONGEST_TEXT, USUAL as USUAL_TEXT } from '../../src/speech/length';
import { t } from '../../src/texts/texts.svelte';
import { GAMES } from './recorded';

const LANGUAGES: Language[] = ['en', 'fr', 'de'];
const EVERY = GAMES.flatMap((game) => LANGUAGES.map((language) => ({ game, language })));
const LONGEST = 12;

let ear: Ear;
afterEach(() => ear.leave());

/** Plays the next recorded action, by keys if it is the listener's. */
async function next(): Promise<string[]> {
  const { match, source } = ear;
  const did = source.recording.did[source.moment]!;
  if (!match.myTurn) return ear.hearing(() => source.next());
  const { from, to } = match.kind!.endpoints(did);
  if (from) {
    await ear.at(from);
    await ear.press('Enter');
  }
  await ear.at(to!);
  return ear.press('Enter');
}

/** Checks the announcement of a moment: all of it, or where that takes too long, what was done and what has come of it. */
function checkAnnouncement(said: string, verbosity: Verbosity): void {
  const { ask, eyes } = ear.source.words;
  const asked = verbosity === 'full' || (verbosity === 'normal' && ear.match.myTurn) ? [ask] : [];
  const { steps } = eyes[0]!;
  const words = steps.map((step) => {
    const secret = typeof step.secret === 'string' ? [step.secret] : [];
    const [full, brief] = [step.said, step.brief ?? step.said].map((told) => [...told, ...secret].join(' ')) as [string, string];
    return verbosity === 'brief' ? [brief] : [full, brief];
  });
  const everything = [...words.map((choices) => choices[0]), ...asked].join(' ');
  if (verbosity === 'full' || everything.length <= USUAL_TEXT) return expect(said).toEqual(everything);
  expect(said.length).toBeLessThanOrEqual(LONGEST_TEXT * steps.length);
  expect(words[0]!.filter((told) => spoken(said).startsWith(spoken(told))), said).not.toEqual([]);
  expect([...words.at(-1)!, ...asked].filter((told) => spoken(said).endsWith(spoken(told))), said).not.toEqual([]);
}

/** The start of a spoken name: the name of a space, the number of a hill, or the size and number of a mole. */
function printed(space: string): RegExp {
  const sizes: Record<string, string> = { S: 'small', M: 'medium', L: 'large' };
  if (/^\d+$/.test(space)) return new RegExp(`^Hill ${space}: `);
  if (/^[SML]\d$/.test(space)) return new RegExp(`^${sizes[space[0]!]} mole ${space[1]}\\b`);
  return new RegExp(`^${space}: `, 'i');
}

/** Checks that the name of each space is short; returns their number. */
function names(): number {
  const buttons = [...document.querySelectorAll('[data-space]')];
  for (const button of buttons) {
    const name = button.getAttribute('aria-label')!;
    expect(wordsIn(name), name).toBeLessThanOrEqual(LONGEST);
    expect(wordsIn(name), name).toBeGreaterThanOrEqual(2);
  }
  return buttons.length;
}

describe.each(EVERY)('$game in $language', ({ game, language }) => {
  it.each(['brief', 'normal', 'full'] as const)('is announced once an action, and every name is short (%s)', async (verbosity) => {
    ear = await Ear.listening(game, language, verbosity);
    let named = names();
    while (ear.source.moment < ear.source.recording.did.length) {
      const [said, ...others] = announced(await next());
      expect(others).toEqual([]);
      checkAnnouncement(said!, verbosity);
      named += names();
    }
    expect(ear.source.moment).toBe(6);
    expect(named).toBeGreaterThan(100);
  });

  it('says why something is refused, and leaves the focus and the choice', async () => {
    ear = await Ear.listening(game, language);
    const { match, source } = ear;
    const pieces = match.legal.map((legal) => match.kind!.endpoints(legal).from);
    const tried = Object.entries(source.answers.refused).filter(([action]) => {
      const { to } = match.kind!.endpoints(action);
      const there = document.querySelector(`[data-space="${CSS.escape(to!)}"]`);
      return there && !pieces.includes(to); // no edge while the mole is to move, and no other piece to be chosen
    });
    for (const [action, refused] of tried.filter((_, n) => n % 3 === 0)) {
      const { from, to } = match.kind!.endpoints(action);
      if (from && match.selection.selected !== from) match.selection.choose(from);
      await ear.at(to!);
      const phrases = await ear.press('Enter');
      expect(announced(phrases)).toEqual([`${refused.reason} (${refused.rule})`]);
      expect(refused.rule).toMatch(/^(MH|MC|BB)\d+$/);
      expect(ear.space).toBe(to);
      expect(match.selection.selected).toBe(from);
    }
    expect(source.sent.length).toBeGreaterThan(2);
  });
});

describe.each(GAMES)('%s', (game) => {
  it('leads back by the opposite key everywhere, and never around', async () => {
    ear = await Ear.listening(game, 'en');
    const { match } = ear;
    const opposite: Record<Direction, Direction> = {
      up: 'down', down: 'up', left: 'right', right: 'left',
      upleft: 'downright', downright: 'upleft', upright: 'downleft', downleft: 'upright',
    };
    for (;;) {
      for (const upright of [false, true]) {
        const spaces = new Map(match.kind!.spaces(match.setup!, match.animation.shown!.view, upright).map((space) => [space.name, space]));
        for (const space of spaces.values()) steps(space, spaces, opposite);
      }
      if (ear.source.moment === ear.source.recording.did.length) break;
      await next();
    }
  });

  it('speaks the names that are printed', async () => {
    ear = await Ear.listening(game, 'en');
    for (const button of document.querySelectorAll<HTMLElement>('[data-space]')) {
      expect(button.getAttribute('aria-label'), button.dataset.space).toMatch(printed(button.dataset.space!));
    }
  });

  it('says what has been chosen, where it can go, and that it was let go', async () => {
    ear = await Ear.listening(game, 'en');
    const { match } = ear;
    const piece = match.legal.map((action) => match.kind!.endpoints(action).from).find((from) => from);
    if (!piece) return expect(game).toBe('mole-hill');
    await ear.at(piece);
    const said = announced(await ear.press('Enter'));
    const places = match.selection.targets.map((name) => match.spaces[name]).join(' ');
    // Its name was read when it got the focus, and has not changed.
    expect(said).toEqual([`${t('chosen')} ${t('can_go', { places })}`]);
    expect(match.selection.targets).toContain(ear.space);
    expect(announced(await ear.press('Escape'))).toEqual([t('let_go')]);
    expect(ear.space).toBe(piece);
    expect(announced(await ear.press('Escape'))).toEqual([]);
  });

  it('says which digits do what has no place on the board', async () => {
    ear = await Ear.listening(game, 'en');
    while (!ear.match.freeActions.length && ear.source.moment < ear.source.recording.did.length) await next();
    if (!ear.match.freeActions.length) return expect(game).toBe('mole-hill');
    const buttons = ear.match.freeActions.map((action, n) => `${n + 1}: ${ear.match.knowledge.actions[action]}`).join('; ');
    const [said] = announced(await ear.press('g'));
    expect(said!.endsWith(buttons)).toBe(true);
    if (!ear.match.selection.targets.length) expect(announced(await ear.press('n'))).toEqual([buttons]);
  });
});

function steps(space: Space, spaces: Map<string, Space>, opposite: Record<Direction, Direction>): void {
  for (const [direction, to] of Object.entries(space.next) as [Direction, string][]) {
    expect(spaces.get(to)!.next[opposite[direction]], `${space.name} ${direction} ${to}`).toBe(space.name);
    expect(spaces.get(to)!.layer).toBe(space.layer);
    const passed = [space.name];
    for (let here: string | undefined = to; here !== undefined; here = spaces.get(here)!.next[direction]) {
      expect(passed).not.toContain(here);
      passed.push(here);
    }
  }
}

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';

import { antLegs, ladybirdHead, snailSpiral } from 'moleworks/games/buddel_bande/art.json';
import { mole } from 'moleworks/press/art.json';

import type { DrawingProps, Setup } from '../../board/types';
import Die from './art/Die.svelte';
import Drawing from './Board.svelte';
import type { BuddelBandeBoard, BuddelBandeMole, BuddelBandeView } from './types';

const BOARD = { game: 'buddel-bande', name: 'walk', title: { en: 'Walk' }, source: 'own', version: 1, track: 'clfclf' };
const SETUP: Setup<BuddelBandeBoard> = { game: 'buddel-bande', players: 2, preset: 'goldsieber', options: {}, board: BOARD };

function view(moles: Record<string, Partial<BuddelBandeMole>> = {}, rest: Partial<BuddelBandeView> = {}): BuddelBandeView {
  const names = ['S1', 'S2', 'M1', 'M2', 'L1', 'L2'];
  const all = Object.fromEntries(names.map((name) => [name, { at: 0, ...moles[name] }]));
  return { moles: all, dog: 6, dice: 'Sc', phase: 'act', seat: 0, turn: 1, ...rest };
}

let mounted: object | undefined;
afterEach(() => {
  if (mounted) void unmount(mounted);
  document.body.innerHTML = '';
});

function draw(props: Partial<DrawingProps<BuddelBandeView, BuddelBandeBoard>>): (selector: string) => number {
  const highlights = { last: [], targets: [], refused: [] };
  const given = { setup: SETUP, view: view(), outcome: null, seat: null, highlights, speed: 0, upright: true, ...props };
  mounted = mount(Drawing, { target: document.body, props: given });
  flushSync();
  return (selector) => document.querySelectorAll(selector).length;
}

describe('the picture', () => {
  it('is decoration', () => {
    expect(draw({})('svg[aria-hidden="true"]')).toBe(1);
  });

  it('marks one’s own moles for oneself, and nobody’s for a watcher', () => {
    const seen = view({ S1: { owner: 0 }, M2: { owner: 0 }, L1: { owner: 1, at: 3 } });
    expect(draw({ view: seen, seat: 0 })('.ribbon')).toBe(2);
    document.body.innerHTML = '';
    expect(draw({ view: seen, seat: null })('.ribbon')).toBe(0);
  });

  it('lights the den of the winner that the server names, once the game is over', () => {
    const outcome = { winner: 1, draw: false, rule: 'BB12', why: null };
    const over = view({}, { phase: 'over', seat: null, dice: null });
    expect(draw({ view: over, outcome })('.glory')).toBe(1);
    document.body.innerHTML = '';
    expect(draw({ view: over })('.glory')).toBe(0);
    document.body.innerHTML = '';
    draw({ view: view({}, { seat: 0 }), outcome });
    expect(document.querySelector('.glory')!.parentElement!.innerHTML).toContain('var(--team-0)');
  });

  it('shows no owner that the view does not tell', () => {
    draw({ view: view(), seat: 1 });
    const coloured = document.body.innerHTML.match(/var\(--team-\d\)/g) ?? [];
    // Nothing but the two dens, each with its animal above the door.
    expect(coloured).toEqual(['var(--team-0)', 'var(--team-0)', 'var(--team-1)', 'var(--team-1)']);
  });

  it('cuts at speed 0, and marks the way by footprints', () => {
    const [before, after] = [view(), view({ S1: { at: 4 } }, { dice: null })];
    const count = draw({ view: after, before, news: { name: 'S1>4', seat: 0 }, speed: 0 });
    expect(count('.print')).toBeGreaterThan(3);
    expect(document.body.textContent?.match(/S1/g)).toHaveLength(1);
  });

  it('draws who goes once, and turns it up at the end only', () => {
    const [before, after] = [view(), view({ S1: { at: 4, owner: 1 } }, { dice: null })];
    const count = draw({ view: after, before, news: { name: 'S1>4', seat: 0 }, seat: 0, speed: 200 });
    expect([count('.closing'), count('.opening'), count('.print')]).toEqual([1, 1, 0]);
  });
});

describe('an animal', () => {
  it('is the one that its player chose', () => {
    draw({ setup: { ...SETUP, emblems: ['snail', 'ant'] } });
    const chosen = document.body.innerHTML;
    expect(chosen).toContain(snailSpiral);
    expect(chosen).toContain(antLegs);
    expect(chosen).not.toContain(ladybirdHead);
  });
});

describe('the mole die', () => {
  function coats(face: 'S' | 'M' | 'L' | 'A' | 'D' | 'E'): { dark: number; pale: number } {
    document.body.innerHTML = '';
    const die = mount(Die, { target: document.body, props: { face } });
    flushSync();
    const html = document.body.innerHTML;
    const body = mole.slice(0, 20);
    const fills = [...html.matchAll(/<path[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(body));
    void unmount(die);
    return {
      dark: fills.filter((tag) => tag.includes('fill="var(--earth)"')).length,
      pale: fills.filter((tag) => tag.includes('fill="var(--rim)"')).length,
    };
  }

  it('shows three moles, the one to move dark', () => {
    const [small, any] = [coats('S'), coats('A')];
    expect(small.dark).toBe(any.dark);
    expect(small.pale).toBeGreaterThan(any.pale);
    for (const face of ['M', 'L'] as const) expect(coats(face)).toEqual(small);
  });

  it('shows a single mole for any, one beside the dog for either, and none for the dog', () => {
    expect(coats('A').dark).toBe(1);
    expect(coats('E').dark).toBe(1);
    expect(coats('D').dark).toBe(0);
  });
});

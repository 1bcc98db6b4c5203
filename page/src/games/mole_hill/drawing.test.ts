import { mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';

import type { DrawingProps } from '../../board/types';
import Drawing from './Board.svelte';
import type { MoleHillBoard, MoleHillView } from './types';

type Props = DrawingProps<MoleHillView, MoleHillBoard>;

const COMMON = { game: 'mole-hill', name: 'lawn', title: { en: 'Lawn' }, source: 'own', version: 1 };
const BOARD = { ...COMMON, columns: 5, rows: 5, centre: 'c3', red: ['a5'], white: ['e5'], light: 2, dark: 2, rods: 4 };
const SETUP = { game: 'mole-hill', players: 2, preset: 'blatz', options: {}, board: BOARD };
const VIEW = { round: 1, mole: 'b3', hills: ['a2', 'b2', 'b3'], rods: ['a2|b2', 'b3|b4'], phase: 'step', seat: 0, jump: false, scores: [1, 0] };
const NONE = { last: [], targets: [], refused: [] };

function drawn(props: Partial<Props>): HTMLElement {
  const target = document.createElement('div');
  const all: Props = { setup: SETUP, view: VIEW, outcome: null, seat: 0, highlights: NONE, speed: 0, upright: false, ...props };
  const picture = mount(Drawing, { target, props: all });
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(picture);
  return copy;
}

const numbers = (picture: HTMLElement) =>
  [...picture.querySelectorAll('text')].map((text) => text.textContent).filter((text) => /[0-9]/.test(text!));
const highlights = (picture: HTMLElement, kind: string) => picture.querySelectorAll(`g.${kind}`).length;

describe('the picture of a lawn', () => {
  it('is decoration, and numbers the hills in the order dug', () => {
    const picture = drawn({});
    expect(picture.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    // Five rows have names too.
    expect(numbers(picture).sort()).toEqual(['1', '1', '2', '2', '3', '3', '4', '5']);
  });

  it('shows each mark once, and none that this lawn does not have', () => {
    const picture = drawn({ highlights: { last: ['b3'], targets: ['c3', 'c3', 'c4'], refused: ['b3|b4', 'i9'], selected: 'S1', hint: ['c4'] } });
    expect(['last', 'target', 'refused', 'selected', 'hint'].map((kind) => highlights(picture, kind))).toEqual([1, 2, 1, 0, 1]);
  });

  it('moves only with a speed, and marks the action only when it has come to rest', () => {
    const step = { before: { ...VIEW, mole: 'b2', hills: ['a2', 'b2'] }, news: { name: 'b3', seat: 0 }, highlights: { ...NONE, last: ['b3'] } };
    const moving = drawn({ ...step, speed: 200 });
    expect(moving.querySelectorAll('.duck, .pop').length).toBeGreaterThan(0);
    expect(highlights(moving, 'last')).toBe(0);
    const cut = drawn({ ...step, speed: 0 });
    expect(cut.querySelectorAll('.duck, .pop')).toHaveLength(0);
    expect(highlights(cut, 'last')).toBe(1);
  });

  it('takes the winner from the server', () => {
    const over = { ...VIEW, phase: 'over', seat: null, scores: [3, 1] };
    const mood = (winner: number | null) =>
      drawn({ view: over, outcome: { winner, draw: winner === null, rule: 'MH10', why: null } }).innerHTML;
    expect(new Set([mood(0), mood(1), mood(null)]).size).toBe(3);
    expect(drawn({ view: over, outcome: null }).innerHTML).toBe(mood(null));
  });

  it('shows the glove while a rod is laid', () => {
    const laid = { before: { ...VIEW, rods: ['a2|b2'] }, news: { name: 'b3|b4', seat: 1 } };
    expect(drawn({ ...laid, speed: 200 }).querySelectorAll('.hand')).toHaveLength(1);
    expect(drawn({ ...laid, speed: 0 }).querySelectorAll('.hand')).toHaveLength(0);
  });
});

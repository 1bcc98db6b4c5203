import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';

import type { MatchOutcome } from '../../api/schema';
import Drawing from './Board.svelte';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

const SHEET = { name: 'green', holes: ['c3'], specials: [], dotted: [] };
const BOARD: MoleCompanyBoard = {
  game: 'mole-company',
  name: 'stack',
  title: { en: 'Stack' },
  source: 'own',
  version: 1,
  side: 3,
  boards: [SHEET, SHEET, SHEET, SHEET],
  moles: { 2: 4 },
};
const SETUP = { game: 'mole-company', players: 2, preset: 'ravensburger', options: {}, board: BOARD };
const VIEW: MoleCompanyView = {
  level: 4,
  moles: [['a1'], ['c3']],
  holes: ['c3'],
  specials: [],
  dotted: [],
  left: [[], []],
  disc: null,
  bonus: false,
  turn: 9,
  phase: 'over',
  seat: null,
};

function drawn(phase: string, outcome: MatchOutcome | null): string {
  const target = document.createElement('div');
  const highlights = { last: [], targets: [], refused: [] };
  const props = { setup: SETUP, view: { ...VIEW, phase }, outcome, seat: 0, highlights, speed: 0, upright: false };
  const picture = mount(Drawing, { target, props });
  const text = target.innerHTML;
  void unmount(picture);
  return text;
}

it('gives the shovel to the winner that the server names, if the game ended by that rule', () => {
  const won = (rule: string | null, winner = 1) => ({ winner, draw: false, rule, why: null });
  const nobody = drawn('over', null);
  const held = drawn('over', won('MC12'));
  expect(held).not.toBe(nobody);
  expect(drawn('over', won('MC12', 0))).not.toBe(held);
  expect(drawn('over', won('MC9'))).toBe(nobody);
  expect(drawn('move', won(null))).toBe(drawn('move', null));
});

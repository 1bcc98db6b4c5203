/** From which side of the board a sound comes. */
import './browser';

import { describe, expect, it } from 'vitest';

import { boardKind } from '../../src/games';
import type { View } from '../../src/board/types';
import { parseViewBox } from '../../src/board/places';
import { upright } from '../../src/board/upright';
import { sideOf } from '../../src/sound/side';
import { GAMES, Recorded } from './recorded';

describe.each(GAMES)('in %s a sound', (game) => {
  it('comes from where its space is drawn', async () => {
    const source = new Recorded(game, 'en');
    const [kind, drawnSetup] = await Promise.all([boardKind(game), source.setup()]);
    const { view, legal } = source.recording.moments[0]!.eyes[0]!;
    const board = { kind, drawnSetup, animation: { shown: { view: view as View } } };
    const spaces = kind.spaces(drawnSetup, view as View, upright());
    const { x, w } = parseViewBox(kind.viewBox(drawnSetup, view as View, upright()));
    const placed = legal.map((action) => ({ action, space: spaces.find(({ name }) => name === kind.endpoints(action).to) })).filter(({ space }) => space);
    expect(placed.length).toBeGreaterThan(0);
    for (const { action, space } of placed) {
      expect(sideOf(board, action)).toBeCloseTo((2 * (space!.box.x + space!.box.w / 2 - x)) / w - 1);
    }
    expect(sideOf({ ...board, kind: null }, legal[0]!)).toBe(0);
  });
});

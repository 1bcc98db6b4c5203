import { describe, expect, it } from 'vitest';

import { scene, animationSteps } from './scene';

const DUG = { round: 1, mole: 'e5', hills: ['e4', 'e5'], rods: ['e4|f4'], phase: 'rod', seat: 1, jump: false, scores: [0, 0] };

describe('what an action looks like', () => {
  it('shows a still lawn without an action', () => {
    expect(scene(DUG)).toMatchObject({ mole: 'e5', freshRod: null, freshHill: null, left: null, swept: false });
  });

  it('lays a rod in one step', () => {
    const view = { ...DUG, rods: ['d5|e5', 'e4|f4'] };
    const news = { name: 'd5|e5', seat: 1 };
    expect(scene(view, DUG, news)).toMatchObject({ freshRod: 'd5|e5', freshHill: null, rods: view.rods });
    expect(animationSteps(news, DUG, view)).toBe(1);
  });

  it('goes down and comes up in two steps, but is put on the lawn in one', () => {
    const view = { ...DUG, mole: 'f6', hills: ['e4', 'e5', 'f6'] };
    const news = { name: 'f6', seat: 0 };
    expect(scene(view, DUG, news)).toMatchObject({ freshHill: 'f6', left: 'e5', mole: 'f6' });
    expect(animationSteps(news, DUG, view)).toBe(2);
    expect(animationSteps(news, { ...DUG, mole: null, hills: [] }, { ...DUG, mole: 'f6', hills: ['f6'] })).toBe(1);
  });

  it('shows the last action of a round on the lawn of that round, then sweeps it', () => {
    const next = { ...DUG, round: 2, mole: null, hills: [], rods: [] };
    const rod = { name: 'd5|e5', seat: 1 };
    expect(scene(next, DUG, rod)).toMatchObject({ rods: ['e4|f4', 'd5|e5'], hills: ['e4', 'e5'], mole: 'e5', swept: true });
    expect(animationSteps(rod, DUG, next)).toBe(2);
    const step = { name: 'f6', seat: 0 };
    expect(scene(next, DUG, step)).toMatchObject({ hills: ['e4', 'e5', 'f6'], mole: 'f6', left: 'e5', swept: true });
    expect(animationSteps(step, DUG, next)).toBe(3);
  });

  it('moves nothing when an action adds nothing', () => {
    const back = { ...DUG, mole: 'e4', hills: ['e4'] };
    expect(scene(back, DUG, { name: 'e5', seat: 0 })).toMatchObject({ freshRod: null, freshHill: null, left: null });
    expect(scene(DUG, { ...DUG, round: 2, mole: null, hills: [], rods: [] }, { name: 'e5|f5', seat: 1 }).swept).toBe(false);
  });
});

import { mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';

import Mole from './Mole.svelte';
import type { Mood } from './teams';

/** The drawing without any colour. */
function drawn(team: number, mood: Mood = 'calm'): string {
  const target = document.createElement('div');
  const mole = mount(Mole, { target, props: { team, mood } });
  const text = target.innerHTML.replace(/(fill|stroke)="var\([^"]*"/g, '');
  void unmount(mole);
  return text;
}

describe('a mole', () => {
  it('is told from those of other teams without colour', () => {
    expect(new Set([0, 1, 2, 3].map((team) => drawn(team))).size).toBe(4);
  });

  it('shows each mood by its shape', () => {
    const moods: Mood[] = ['calm', 'digging', 'peeking', 'shrug', 'winner', 'asleep'];
    expect(new Set(moods.map((mood) => drawn(0, mood))).size).toBe(moods.length);
  });
});

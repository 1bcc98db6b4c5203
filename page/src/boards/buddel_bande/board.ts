import type { BoardKind } from '../board';
import Drawing from './Drawing.svelte';
import { spaces, viewBox } from './geometry';
import Now from './Now.svelte';
import { ends, steps } from './scene';
import Tray from './Tray.svelte';

const kind: BoardKind = {
  viewBox: (setup, _, upright) => viewBox(setup, upright),
  spaces,
  ends,
  // Nothing ever goes to a piece or back to the haystack, so there is nothing to ask.
  action: (from, to) =>
    from !== undefined && /^([SML]\d|dog)$/.test(from) && /^(\d+|home)$/.test(to) ? `${from}>${to}` : undefined,
  // A refusal names the mole and the hill it is about, and sometimes other numbers that are no places.
  blamed: ({ mole, hill }) => [mole, hill].filter((name) => name !== undefined).map(String),
  steps,
  Drawing,
  Tray,
  key: () => import('./Key.svelte'),
  Now,
};

export default kind;

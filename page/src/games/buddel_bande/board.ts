import type { BoardKind } from '../../board/types';
import Animal from './Animal.svelte';
import Drawing from './Board.svelte';
import { spaces, viewBox } from './geometry';
import ChanceResult from './ChanceResult.svelte';
import { endpoints, animationSteps } from './scene';
import Tray from './Tray.svelte';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

const kind: BoardKind<BuddelBandeView, BuddelBandeBoard> = {
  viewBox: (setup, _, upright) => viewBox(setup, upright),
  spaces,
  endpoints,
  // Nothing ever goes to a piece or back to the haystack, so there is nothing to ask.
  action: (from, to) =>
    from !== undefined && /^([SML]\d|dog)$/.test(from) && /^(\d+|home)$/.test(to) ? `${from}>${to}` : undefined,
  // A refusal names the mole and the hill it is about, and sometimes other numbers that are no places.
  blamedSpaces: ({ mole, hill }) => [mole, hill].filter((name) => name !== undefined).map(String),
  animationSteps,
  isThrow: ({ name }) => name?.startsWith('=') ?? false,
  Drawing,
  Tray,
  landmarks: () => import('./landmarks'),
  legend: () => import('./Legend.svelte'),
  ChanceResult,
  Emblem: Animal,
};

export default kind;

import type { BoardKind } from '../../board/types';
import Drawing from './Board.svelte';
import { ownSide, spaces, viewBox } from './geometry';
import ChanceResult from './ChanceResult.svelte';
import { endpoints, lifted } from './scene';
import Tray from './Tray.svelte';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

/** What a refusal calls the spaces that stood in the way; the mole that wanted to go is not to blame. */
const BLAMED = ['space', 'end', 'near', 'far'];

const kind: BoardKind<MoleCompanyView, MoleCompanyBoard> = {
  viewBox: ({ board, players }, _, upright) => viewBox(board.side, players, upright),
  spaces: ({ board, players }, { level }, upright) => spaces(board.side, ownSide(board, level), players, upright),
  endpoints,
  action: (from, to) => (from === undefined ? to : `${from}-${to}`),
  blamedSpaces: (values) => BLAMED.map((key) => values[key]).filter((value) => typeof value === 'string'),
  // First the mole goes, then a board that is full rises and leaves.
  animationSteps: (_, before, view) => (lifted(before, view) ? 3 : 1),
  Drawing,
  Tray,
  landmarks: () => import('./landmarks'),
  legend: () => import('./Legend.svelte'),
  ChanceResult,
};

export default kind;

/** Mole Hill: a mole digs across the lawn, a gardener lays rods in its way. */
import type { BoardKind } from '../../board/types';
import Drawing from './Board.svelte';
import { edgeBetween, spaces, viewBox } from './geometry';
import { animationSteps } from './scene';
import Tray from './Tray.svelte';
import type { MoleHillBoard, MoleHillView } from './types';

const kind: BoardKind<MoleHillView, MoleHillBoard> = {
  viewBox: (setup, _view, upright) => viewBox(setup.board, upright),
  spaces: (setup, _view, upright) => spaces(setup, upright),
  endpoints: (action) => ({ to: action }),
  // While a rod is laid, the mole is no piece of the player's.
  piece: (view) => (view.phase === 'step' ? (view.mole ?? undefined) : undefined),
  blamedSpaces,
  animationSteps,
  clearingSteps: (_news, before, view) => (view.round > before.round ? 1 : 0),
  Drawing,
  Tray,
  landmarks: () => import('./landmarks'),
  legend: () => import('./Legend.svelte'),
};

/** A rod in the way if the refusal names one, else the squares it is about. */
function blamedSpaces({ rod, rods, near, far, square }: Record<string, unknown>): string[] {
  if (typeof rod === 'string') return [rod];
  if (typeof rods === 'string') return rods.split(', ');
  if (typeof near === 'string' && typeof far === 'string') {
    const edge = edgeBetween(near, far);
    return edge ? [edge] : [near, far];
  }
  return typeof square === 'string' ? [square] : [];
}

export default kind;

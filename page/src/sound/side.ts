/** On which side of the board something sounds. */
import { centre, parseViewBox } from '../board/places';
import type { BoardKind, Setup, View } from '../board/types';
import { upright } from '../board/upright';

/** A board as it is drawn in a match. */
export interface ShownBoard {
  readonly kind: BoardKind | null;
  readonly drawnSetup: Setup | null;
  readonly animation: { readonly shown: { view: View } | null };
}

/** Where an action is, from -1, on the left, to 1, on the right; 0 for one without a space. */
export function sideOf({ kind, drawnSetup: setup, animation: { shown } }: ShownBoard, action: string): number {
  if (!kind || !setup || !shown) return 0;
  const { from, to } = kind.endpoints(action);
  const space = kind.spaces(setup, shown.view, upright()).find(({ name }) => name === (to ?? from));
  const whole = parseViewBox(kind.viewBox(setup, shown.view, upright()));
  return space ? Math.max(-1, Math.min(1, (2 * (centre(space.box).x - whole.x)) / whole.w - 1)) : 0;
}

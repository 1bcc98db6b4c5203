import type { Landmarks, Setup } from '../../board/types';
import { type MoleHillBoard, type MoleHillView, MOLE_SEATS } from './types';

/** The mole belongs to the seat that plays it in this round, the rods to the other one. */
export default function landmarks({ board }: Setup<MoleHillBoard>, view: MoleHillView, seat: number | null): Landmarks {
  const mole = view.mole === null ? [] : [view.mole];
  const digs = seat === null || seat === MOLE_SEATS[view.round - 1];
  const flowers = [board.centre ?? '', ...board.red, ...board.white];
  return { own: digs ? mole : view.rods, rival: digs ? view.rods : mole, marks: [...view.hills, ...flowers] };
}

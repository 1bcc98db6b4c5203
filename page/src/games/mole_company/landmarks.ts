import type { Landmarks, Setup } from '../../board/types';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

/** Moles and holes as landmarks. Watchers get the first player's moles as their own. */
export default function landmarks(_: Setup<MoleCompanyBoard>, view: MoleCompanyView, seat: number | null): Landmarks {
  const own = seat ?? 0;
  return { own: view.moles[own] ?? [], rival: view.moles.filter((_moles, of) => of !== own).flat(), marks: [...view.holes, ...view.specials] };
}

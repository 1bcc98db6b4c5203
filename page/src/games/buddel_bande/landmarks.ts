import type { Landmarks, Setup } from '../../board/types';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

/** Where the moles are that this seat knows as its own or as another player's. */
export default function landmarks({ board }: Setup<BuddelBandeBoard>, view: BuddelBandeView, seat: number | null): Landmarks {
  const place = (at: number) => (at === 0 ? 'haystack' : at > board.track.length ? 'home' : String(at));
  const moles = Object.values(view.moles).filter(({ owner }) => owner !== undefined);
  const where = (own: boolean) => moles.filter(({ owner }) => (owner === seat) === own).map(({ at }) => place(at));
  return { own: where(true), rival: where(false), marks: ['haystack', 'home', String(view.dog)] };
}

/** What the drawing shows of a view and of the last action; it compares two views and knows no rules. */
import type { Played, Setup } from '../../board/types';
import { laid, type Sheet } from './geometry';
import type { MoleCompanyBoard, MoleCompanyView } from './types';

export interface Piece {
  team: number;
  at: string;
}

export function pieces(view: MoleCompanyView): Piece[] {
  return view.moles.flatMap((names, team) => names.map((at) => ({ team, at })));
}

export function endpoints(action: string): { from?: string; to?: string } {
  const [from, to] = action.split('-');
  if (to) return { from, to };
  return /^[a-z][0-9]+$/.test(action) ? { to: action } : {};
}

/** What is drawn of a sheet: where all its lines are open, none is dotted (MC11). */
function asAgreed({ options }: Setup<MoleCompanyBoard>, sheet: Sheet): Sheet {
  return options.final_paths === 'all' ? { ...sheet, dotted: [] } : sheet;
}

/** The top board as the view tells it. */
export function top(setup: Setup<MoleCompanyBoard>, view: MoleCompanyView): Sheet {
  return asAgreed(setup, { holes: view.holes, specials: view.specials, dotted: view.dotted });
}

/** The sheet below it; under the last board lies the plate, which has nothing printed on it. */
export function below(setup: Setup<MoleCompanyBoard>, level: number): Sheet {
  return level < setup.board.boards.length ? asAgreed(setup, laid(setup, level + 1)) : { holes: [], specials: [], dotted: [] };
}

export function lifted(before: MoleCompanyView | undefined, view: MoleCompanyView): boolean {
  return before !== undefined && before.level < view.level;
}

/** Where the moles were on the lifted board once the last move was made. */
function standing(before: MoleCompanyView, news: Played | undefined): Piece[] {
  const { from, to } = endpoints(news?.name ?? '');
  return pieces(before).map((piece) => (from !== undefined && to !== undefined && piece.at === from ? { ...piece, at: to } : piece));
}

/** The moles that left with a lifted board: the server shows them no more. */
export function lost(before: MoleCompanyView | undefined, view: MoleCompanyView, news: Played | undefined): Piece[] {
  if (!before || !lifted(before, view)) return [];
  return standing(before, news).filter(({ team, at }) => !view.moles[team]!.includes(at));
}

/** How many moles a seat has still to place. */
export function waiting(setup: Setup<MoleCompanyBoard>, view: MoleCompanyView, seat: number): number {
  return view.phase === 'place' ? setup.board.moles[setup.players]! - view.moles[seat]!.length : 0;
}

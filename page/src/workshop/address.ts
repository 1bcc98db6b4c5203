/** A whole board in an address. */
import { packed, unpacked } from '../replay/link';
import type { Board } from './types';

export async function addressOf(board: Board): Promise<string> {
  return `${location.origin}${location.pathname}#workshop=${await packed(JSON.stringify(board))}`;
}

/** The board in an address, whatever it is; fails if there is none. */
export async function boardIn(text: string): Promise<Board> {
  const board: unknown = JSON.parse(await unpacked(text));
  if (typeof board !== 'object' || board === null) throw new Error('no board');
  return board as Board;
}

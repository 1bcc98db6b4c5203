/** Links that contain a whole board. */
import { compress, decompress } from '../parts/link_data';
import type { Board } from './types';

export async function boardLink(board: Board): Promise<string> {
  return `${location.origin}${location.pathname}#workshop=${await compress(JSON.stringify(board))}`;
}

/** Reads the board from a link; throws if there is none. It is not checked. */
export async function boardFromLink(text: string): Promise<Board> {
  const board: unknown = JSON.parse(await decompress(text));
  if (typeof board !== 'object' || board === null) throw new Error('no board');
  return board as Board;
}

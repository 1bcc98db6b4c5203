/** Links that contain a whole board. */
import { compress, decompress } from '../parts/link_data';
import type { BoardData } from '../api/schema';

export async function boardLink(board: BoardData): Promise<string> {
  return `${location.origin}${location.pathname}#workshop=${await compress(JSON.stringify(board))}`;
}

/** Reads the board from a link; throws if there is none. It is not checked. */
export async function boardFromLink(text: string): Promise<BoardData> {
  const board: unknown = JSON.parse(await decompress(text));
  if (typeof board !== 'object' || board === null) throw new Error('no board');
  return board as BoardData;
}

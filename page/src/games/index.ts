/** The list of built-in games: what each one's folder brings. Every part is loaded when it is first needed. */
import type { Component } from 'svelte';

import type { BoardKind } from '../board/types';
import type { GameEditor } from '../editor/game_editor';

/* eslint-disable @typescript-eslint/no-explicit-any --
   The types of views and boards are dropped here, which is safe: a part only ever gets those of its own game. */
interface GameParts {
  board: () => Promise<{ default: BoardKind<any, any> }>;
  /** The picture on the start screen. */
  cover: () => Promise<{ default: Component<{ game: string }> | Component }>;
  /** The game's part of the board editor. */
  editor: () => Promise<{ default: GameEditor<any, any> }>;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const GAMES: ReadonlyMap<string, GameParts> = new Map([
  [
    'mole-hill',
    {
      board: () => import('./mole_hill/board'),
      cover: () => import('./mole_hill/Cover.svelte'),
      editor: () => import('./mole_hill/editor'),
    },
  ],
  [
    'mole-company',
    {
      board: () => import('./mole_company/board'),
      cover: () => import('./mole_company/Cover.svelte'),
      editor: () => import('./mole_company/editor'),
    },
  ],
  [
    'buddel-bande',
    {
      board: () => import('./buddel_bande/board'),
      cover: () => import('./buddel_bande/Cover.svelte'),
      editor: () => import('./buddel_bande/editor'),
    },
  ],
]);

/** The ids of the built-in games, in the order of the start screen. */
export const BUILT_IN = [...GAMES.keys()];

export function isBuiltIn(game: string): boolean {
  return GAMES.has(game);
}

/** The board of a game; a plain one, in words, for a game that has no folder here. */
export async function boardKind(game: string): Promise<BoardKind> {
  return (await (GAMES.get(game)?.board ?? (() => import('../board/plain/plain_board')))()).default;
}

/** The cover of a game; a plain one shows its title. */
export async function gameCover(game: string): Promise<Component<{ game: string }>> {
  return (await (GAMES.get(game)?.cover ?? (() => import('../board/plain/PlainCover.svelte')))()).default;
}

/** The board editor's part for a game; undefined for a game that cannot be edited. */
export async function gameEditor(game: string): Promise<GameEditor | undefined> {
  return (await GAMES.get(game)?.editor())?.default;
}

/** The boards by the engine's name of their game; each is loaded when it is first wanted. */
import type { Component } from 'svelte';

import type { BoardKind } from './board';

type Loader = () => Promise<{ default: BoardKind }>;

const KINDS: Record<string, Loader> = {
  'mole-hill': () => import('./mole_hill/board'),
  'mole-company': () => import('./mole_company/board'),
  'buddel-bande': () => import('./buddel_bande/board'),
};

const COVERS: Record<string, () => Promise<{ default: Component }>> = {
  'mole-hill': () => import('./mole_hill/Cover.svelte'),
  'mole-company': () => import('./mole_company/Cover.svelte'),
  'buddel-bande': () => import('./buddel_bande/Cover.svelte'),
};

export const GAMES = Object.keys(KINDS);

export async function boardKind(game: string): Promise<BoardKind> {
  return (await KINDS[game]!()).default;
}

/** The living picture of a game on the start screen. */
export async function cover(game: string): Promise<Component> {
  return (await COVERS[game]!()).default;
}

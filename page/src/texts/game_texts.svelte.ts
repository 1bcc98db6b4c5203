/** What games, and the choices before a match, are called in the reader's language. */
import type { GameTexts } from '../api/schema';

type Single = 'title' | 'about' | 'source';
type Listed = Exclude<keyof GameTexts, Single>;

let builtIn = $state.raw<Record<string, GameTexts>>({});
let served = $state.raw<Record<string, GameTexts | undefined>>({});

/** The texts that are built into the page. */
export function setBuiltInTexts(texts: Record<string, GameTexts>): void {
  builtIn = texts;
}

/** The texts in the server's list of games. */
export function setServedTexts(texts: Record<string, GameTexts | undefined>): void {
  served = texts;
}

/** The title of a game, its description in one sentence, or how well its classic board is known. */
export function gameText(game: string, kind: Single): string;
/** The text for a board, preset, option or value of a game; the name itself if there is none. */
export function gameText(game: string, kind: Listed, name: string): string;
export function gameText(game: string, kind: keyof GameTexts, name = kind === 'title' ? game : ''): string {
  const text = (builtIn[game] ?? served[game])?.[kind];
  return (typeof text === 'object' ? text[name] : text) ?? name;
}

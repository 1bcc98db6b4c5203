/** The games that the server offers: the built-in ones, then those from packages of others. */
import { get } from '../api/http';
import type { GameInfo } from '../api/schema';
import { setServedTexts } from '../texts/game_texts.svelte';
import { textLanguage } from '../texts/texts.svelte';
import { BUILT_IN, isBuiltIn } from './index';

let games = $state.raw<GameInfo[]>([]);
let request: Promise<void> | null = null;
let requestLanguage = '';

/** Asks the server, unless it has answered already. The names of other games come in the reader's language. */
function load(): Promise<void> {
  const language = textLanguage();
  if (!request || (language !== requestLanguage && games.some(({ id }) => !isBuiltIn(id)))) {
    requestLanguage = language;
    request = get('/games').then(
      (found) => {
        games = found;
        setServedTexts(Object.fromEntries(found.map(({ id, texts }) => [id, texts])));
      },
      (error: Error) => {
        request = null;
        throw error;
      },
    );
  }
  return request;
}

export const catalogue = {
  load,

  get games(): GameInfo[] {
    return games;
  },

  /** The ids of all games; the built-in ones are known before the server answers. */
  get ids(): string[] {
    return [...new Set([...BUILT_IN, ...games.map(({ id }) => id)])];
  },

  get: (game: string): GameInfo | undefined => games.find(({ id }) => id === game),

  /** Whether a game has lessons and numbered rules, or boards that can be printed. */
  offers: (game: string, part: 'lessons' | 'print'): boolean => isBuiltIn(game) || !!catalogue.get(game)?.[part],
};

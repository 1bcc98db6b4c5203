import { t, type Word } from '../words/words.svelte';
import type { Craft } from './craft';
import { OF_TRACK, onTrack } from './symmetry';

const SYMBOLS = 'clf';
const WORDS: Record<string, Word> = { c: 'tool_c', l: 'tool_l', f: 'tool_f' };

const craft: Craft = {
  tools: [...SYMBOLS].map((value) => ({ value, word: WORDS[value]! })),
  levels: 1,
  symmetries: () => OF_TRACK,
  twins: ({ track }, symmetry, name) => onTrack(symmetry, track.length, name),
  // A hill always has a symbol: painting it again changes nothing.
  has: () => false,
  paint(board, _, tool, names) {
    const track = [...board.track].map((symbol, n) => (names.includes(String(n + 1)) ? tool : symbol)).join('');
    return { ...board, track };
  },
  things: (board, _, name) => [t(WORDS[board.track[Number(name) - 1]]!)],
  amounts: (board) => [{ field: 'track', label: t('amount_track'), value: board.track.length, limit: 'track' }],
  setAmount(board, _, value) {
    const grown = Array.from({ length: value }, (_each, n) => board.track[n] ?? SYMBOLS[n % SYMBOLS.length]);
    return { ...board, track: grown.join('') };
  },
  setup: (board) => ({ game: board.game, players: 2, preset: '', options: {}, board }),
  view: () => ({ moles: {}, dog: null, dice: null, seat: null, phase: 'over' }),
  paintable: (name) => /^\d+$/.test(name),
};

export default craft;

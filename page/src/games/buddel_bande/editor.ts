/** The board editor for Buddel Bande: the symbols of a track of hills. */
import { t, type TextName } from '../../texts/texts.svelte';
import type { GameEditor } from '../../editor/game_editor';
import { SYMMETRIES, symmetricHills } from './symmetry';
import type { BuddelBandeBoard, BuddelBandeView } from './types';

const SYMBOLS = 'clf';
const TEXTS: Record<string, TextName> = { c: 'tool_c', l: 'tool_l', f: 'tool_f' };

const TOP_LEFT = 'top-left';
const CORNERS: Record<string, TextName> = {
  [TOP_LEFT]: 'corner_top_left',
  'top-right': 'corner_top_right',
  'bottom-left': 'corner_bottom_left',
  'bottom-right': 'corner_bottom_right',
};

const editor: GameEditor<BuddelBandeBoard, BuddelBandeView> = {
  tools: [...SYMBOLS].map((value) => ({ value, text: TEXTS[value]! })),
  levels: 1,
  symmetries: () => SYMMETRIES,
  symmetricSpaces: ({ track }, symmetry, name) => symmetricHills(symmetry, track.length, name),
  // A hill always has a symbol: painting it again changes nothing.
  has: () => false,
  paint(board, _, tool, names) {
    const track = [...board.track].map((symbol, n) => (names.includes(String(n + 1)) ? tool : symbol)).join('');
    return { ...board, track };
  },
  contents: (board, _, name) => [t(TEXTS[board.track[Number(name) - 1]!]!)],
  numbers: (board) => [{ field: 'track', label: t('amount_track'), value: board.track.length, limit: 'track' }],
  setNumber(board, _, value) {
    const grown = Array.from({ length: value }, (_each, n) => board.track[n] ?? SYMBOLS[n % SYMBOLS.length]);
    return { ...board, track: grown.join('') };
  },
  choices: (board) => [
    {
      field: 'haystack',
      label: t('haystack_corner'),
      value: board.haystack ?? TOP_LEFT,
      values: Object.entries(CORNERS).map(([value, text]) => ({ value, text: t(text) })),
    },
  ],
  // Top left it lies on the sheet: the file need not say so.
  setChoice: ({ haystack: _, ...board }, _field, value) => (value === TOP_LEFT ? board : { ...board, haystack: value }),
  setup: (board) => ({ game: board.game, players: 2, preset: '', options: {}, board }),
  view: () => ({ moles: {}, dog: -1, dice: null, seat: null, turn: 0, phase: 'over' }),
  paintable: (name) => /^\d+$/.test(name),
};

export default editor;

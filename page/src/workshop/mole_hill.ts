import { t } from '../words/words.svelte';
import type { Craft } from './craft';
import { ofLawn, onLawn, squareName } from './symmetry';
import type { Board } from './types';

const FLOWERS = ['red', 'white'];

function without(names: string[], gone: string[]): string[] {
  return names.filter((name) => !gone.includes(name));
}

/** A square holds one thing. */
function cleared(board: Board, names: string[]): Board {
  const centre = names.includes(board.centre) ? undefined : board.centre;
  return { ...board, centre, red: without(board.red, names), white: without(board.white, names) };
}

function onBoard(board: Board): Board {
  const names = Array.from({ length: board.columns * board.rows }, (_, n) =>
    squareName([n % board.columns, Math.floor(n / board.columns)]),
  );
  const [red, white] = FLOWERS.map((colour) => board[colour].filter((name: string) => names.includes(name)));
  return { ...board, red, white, centre: names.includes(board.centre) ? board.centre : undefined };
}

const craft: Craft = {
  tools: [
    { value: 'red', word: 'tool_red' },
    { value: 'white', word: 'tool_white' },
    { value: 'centre', word: 'tool_centre' },
    { value: 'bare', word: 'tool_bare' },
  ],
  levels: 1,
  symmetries: ({ columns, rows }) => ofLawn(columns, rows),
  twins: ({ columns, rows }, symmetry, name) => onLawn(symmetry, columns, rows, name),
  has: (board, _, tool, name) => (tool === 'centre' ? board.centre === name : (board[tool]?.includes(name) ?? false)),
  paint(board, _, tool, names, on) {
    const bare = cleared(board, names);
    if (tool === 'bare' || !on) return bare;
    // There is one centre only.
    if (tool === 'centre') return { ...cleared(board, names.slice(0, 1)), centre: names[0] };
    return { ...bare, [tool]: [...bare[tool], ...names].sort() };
  },
  things: (board, _, name) => [
    ...(board.centre === name ? [t('tool_centre')] : []),
    ...(board.red.includes(name) ? [t('tool_red')] : []),
    ...(board.white.includes(name) ? [t('tool_white')] : []),
  ],
  amounts: (board) => [
    { field: 'columns', label: t('amount_columns'), value: board.columns, limit: 'columns' },
    { field: 'rows', label: t('amount_rows'), value: board.rows, limit: 'rows' },
    { field: 'light', label: t('amount_light'), value: board.light, limit: 'light' },
    { field: 'dark', label: t('amount_dark'), value: board.dark, limit: 'dark' },
    { field: 'rods', label: t('amount_rods'), value: board.rods, limit: 'rods' },
  ],
  setAmount: (board, field, value) => onBoard({ ...board, [field]: value }),
  setup: (board) => ({ game: board.game, players: 2, preset: '', options: {}, board }),
  view: () => ({ hills: [], rods: [], mole: null, round: 1, phase: 'place', scores: [0, 0] }),
  paintable: (name) => !name.includes('|'),
};

export default craft;

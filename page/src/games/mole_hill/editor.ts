/** The board editor for Mole Hill: flowers and the centre of a lawn. */
import { t } from '../../texts/texts.svelte';
import type { GameEditor } from '../../editor/game_editor';
import type { Board } from '../../editor/types';
import { squareName, symmetricSquares, symmetries } from './symmetry';

const FLOWERS = ['red', 'white'];

function without(names: string[], gone: string[]): string[] {
  return names.filter((name) => !gone.includes(name));
}

/** The board with nothing on these squares: a square holds one thing. */
function withoutContents(board: Board, names: string[]): Board {
  const centre = names.includes(board.centre) ? undefined : board.centre;
  return { ...board, centre, red: without(board.red, names), white: without(board.white, names) };
}

function withinSize(board: Board): Board {
  const names = Array.from({ length: board.columns * board.rows }, (_, n) =>
    squareName([n % board.columns, Math.floor(n / board.columns)]),
  );
  const [red, white] = FLOWERS.map((colour) => board[colour].filter((name: string) => names.includes(name)));
  return { ...board, red, white, centre: names.includes(board.centre) ? board.centre : undefined };
}

const editor: GameEditor = {
  tools: [
    { value: 'red', text: 'tool_red' },
    { value: 'white', text: 'tool_white' },
    { value: 'centre', text: 'tool_centre' },
    { value: 'bare', text: 'tool_bare' },
  ],
  levels: 1,
  symmetries: ({ columns, rows }) => symmetries(columns, rows),
  symmetricSpaces: ({ columns, rows }, symmetry, name) => symmetricSquares(symmetry, columns, rows, name),
  has: (board, _, tool, name) => (tool === 'centre' ? board.centre === name : (board[tool]?.includes(name) ?? false)),
  paint(board, _, tool, names, on) {
    const bare = withoutContents(board, names);
    if (tool === 'bare' || !on) return bare;
    // There is one centre only.
    if (tool === 'centre') return { ...withoutContents(board, names.slice(0, 1)), centre: names[0] };
    return { ...bare, [tool]: [...bare[tool], ...names].sort() };
  },
  contents: (board, _, name) => [
    ...(board.centre === name ? [t('tool_centre')] : []),
    ...(board.red.includes(name) ? [t('tool_red')] : []),
    ...(board.white.includes(name) ? [t('tool_white')] : []),
  ],
  numbers: (board) => [
    { field: 'columns', label: t('amount_columns'), value: board.columns, limit: 'columns' },
    { field: 'rows', label: t('amount_rows'), value: board.rows, limit: 'rows' },
    { field: 'light', label: t('amount_light'), value: board.light, limit: 'light' },
    { field: 'dark', label: t('amount_dark'), value: board.dark, limit: 'dark' },
    { field: 'rods', label: t('amount_rods'), value: board.rods, limit: 'rods' },
  ],
  setNumber: (board, field, value) => withinSize({ ...board, [field]: value }),
  setup: (board) => ({ game: board.game, players: 2, preset: '', options: {}, board }),
  view: () => ({ hills: [], rods: [], mole: null, round: 1, phase: 'place', scores: [0, 0] }),
  paintable: (name) => !name.includes('|'),
};

export default editor;

/** The board editor for Mole Hill: flowers and the centre of a lawn. */
import { t } from '../../texts/texts.svelte';
import type { GameEditor } from '../../editor/game_editor';
import { squareName, symmetricSquares, symmetries } from './symmetry';
import type { MoleHillBoard, MoleHillView } from './types';

const isFlower = (tool: string) => tool === 'red' || tool === 'white';

function without(names: string[], gone: string[]): string[] {
  return names.filter((name) => !gone.includes(name));
}

/** The board with nothing on these squares: a square holds one thing. */
function withoutContents(board: MoleHillBoard, names: string[]): MoleHillBoard {
  const centre = board.centre && names.includes(board.centre) ? undefined : board.centre;
  return { ...board, centre, red: without(board.red, names), white: without(board.white, names) };
}

function withinSize(board: MoleHillBoard): MoleHillBoard {
  const names = Array.from({ length: board.columns * board.rows }, (_, n) =>
    squareName([n % board.columns, Math.floor(n / board.columns)]),
  );
  const [red, white] = [board.red, board.white].map((flowers) => flowers.filter((name) => names.includes(name)));
  const centre = board.centre && names.includes(board.centre) ? board.centre : undefined;
  return { ...board, red: red!, white: white!, centre };
}

const editor: GameEditor<MoleHillBoard, MoleHillView> = {
  tools: [
    { value: 'red', text: 'tool_red' },
    { value: 'white', text: 'tool_white' },
    { value: 'centre', text: 'tool_centre' },
    { value: 'bare', text: 'tool_bare' },
  ],
  levels: 1,
  symmetries: ({ columns, rows }) => symmetries(columns, rows),
  symmetricSpaces: ({ columns, rows }, symmetry, name) => symmetricSquares(symmetry, columns, rows, name),
  has: (board, _, tool, name) => (tool === 'centre' ? board.centre === name : isFlower(tool) && board[tool].includes(name)),
  paint(board, _, tool, names, on) {
    const bare = withoutContents(board, names);
    if (!on) return bare;
    // There is one centre only.
    if (tool === 'centre') return { ...withoutContents(board, names.slice(0, 1)), centre: names[0] };
    return isFlower(tool) ? { ...bare, [tool]: [...bare[tool], ...names].sort() } : bare;
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
  view: () => ({ hills: [], rods: [], mole: null, jump: false, round: 1, seat: null, phase: 'place', scores: [0, 0] }),
  paintable: (name) => !name.includes('|'),
};

export default editor;

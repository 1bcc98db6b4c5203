/** The board editor for Mole Company: holes, special spaces and dotted lines of four boards. */
import { t, type TextName } from '../../texts/texts.svelte';
import type { GameEditor } from '../../editor/game_editor';
import { inside, ownSide, place, spaceName } from './geometry';
import { SYMMETRIES, symmetricSpaces } from './symmetry';
import type { MoleCompanyBoard, MoleCompanyView, StackedBoard } from './types';

const FIELDS = { hole: 'holes', special: 'specials' } as const;
type SpaceKind = keyof typeof FIELDS;

const BOARD_TEXTS: TextName[] = ['sheet_1', 'sheet_2', 'sheet_3', 'sheet_4'];

function sheet(board: MoleCompanyBoard, level: number): StackedBoard {
  const { specials = [], dotted = [], ...rest } = board.boards[level - 1]!;
  return { ...rest, specials, dotted };
}

function changed(board: MoleCompanyBoard, level: number, change: Partial<StackedBoard>): MoleCompanyBoard {
  const boards = board.boards.map((each, n) => (n === level - 1 ? { ...sheet(board, level), ...change } : each));
  return { ...board, boards };
}

function same([a, b]: [string, string], [c, d]: [string, string]): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

/** Names depend on the size of the first board: what lies around the centre stays there, what is off a smaller board goes. */
function resized(board: MoleCompanyBoard, sides: number[]): MoleCompanyBoard {
  const side = sides[0]!;
  const boards = sides.map((own, n) => {
    const { name, holes, specials, dotted } = sheet(board, n + 1);
    const moved = (names: string[]): string[] =>
      names.flatMap((space) => {
        const { q, r } = place(board.side, space);
        return inside(own, q, r) ? [spaceName(side, q, r)] : [];
      });
    const lines = dotted.map(moved).filter((line): line is [string, string] => line.length === 2);
    return { name, holes: moved(holes), specials: moved(specials), dotted: lines, ...(own < side && { side: own }) };
  });
  return { ...board, side, boards };
}

/** The whole stack in another size; boards that are smaller than the first stay so as far as they can. */
function stackSides(board: MoleCompanyBoard, side: number): number[] {
  return board.boards.map((_, n) => {
    const own = ownSide(board, n + 1);
    return own === board.side ? side : Math.min(own, side);
  });
}

/** One board in another size: those above are at least as large, those below at most. */
function ownSides(board: MoleCompanyBoard, level: number, side: number): number[] {
  return board.boards.map((_, n) => {
    const own = ownSide(board, n + 1);
    if (n + 1 === level) return side;
    return n + 1 < level ? Math.max(own, side) : Math.min(own, side);
  });
}

const editor: GameEditor<MoleCompanyBoard, MoleCompanyView> = {
  tools: [
    { value: 'hole', text: 'tool_hole' },
    { value: 'special', text: 'tool_special' },
    { value: 'dotted', text: 'tool_dotted', joins: true },
    { value: 'bare', text: 'tool_bare' },
  ],
  levels: BOARD_TEXTS.length,
  levelText: (level) => t(BOARD_TEXTS[level - 1]!),
  levelName: (board, level) => sheet(board, level).name,
  setLevelName: (board, level, name) => changed(board, level, { name }),
  symmetries: () => SYMMETRIES,
  symmetricSpaces: ({ side }, symmetry, name) => symmetricSpaces(symmetry, side, name),
  has: (board, level, tool, name) => tool in FIELDS && sheet(board, level)[FIELDS[tool as SpaceKind]].includes(name),
  paint(board, level, tool, names, on) {
    const { holes, specials, dotted } = sheet(board, level);
    const rest = (field: string[]) => field.filter((name) => !names.includes(name));
    const bare = { holes: rest(holes), specials: rest(specials), dotted };
    if (tool === 'bare') {
      return changed(board, level, { ...bare, dotted: dotted.filter((line) => !line.some((end) => names.includes(end))) });
    }
    const field = FIELDS[tool as SpaceKind];
    return changed(board, level, on ? { ...bare, [field]: [...bare[field], ...names].sort() } : bare);
  },
  join(board, level, pairs) {
    const { dotted } = sheet(board, level);
    const left = dotted.filter((line) => !pairs.some((pair) => same(line, pair)));
    const once = pairs.filter((pair, n) => !pairs.slice(0, n).some((other) => same(other, pair)));
    return changed(board, level, { dotted: dotted.some((line) => same(line, pairs[0]!)) ? left : [...left, ...once] });
  },
  joinPrompt: (name) => t('line_from', { place: name }),
  contents(board, level, name) {
    const { holes, specials, dotted } = sheet(board, level);
    const ends = dotted.filter((line) => line.includes(name)).map(([near, far]) => (near === name ? far : near));
    return [
      ...(holes.includes(name) ? [t('tool_hole')] : []),
      ...(specials.includes(name) ? [t('tool_special')] : []),
      ...(ends.length ? [t('dotted_to', { spaces: ends.join(', ') })] : []),
    ];
  },
  numbers: (board) => [
    { field: 'side', label: t('amount_side'), value: board.side, limit: 'side' },
    ...[2, 3, 4].map((level) => ({
      field: `boards[${level}].side`,
      label: t('amount_own_side', { board: t(BOARD_TEXTS[level - 1]!) }),
      value: ownSide(board, level),
      limit: 'side',
    })),
    ...[2, 3, 4].map((count) => ({
      field: `moles.${count}`,
      label: t('amount_moles', { count }),
      value: Number(board.moles[count]),
      limit: 'moles',
    })),
  ],
  setNumber(board, field, value) {
    if (field === 'side') return resized(board, stackSides(board, value));
    const level = /^boards\[(\d)\]/.exec(field)?.[1];
    if (level) return resized(board, ownSides(board, Number(level), value));
    return { ...board, moles: { ...board.moles, [field.split('.')[1]!]: value } };
  },
  setup: (board) => ({ game: board.game, players: 2, preset: '', options: { specials: true }, board, rotations: [0, 0, 0, 0] }),
  view(board, level) {
    const { holes, specials, dotted } = sheet(board, level);
    return { holes, specials, dotted, level, moles: [[], []], left: [[], []], seat: null, disc: null, bonus: false, turn: 0, phase: 'move' };
  },
  paintable: () => true,
};

export default editor;

/** Puzzles of the mistakes in matches of one's own, made by their analyses. This device keeps them, and they come back as others do. */
import type { Mistake } from '../replay/analysis.svelte';
import type { ReplayData } from '../api/replay';
import type { PuzzleReply } from '../api/schema';
import { readStored, store } from '../settings/settings.svelte';
import { t } from '../texts/texts.svelte';
import { comeBack, dueIds, forgetDue, OWN_PLACE } from './progress';

/** The longest game that positions to try can have. */
const MOST_ACTIONS = 200;
/** The most puzzles that are kept; the oldest goes first. */
export const MOST_KEPT = 60;

/** A puzzle for each mistake; without a seat, for those of all players. None on boards that the server does not have. */
export function ownPuzzles(data: ReplayData, mistakes: readonly Mistake[], seat: number | null, boards: readonly string[]): PuzzleReply[] {
  const { game, players, preset, options, rotations } = data.setup;
  const board = String(data.setup.board.name);
  const names = data.steps.slice(1).map((step) => step.name);
  if (!boards.includes(board)) return [];
  return mistakes.flatMap(({ ply, actor, action, choice, better }) => {
    const actions = names.slice(0, ply);
    if (!choice || actor === null || (seat !== null && actor !== seat) || ply > MOST_ACTIONS || actions.includes(null)) return [];
    const said = better?.steps.at(0)?.said.join(' ') || choice.best;
    const position = { game, board, players, preset, options, rotations, actions: actions as string[] };
    return [
      {
        id: `own-${checksum(JSON.stringify(position))}`,
        game,
        theme: 'own',
        theme_name: t('own_puzzle'),
        rating: 0,
        level: 0,
        daily: false,
        position,
        seat: actor,
        question: t('own_puzzle_question'),
        hints: [choice.why],
        solution: `${said} ${choice.why}`,
        answers: choice.equal,
        choices: {},
        mistakes: { [action]: t('own_puzzle_played') },
        mistake: t('own_puzzle_other'),
        then: [],
      },
    ];
  });
}

/** Keeps puzzles behind those that are kept. A mistake in a match is one to try again today. */
export function keepOwn(puzzles: readonly PuzzleReply[]): void {
  const ids = new Set(puzzles.map(({ id }) => id));
  const all = [...keptOwn().filter(({ id }) => !ids.has(id)), ...puzzles];
  const dropped = all.slice(0, -MOST_KEPT);
  store(OWN_PLACE, all.slice(-MOST_KEPT));
  for (const { game, id } of dropped) forgetDue(game, id);
  for (const { game, id } of puzzles) comeBack(game, id);
}

export function keptOwn(): PuzzleReply[] {
  return readStored<PuzzleReply[]>(OWN_PLACE) ?? [];
}

export function ownPuzzle(id: string): PuzzleReply | undefined {
  return keptOwn().find((puzzle) => puzzle.id === id);
}

/** The puzzle of this game that was kept after this one. */
export function nextOwn({ game, id }: PuzzleReply): PuzzleReply | undefined {
  const kept = keptOwn();
  return kept.slice(kept.findIndex((puzzle) => puzzle.id === id) + 1).find((puzzle) => puzzle.game === game);
}

/** The first mistake in one's own matches that comes back on this day. */
export function dueOwn(game: string, day: string): PuzzleReply | undefined {
  const due = new Set(dueIds(game, day));
  return keptOwn().find((puzzle) => puzzle.game === game && due.has(puzzle.id));
}

/** A short sum of a text (FNV-1a): equal positions get the same puzzle. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

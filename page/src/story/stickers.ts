/** Stickers for first things: which there are, and who has earned them. They follow from matches, puzzles and lessons alone. */
import type { StoryMatch } from '../api/schema';
import type { Progress } from '../puzzles/progress';
import { ownSeat, resultOf } from './story';

export const STICKERS = [
  'first_match', 'first_win', 'ten_wins', 'every_game', 'beat_4', 'beat_7', 'points_20', 'comeback', 'family', 'first_puzzle', 'puzzle_week', 'school',
] as const;
export type Sticker = (typeof STICKERS)[number];

const MANY_WINS = 10;
const GOOD_LEVEL = 4;
const BEST_LEVEL = 7;
const MANY_POINTS = 20;
/** A chance of winning from which one comes back. */
const NEARLY_LOST = 0.2;
const FAMILY = 3;
const WEEK = 7;

export interface Deeds {
  matches: readonly StoryMatch[];
  /** By game. */
  puzzles: Record<string, Progress>;
  /** How many lessons of strategy were finished. */
  lessons: number;
  /** The games that there are. */
  games: readonly string[];
}

/** The stickers that were earned. */
export function earned({ matches, puzzles, lessons, games }: Deeds): Set<Sticker> {
  const found = new Set<Sticker>();
  const give = (sticker: Sticker, deserved: boolean) => deserved && found.add(sticker);
  let wins = 0;
  for (const match of matches) {
    const own = ownSeat(match);
    const mine = match.players.filter((player) => player.mine);
    give('points_20', mine.some(({ score }) => (score ?? 0) >= MANY_POINTS));
    give('family', match.players.filter(({ kind }) => kind === 'person').length >= FAMILY);
    if (own === null || resultOf(match, own) !== 'won') continue;
    wins += 1;
    const others = match.players.filter((_, seat) => seat !== own);
    const level = Math.min(...others.map((player) => (player.kind === 'computer' ? (player.level ?? 0) : 0)));
    give('beat_4', level >= GOOD_LEVEL);
    give('beat_7', level >= BEST_LEVEL);
    give('comeback', (match.players[own]!.lowest ?? 1) <= NEARLY_LOST);
  }
  const solved = Object.values(puzzles);
  give('first_match', matches.length > 0);
  give('first_win', wins > 0);
  give('ten_wins', wins >= MANY_WINS);
  give('every_game', games.length > 0 && games.every((game) => matches.some((match) => match.game === game)));
  give('first_puzzle', solved.some((progress) => (progress.solved ?? 0) > 0));
  give('puzzle_week', solved.some((progress) => (progress.longest ?? 0) >= WEEK));
  give('school', lessons > 0);
  return found;
}

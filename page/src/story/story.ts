/** One's finished matches: who is who in them, filters, and statistics. */
import type { StoryMatch } from '../api/schema';
import { today } from '../puzzles/progress';

export type Result = 'won' | 'lost' | 'drawn' | 'ended';

/** What is listed; an empty text is everything. A person without a name is `ME`. */
export interface Filter {
  game: string;
  person: string;
  result: Result | '';
  /** The first and the last day, such as 2026-11-19, by this device's calendar. */
  from: string;
  until: string;
}

/** The reader, as long as nobody has given a name. */
export const ME = '\u0000me';

export interface GameLine {
  game: string;
  played: number;
  won: number;
  lost: number;
  drawn: number;
}

export interface PersonLine {
  person: string;
  played: number;
  won: number;
  /** The most wins in a row, and those up to now. */
  longest: number;
  now: number;
}

export interface MatchValue {
  match: StoryMatch;
  seat: number;
  value: number;
}

export interface Statistics {
  games: GameLine[];
  people: PersonLine[];
  /** The most points; null without a game that counts them. */
  best: MatchValue | null;
  luckiest: MatchValue | null;
  unluckiest: MatchValue | null;
  /** The reader's accuracy from the oldest analysed match to the newest. */
  accuracy: { ended: number; value: number }[];
  /** The matches of each month that has any, such as 2026-11, the oldest first. */
  months: { month: string; played: number }[];
}

/** The only seat of the reader; null if several players sat at this device. */
export function ownSeat({ players }: Pick<StoryMatch, 'players'>): number | null {
  const mine = players.flatMap((player, seat) => (player.mine ? [seat] : []));
  return mine.length === 1 ? mine[0]! : null;
}

/** Who sat there: a name, or `ME`; null for computers and for people without a name. `ownName`: that of the settings. */
export function personAt(match: StoryMatch, seat: number, ownName = ''): string | null {
  const { kind, name } = match.players[seat]!;
  if (kind !== 'person') return null;
  return name || (ownSeat(match) === seat ? ownName || ME : null);
}

export function resultOf({ winner, draw }: Pick<StoryMatch, 'winner' | 'draw'>, seat: number): Result {
  if (winner === null || winner === undefined) return draw ? 'drawn' : 'ended';
  return winner === seat ? 'won' : 'lost';
}

/** Whose result a match has: that of the person who is asked for, else of the reader. */
function seatOf(match: StoryMatch, person: string, ownName: string): number | null {
  if (!person) return ownSeat(match);
  const seat = match.players.findIndex((_, at) => personAt(match, at, ownName) === person);
  return seat < 0 ? null : seat;
}

export function filtered(matches: readonly StoryMatch[], { game, person, result, from, until }: Filter, ownName = ''): StoryMatch[] {
  return matches.filter((match) => {
    if (game && match.game !== game) return false;
    if ((from && day(match.ended) < from) || (until && day(match.ended) > until)) return false;
    if (!person && !result) return true;
    const seat = seatOf(match, person, ownName);
    return seat !== null && (!result || resultOf(match, seat) === result);
  });
}

export function day(seconds: number): string {
  return today(new Date(seconds * 1000));
}

export function month(seconds: number): string {
  return day(seconds).slice(0, 7);
}

/** The statistics of matches, the newest of which comes first. */
export function statistics(matches: readonly StoryMatch[], ownName = ''): Statistics {
  const games = new Map<string, GameLine>();
  const people = new Map<string, PersonLine>();
  const months = new Map<string, number>();
  const accuracy: Statistics['accuracy'] = [];
  let best: MatchValue | null = null;
  let luckiest: MatchValue | null = null;
  let unluckiest: MatchValue | null = null;
  for (const match of matches.toReversed()) {
    const own = ownSeat(match);
    const line = games.get(match.game) ?? { game: match.game, played: 0, won: 0, lost: 0, drawn: 0 };
    games.set(match.game, line);
    line.played += 1;
    if (own !== null) {
      const result = resultOf(match, own);
      if (result !== 'ended') line[result] += 1;
      const { luck, accuracy: share } = match.players[own]!;
      if (isNumber(luck) && (!luckiest || luck > luckiest.value)) luckiest = { match, seat: own, value: luck };
      if (isNumber(luck) && (!unluckiest || luck < unluckiest.value)) unluckiest = { match, seat: own, value: luck };
      if (isNumber(share)) accuracy.push({ ended: match.ended, value: share });
    }
    months.set(month(match.ended), (months.get(month(match.ended)) ?? 0) + 1);
    for (const [seat, player] of match.players.entries()) {
      if (player.kind === 'person' && isNumber(player.score) && (!best || player.score > best.value)) best = { match, seat, value: player.score };
      const person = personAt(match, seat, ownName);
      if (person === null) continue;
      const one = people.get(person) ?? { person, played: 0, won: 0, longest: 0, now: 0 };
      people.set(person, one);
      one.played += 1;
      const won = resultOf(match, seat) === 'won';
      one.won += won ? 1 : 0;
      one.now = won ? one.now + 1 : 0;
      one.longest = Math.max(one.longest, one.now);
    }
  }
  return {
    games: [...games.values()].sort((a, b) => b.played - a.played),
    people: [...people.values()].sort((a, b) => b.played - a.played || a.person.localeCompare(b.person)),
    best,
    luckiest,
    unluckiest: unluckiest === luckiest || unluckiest?.match === luckiest?.match ? null : unluckiest,
    accuracy,
    months: [...months].sort().map(([name, played]) => ({ month: name, played })),
  };
}

/** The mean of the first and of the last values, so many each; null if there are not twice as many. */
export function progress(values: readonly number[], most = 10): { count: number; first: number; last: number } | null {
  const count = Math.min(most, Math.floor(values.length / 2));
  if (!count) return null;
  const mean = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length;
  return { count, first: mean(values.slice(0, count)), last: mean(values.slice(-count)) };
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

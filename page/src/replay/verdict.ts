/** The verdict of an analysis: who won and why, and the best move, in plain words. */
import type { Analysis } from '../api/replay';
import type { MatchOutcome } from '../api/schema';
import { t } from '../texts/texts.svelte';

/** What the verdict needs of a replay. */
export interface Judged {
  /** The only seat of the reader; null if there is none. */
  reader: number | null;
  /** How it ended, as the server says; null if it is not finished. */
  outcome: MatchOutcome | null;
  name(seat: number): string;
  /** What is told of the action with this index. */
  told(ply: number): string;
}

const LITTLE = 0.02;

export function verdict({ accounts, moments, start }: Analysis, { reader, outcome, name, told }: Judged): string {
  const words = [result(accounts, outcome, reader, name)];
  const best = bestMove({ moments, start }, reader ?? outcome?.winner ?? 0);
  if (best !== null) words.push(t(reader === null ? 'best_move' : 'your_best_move', { number: best + 1, said: told(best) }));
  return words.join(' ');
}

function result(accounts: Analysis['accounts'], outcome: MatchOutcome | null, reader: number | null, name: Judged['name']): string {
  if (!outcome) return t('verdict_unfinished');
  const { winner, draw, rule } = outcome;
  if (winner === null) return t(draw ? 'verdict_draw' : 'over');
  // A player who resigned or was out of time may have stood well: then neither luck nor play decided.
  if (rule === null) return endedByPeople(outcome.why, winner, reader, name);
  const { luck, received } = accounts[winner]!;
  if (reader === winner) return t(luck > received ? 'verdict_won_luck' : 'verdict_won_play');
  if (reader !== null) {
    const own = accounts[reader]!;
    return t(-own.luck > own.given ? 'verdict_lost_luck' : 'verdict_lost_play');
  }
  return t(luck > received ? 'verdict_name_luck' : 'verdict_name_play', { name: name(winner) });
}

function endedByPeople(why: MatchOutcome['why'], winner: number, reader: number | null, name: Judged['name']): string {
  if (reader === winner) return t('you_win');
  if (reader !== null && why === 'resigned') return t('verdict_gave_up');
  if (reader !== null && why === 'out of time') return t('verdict_time');
  return t('has_won', { name: name(winner) });
}

/** The seat's own move that raised its chances most, if it was as good as the best one; null if none did. */
function bestMove({ moments, start }: Pick<Analysis, 'moments' | 'start'>, seat: number): number | null {
  let best: number | null = null;
  let most = 0;
  for (const [n, { ply, actor, choice, chances }] of moments.entries()) {
    const before = n ? moments[n - 1]!.chances : start;
    const gained = (chances[seat] ?? 0) - (before[seat] ?? 0);
    if (actor === seat && choice && choice.given <= LITTLE && gained > most) [best, most] = [ply, gained];
  }
  return best;
}

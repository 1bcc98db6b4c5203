/** What players are called, and who has won in words: a seat's number never stands for a name. */
import type { MatchOutcome, TableSeat } from '../api/schema';
import { t } from '../texts/texts.svelte';

type Seat = Pick<TableSeat, 'kind' | 'name'>;

/** The player's own name, or a default name, numbered like the server's if there are several. */
export function seatName(seats: readonly Seat[], seat: number): string {
  const { kind, name } = seats[seat] ?? { kind: 'person', name: '' };
  if (name) return name;
  const computer = kind === 'computer';
  const alike = seats.flatMap((other, n) => ((other.kind === 'computer') === computer ? [n] : []));
  if (alike.length < 2) return t(computer ? 'computer_name' : 'player_name');
  return t(computer ? 'computer_number' : 'player_number', { number: alike.indexOf(seat) + 1 });
}

/** How the match ended: "You win!" for the only player at a device, else the winner by name. */
export function resultText(outcome: Pick<MatchOutcome, 'winner' | 'draw'>, seats: readonly Seat[], ownSeats: readonly number[]): string {
  const { winner, draw } = outcome;
  if (winner === null) return t(draw ? 'drawn' : 'over');
  if (ownSeats.length === 1 && ownSeats[0] === winner) return t('you_win');
  const computers = seats.filter((seat) => seat.kind === 'computer');
  if (computers.length === 1 && seats[winner] === computers[0] && !computers[0]?.name) return t('computer_wins');
  return t('has_won', { name: seatName(seats, winner) });
}

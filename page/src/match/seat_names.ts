/** What players are called, and who has won in words: a seat's number never stands for a name. */
import type { MatchOutcome, MatchRequest, SetupReply, TableMessage, TableSeat } from '../api/schema';
import { settings } from '../settings/settings.svelte';
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

/** Everybody but one's own seat, as a list. */
export function othersText(seats: readonly Seat[], own: number | null): string {
  const names = seats.flatMap(({ kind }, seat) => (seat === own ? [] : [kind === 'open' ? t('open') : seatName(seats, seat)]));
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names);
}

/** Whether there is nobody else but a computer, which has no name. */
export function withComputer(seats: readonly Seat[], own: number | null): boolean {
  const [rival, ...more] = seats.filter((_, seat) => seat !== own);
  return rival?.kind === 'computer' && !rival.name && !more.length;
}

/** A match that is over, by its game and the other players. */
export function playedWith(game: string, seats: readonly Seat[], own: number | null): string {
  return withComputer(seats, own) ? t('played_with_computer', { game }) : t('played_with', { game, names: othersText(seats, own) });
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

/** Whether somebody at this device has won. */
export function wonHere({ winner }: Pick<MatchOutcome, 'winner'>, ownSeats: readonly number[]): boolean {
  return winner !== null && ownSeats.includes(winner);
}

/** The request for the same match with the same sides; null if other people would have to be asked. */
export function againOrder(setup: SetupReply, table: TableMessage, ownSeats: readonly number[]): MatchRequest | null {
  const seats = table.seats.map(({ seat, kind, level, name, emblem, face }): MatchRequest['seats'][number] | null => {
    if (ownSeats.includes(seat)) return { kind: 'here', name, emblem, face };
    return kind === 'computer' ? { kind, level: level ?? undefined, name, emblem, face } : null;
  });
  if (seats.includes(null)) return null;
  const { game, preset, options, board, table_settings } = setup;
  return { game, preset, options, board, table_settings, pace: table.pace, seats: seats.filter((seat) => seat !== null) };
}

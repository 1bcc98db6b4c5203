import { afterEach, expect, it } from 'vitest';

import { LANGUAGES, type Language } from '../settings/settings.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { SetupReply, TableMessage } from '../api/schema';
import { againOrder, playedWith, resultText, seatName, wonHere } from './seat_names';

const person = (name = '') => ({ kind: 'person' as const, name });
const computer = { kind: 'computer' as const, name: '' };
const won = (winner: number | null) => ({ winner, draw: winner === null });

afterEach(() => setLanguage('en'));

it('names players who have no name as the server does', () => {
  const table = [person('Lina'), computer, person(), computer];
  expect(table.map((_, seat) => seatName(table, seat))).toEqual(['Lina', 'Computer 1', 'Player 2', 'Computer 2']);
  expect(seatName([person(), computer], 0)).toBe('Player');
  expect(seatName([person(), computer], 1)).toBe('Computer');
});

it.each([
  ['en', 'You win!', 'The computer wins.', 'It is a draw.'],
  ['de', 'Du hast gewonnen!', 'Der Computer gewinnt.', 'Unentschieden.'],
  ['fr', 'Tu as gagné\u00a0!', 'L’ordinateur gagne.', 'Partie nulle.'],
] as const)('one person against the computer, %s', async (language, you, other, draw) => {
  await setLanguage(language);
  const seats = [person('Lina'), computer];
  expect(resultText(won(0), seats, [0])).toBe(you);
  expect(resultText(won(1), seats, [0])).toBe(other);
  expect(resultText(won(null), seats, [0])).toBe(draw);
});

it('several people at one device, and those who watch, read a name', () => {
  const seats = [person('Lina'), person('Max'), computer];
  expect(resultText(won(1), seats, [0, 1])).toBe('Max has won!');
  expect(resultText(won(2), seats, [0, 1])).toBe('The computer wins.');
  expect(resultText(won(0), seats, [])).toBe('Lina has won!');
});

it('says with whom a match was played', () => {
  expect(playedWith('Chess', [person('Lina'), computer], 0)).toBe('Chess with the computer');
  expect(playedWith('Chess', [person('Lina'), computer, computer], 0)).toBe('Chess with Computer 1 and Computer 2');
  expect(playedWith('Chess', [person('Lina'), person('Max')], null)).toBe('Chess with Lina and Max');
});

it('never begins with the number of a seat, whoever plays and wins', async () => {
  const kinds = [person(), person('Lina'), computer];
  const tables = [2, 3, 4].flatMap((players) =>
    Array.from({ length: kinds.length ** players }, (_, n) => Array.from({ length: players }, (_, seat) => kinds[Math.floor(n / kinds.length ** seat) % kinds.length]!)),
  );
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await setLanguage(language);
    const told = tables.flatMap((seats) => seats.flatMap((_, winner) => [resultText(won(winner), seats, []), resultText(won(winner), seats, [0])]));
    expect(told.filter((text) => /^\d/.test(text))).toEqual([]);
  }
});

it('knows who has won here', () => {
  expect([wonHere(won(1), [1]), wonHere(won(0), [1]), wonHere(won(null), [0]), wonHere(won(0), [])]).toEqual([true, false, false, false]);
});

it('asks for the same match again, unless other people would have to be asked', () => {
  const setup = { game: 'g', preset: 'p', options: { o: 1 }, board: { name: 'b' }, table_settings: [] } as unknown as SetupReply;
  const seat = (n: number, kind: string, name = '') => ({ seat: n, kind, name, level: kind === 'computer' ? 4 : null, emblem: null });
  const table = { pace: { turn: null }, seats: [seat(0, 'computer'), seat(1, 'person', 'Lina')] } as unknown as TableMessage;
  expect(againOrder(setup, table, [1])).toEqual({
    ...setup,
    pace: { turn: null },
    seats: [{ kind: 'computer', level: 4, name: '', emblem: null }, { kind: 'here', name: 'Lina', emblem: null }],
  });
  expect(againOrder(setup, table, [0])).toBe(null);
});

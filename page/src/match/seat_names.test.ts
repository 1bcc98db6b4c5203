import { afterEach, expect, it } from 'vitest';

import { LANGUAGES, type Language } from '../settings/settings.svelte';
import { setLanguage } from '../texts/texts.svelte';
import { resultText, seatName } from './seat_names';

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

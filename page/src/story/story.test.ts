import { expect, test } from 'vitest';

import type { StoryMatch } from '../api/schema';
import { parts } from './file';
import { filtered, ME, month, ownSeat, personAt, progress, resultOf, statistics } from './story';
import { earned } from './stickers';

type Player = StoryMatch['players'][number];

const DAY = 86_400;
let number = 0;

function match(players: Player[], winner: number | null, more: Partial<StoryMatch> = {}): StoryMatch {
  number += 1;
  return { id: `m${number}`, game: 'mole-hill', board: 'classic', began: number * DAY, ended: number * DAY + 600, actions: 30, players, winner, ...more };
}

const me = (more: Partial<Player> = {}): Player => ({ name: '', kind: 'person', mine: true, ...more });
const lina = (more: Partial<Player> = {}): Player => ({ name: 'Lina', kind: 'person', ...more });
const computer = (level: number): Player => ({ name: '', kind: 'computer', level });

/** The newest first, as they come. */
const MATCHES = [
  match([me({ score: 18, accuracy: 0.5, luck: -0.2 }), computer(4)], 1),
  match([me({ score: 21, accuracy: 0.7, luck: 0.3, lowest: 0.1 }), computer(4)], 0),
  match([lina({ mine: true, score: 9 }), { name: 'Max', kind: 'person', mine: true, score: 11 }], 1),
  match([me({ accuracy: 0.9 }), lina()], null, { draw: true, game: 'buddel-bande' }),
].toReversed();

test('one knows who sat where', () => {
  const [withLina, shared, won] = MATCHES as [StoryMatch, StoryMatch, StoryMatch];
  expect([ownSeat(withLina), ownSeat(shared), ownSeat(won)]).toEqual([0, null, 0]);
  expect([personAt(won, 0), personAt(won, 0, 'Mia'), personAt(won, 1), personAt(shared, 1)]).toEqual([ME, 'Mia', null, 'Max']);
  expect([resultOf(withLina, 0), resultOf(won, 0), resultOf(won, 1), resultOf({ winner: null, draw: false }, 0)]).toEqual(['drawn', 'won', 'lost', 'ended']);
});

test('filters leave what they ask for', () => {
  const ids = (game: string, person: string, result: 'won' | 'lost' | 'drawn' | '') => filtered(MATCHES, { game, person, result, from: '', until: '' }).map(({ id }) => id);
  expect(ids('', '', '')).toHaveLength(4);
  expect(ids('buddel-bande', '', '')).toEqual(['m4']);
  expect(ids('', 'Lina', '')).toEqual(['m4', 'm3']);
  expect(ids('', 'Lina', 'lost')).toEqual(['m3']);
  expect(ids('', '', 'won')).toEqual(['m2']);
  expect(ids('', ME, 'lost')).toEqual(['m1']);
});

test('a filter by date keeps the first and the last day', () => {
  const at = (hour: number, date: number) => new Date(2026, 10, date, hour).getTime() / 1000;
  const matches = [at(23, 20), at(0, 20), at(23, 19), at(0, 18)].map((ended, n) => ({ ...MATCHES[0]!, id: `m${n}`, ended }));
  const ids = (from: string, until: string) => filtered(matches, { game: '', person: '', result: '', from, until }).map(({ id }) => id);
  expect(ids('2026-11-19', '')).toEqual(['m0', 'm1', 'm2']);
  expect(ids('', '2026-11-19')).toEqual(['m2', 'm3']);
  expect(ids('2026-11-19', '2026-11-19')).toEqual(['m2']);
  expect(ids('2026-11-21', '')).toEqual([]);
});

test('statistics count games, people, streaks, points, luck and accuracy', () => {
  const { games, people, best, luckiest, unluckiest, accuracy } = statistics(MATCHES);
  expect(games).toEqual([
    { game: 'mole-hill', played: 3, won: 1, lost: 1, drawn: 0 },
    { game: 'buddel-bande', played: 1, won: 0, lost: 0, drawn: 1 },
  ]);
  expect(people.map(({ person, played, won, longest }) => [person, played, won, longest])).toEqual([[ME, 3, 1, 1], ['Lina', 2, 0, 0], ['Max', 1, 1, 1]]);
  expect([best?.value, best?.match.id, luckiest?.match.id, unluckiest?.match.id]).toEqual([21, 'm2', 'm2', 'm1']);
  expect(accuracy.map(({ value }) => value)).toEqual([0.5, 0.7, 0.9]);
  expect(progress([0.5, 0.7, 0.9, 0.7])).toEqual({ count: 2, first: 0.6, last: 0.8 });
  expect(progress([0.5])).toBeNull();
});

test('wins in a row end with any other result', () => {
  const won = () => match([me(), computer(1)], 0);
  const rows = [won(), won(), match([me(), computer(1)], 1), won()].toReversed();
  expect(statistics(rows).people[0]).toMatchObject({ longest: 2, now: 1 });
});

test('months are counted by the calendar of the device', () => {
  const at = (year: number, part: number) => new Date(year, part - 1, 15).getTime() / 1000;
  const rows = [match([me()], null, { ended: at(2026, 11) }), match([me()], null, { ended: at(2026, 11) }), match([me()], null, { ended: at(2025, 2) })];
  expect(month(at(2026, 11))).toBe('2026-11');
  expect(statistics(rows).months).toEqual([{ month: '2025-02', played: 1 }, { month: '2026-11', played: 2 }]);
});

test('stickers follow from what was done', () => {
  const deeds = { matches: [], puzzles: {}, lessons: 0, games: ['mole-hill', 'buddel-bande'] };
  expect([...earned(deeds)]).toEqual([]);
  expect([...earned({ ...deeds, matches: MATCHES })].sort()).toEqual(['beat_4', 'comeback', 'every_game', 'first_match', 'first_win', 'points_20']);
  expect([...earned({ ...deeds, puzzles: { 'mole-hill': { solved: 1, longest: 7 } }, lessons: 1 })].sort()).toEqual(['first_puzzle', 'puzzle_week', 'school']);
  const three = match([me(), lina(), { name: 'Max', kind: 'person' }, computer(7)], 1);
  expect([...earned({ ...deeds, matches: [three] })].sort()).toEqual(['family', 'first_match']);
  expect(earned({ ...deeds, matches: [match([me(), computer(7)], 0)] })).toContain('beat_7');
  expect(earned({ ...deeds, matches: [match([me(), computer(7), lina()], 0)] })).not.toContain('beat_4');
});

test('a file is sent in parts that a server takes', () => {
  const saved = (letters: number) => ({ match: MATCHES[0]!, record: 'x'.repeat(letters) });
  expect(parts([])).toEqual([]);
  expect(parts([saved(90_000), saved(90_000), saved(10)]).map((part) => part.length)).toEqual([1, 2]);
  expect(parts(Array.from({ length: 230 }, () => saved(10))).map((part) => part.length)).toEqual([100, 100, 30]);
});

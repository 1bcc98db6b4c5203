import { beforeEach, expect, test } from 'vitest';

import { storedChoices, type Choices } from '../match/new_match';
import { giveEmblem, knownNames, rememberPeople } from './people';

beforeEach(() => localStorage.clear());

const at = (names: string[], emblems: string[] = []): Choices => ({ ...storedChoices(), names, games: { hunt: { emblems } } });

test('names are remembered, those who played last first', () => {
  rememberPeople('hunt', ['Lina', ''], []);
  rememberPeople('hunt', ['Max ', 'Mia'], ['fox']);
  expect(knownNames()).toEqual(['Max', 'Mia', 'Lina']);
});

test('who comes back gets the same emblem, unless it is taken', () => {
  rememberPeople('hunt', ['Lina', 'Max'], ['fox', 'snail']);
  rememberPeople('other', ['Max'], ['owl']);
  const back = at(['Mia', 'Max']);
  giveEmblem(back, 'hunt', 1);
  giveEmblem(back, 'hunt', 0);
  expect(back.games.hunt!.emblems).toEqual(['', 'snail']);
  const taken = at(['Mia', 'Max'], ['snail']);
  giveEmblem(taken, 'hunt', 1);
  expect(taken.games.hunt!.emblems).toEqual(['snail']);
});

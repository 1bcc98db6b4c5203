import { expect, it } from 'vitest';

import { earlyFile } from './early';

it.each([
  ['/api/games?lang=de', 'de/games.json'],
  ['/api/lessons/mole-hill/strategy?lang=fr', 'fr/lessons/mole-hill/strategy.json'],
  ['/api/rules/mole-hill?lang=en&preset=blatz', 'en/rules/mole-hill/blatz.json'],
  ['/api/rules/mole-hill', null],
  ['/api/rules/mole-hill/figures?lang=en&preset=blatz', null],
  ['/api/matches/rules?lang=en', null],
])('%s is in %s', (address, file) => expect(earlyFile(address)).toBe(file));

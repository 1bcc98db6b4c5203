/** The people who played at this device: their names, and what stood for them in each game. */
import type { Choices } from '../match/new_match';
import { readStored, store } from '../settings/settings.svelte';

const PLACE = 'moleworks.people';
const MOST = 30;

interface Person {
  name: string;
  /** By game, the emblem that they had last. */
  emblems: Record<string, string>;
}

/** Those who played last come first. */
function people(): Person[] {
  return readStored<Person[]>(PLACE) ?? [];
}

/** The names that can be chosen again. */
export function knownNames(): string[] {
  return people().map(({ name }) => name);
}

/** Remembers who plays now. */
export function rememberPeople(game: string, names: readonly string[], emblems: readonly string[]): void {
  const before = people();
  const now = names.flatMap((given, n): Person[] => {
    const name = given.trim();
    if (!name) return [];
    const was = before.find((person) => person.name === name)?.emblems ?? {};
    return [{ name, emblems: emblems[n] ? { ...was, [game]: emblems[n] } : was }];
  });
  if (!now.length) return;
  const others = before.filter(({ name }) => !now.some((person) => person.name === name));
  store(PLACE, [...now, ...others].slice(0, MOST));
}

/** Gives a player the emblem that they had last in this game, unless somebody else at the table has it. */
export function giveEmblem(choices: Choices, game: string, player: number): void {
  const known = people().find(({ name }) => name === choices.names[player]?.trim())?.emblems[game];
  const emblems = [...(choices.games[game]?.emblems ?? [])];
  if (!known || emblems.some((emblem, n) => emblem === known && n !== player)) return;
  for (let n = 0; n < player; n++) emblems[n] ??= '';
  emblems[player] = known;
  choices.games[game] = { ...choices.games[game], emblems };
}

/** How rule sheets differ. */
import type { Settled, Sheet, Values } from './types';

/** Each value with the numbers of players that it is for ("3–4"); no numbers where it is for all. */
export function grouped(values: Values): { value: Values[string]; players: string }[] {
  const found = new Map<Values[string], string[]>();
  for (const [players, value] of Object.entries(values)) found.set(value, [...(found.get(value) ?? []), players]);
  return [...found].map(([value, players]) => ({ value, players: found.size === 1 ? '' : players.join('–') }));
}

export function differs(sheets: Sheet[], option: string): boolean {
  return new Set(sheets.map((sheet) => JSON.stringify(sheet.options[option]))).size > 1;
}

/** The values of an option that none of the sheets has. */
export function others(sheets: Sheet[], { option, values }: Settled): Settled['values'] {
  const known = new Set(sheets.flatMap((sheet) => Object.values(sheet.options[option]!)));
  return values.filter((value) => !known.has(value));
}

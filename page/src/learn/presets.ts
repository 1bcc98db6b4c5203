/** How presets differ. */
import type { PresetOptions, RuleOption } from '../api/schema';

/** An option's value by the number of players. */
type Values = PresetOptions['options'][string];

/** Each value with its numbers of players ("3–4"); empty if it is for all. */
export function groupByPlayers(values: Values): { value: Values[string]; players: string }[] {
  const found = new Map<Values[string], string[]>();
  for (const [players, value] of Object.entries(values)) found.set(value, [...(found.get(value) ?? []), players]);
  return [...found].map(([value, players]) => ({ value, players: found.size === 1 ? '' : players.join('–') }));
}

export function differs(sheets: PresetOptions[], option: string): boolean {
  return new Set(sheets.map((sheet) => JSON.stringify(sheet.options[option]))).size > 1;
}

/** The values of an option that no preset has. */
export function otherValues(sheets: PresetOptions[], { option, values }: RuleOption): RuleOption['values'] {
  const known = new Set(sheets.flatMap((sheet) => Object.values(sheet.options[option]!)));
  return values.filter((value) => !known.has(value));
}

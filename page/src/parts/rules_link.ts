/** A preset and house rules in an address: `&preset=short&option.rounds=1`. */
import type { PressRequest } from '../api/schema';

export type AgreedRules = Pick<PressRequest, 'preset' | 'options'>;

const OPTION = 'option.';

/** What follows the address of a screen; nothing if nothing was chosen. */
export function rulesInLink({ preset, options = {} }: AgreedRules = {}): string {
  const chosen = Object.entries(options).map(([name, value]) => `&${OPTION}${name}=${value}`);
  return (preset ? `&preset=${preset}` : '') + chosen.join('');
}

/** What the fields of an address say about the rules. */
export function rulesFromLink(fields: Record<string, string>): AgreedRules {
  const options = Object.entries(fields)
    .filter(([name]) => name.startsWith(OPTION))
    .map(([name, text]) => [name.slice(OPTION.length), value(text)]);
  return { preset: fields.preset, options: Object.fromEntries(options) };
}

function value(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

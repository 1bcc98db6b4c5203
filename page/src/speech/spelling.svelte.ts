/** Spelling, if it is wished: "b3" is said "Bravo 3", because b, c, d and g sound alike. What does it is loaded then. */
import { settings } from '../settings/settings.svelte';
import { textLanguage } from '../texts/texts.svelte';

/** The language in which it spells, or soon will. */
let wanted = '';
let spell = $state.raw((text: string) => text);

/** A text with a word for each letter of a space's name, if that is wished. */
export function spelled(text: string): string {
  if (!settings.spelling) return text;
  if (wanted !== textLanguage()) {
    wanted = textLanguage();
    void import('./speller').then(({ speller }) => (spell = speller()));
  }
  return spell(text);
}

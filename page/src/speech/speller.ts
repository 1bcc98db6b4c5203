/** Says a word for each letter in the names of spaces. */
import '../texts/later';

import { t } from '../texts/texts.svelte';

/** Spells in the language of the page: a word for each letter from a to z. */
export function speller(): (text: string) => string {
  const words = t('spelling').split(' ');
  return (text) =>
    text.replace(/(?<![\p{L}\p{N}])([a-z])(\d{1,2})(?![\p{L}\p{N}])/gu, (name, letter: string, number: string) => {
      const word = words[letter.charCodeAt(0) - 97];
      return word ? `${word} ${number}` : name;
    });
}

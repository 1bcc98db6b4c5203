/** The page's own words, in the reader's language. Sentences about a match come from the server. */
import { speak } from '../api/http';
import type { Language } from '../state/settings.svelte';
import en from './en.json';

export type Word = keyof typeof en;

const OTHERS: Partial<Record<Language, () => Promise<{ default: Record<Word, string> }>>> = {
  fr: () => import('./fr.json'),
  de: () => import('./de.json'),
};

let words = $state.raw<Record<Word, string>>(en);

export async function setLanguage(code: Language): Promise<void> {
  const load = OTHERS[code];
  words = load ? (await load()).default : en;
  speak(code);
  document.documentElement.lang = code;
  document.title = words.title;
}

export function t(word: Word, values: Record<string, string | number> = {}): string {
  return words[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** For names that come from elsewhere, such as presets: the word if there is one, else the name itself. */
export function named(kind: string, name: string): string {
  const word = `${kind}_${name}`.replaceAll('-', '_');
  return word in words ? words[word as Word] : name;
}

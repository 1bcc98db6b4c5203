/** The page's own words, in the reader's language. Sentences about a match come from the server. */
import { speak } from '../api/http';
import type { Language } from '../state/settings.svelte';
import type en from './en.json';

export type Word = keyof typeof en;
type Words = Record<Word, string>;

/** One language is loaded, not English and another. */
const ALL: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  de: () => import('./de.json'),
};

/** Whoever shows a word has set a language before. */
let words = $state.raw({} as Words);

export async function setLanguage(code: Language): Promise<void> {
  words = (await ALL[code]()).default;
  speak(code);
  document.documentElement.lang = code;
  document.title = words.title;
}

export function t(word: Word, values: Record<string, string | number> = {}): string {
  return words[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** A few words as a sentence: they begin with a capital, and a full stop ends them. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return !text || /[.!?]$/.test(text) ? whole : `${whole}.`;
}

/** For names that come from elsewhere, such as presets: the word if there is one, else the name itself. */
export function named(kind: string, name: string): string {
  const word = `${kind}_${name}`.replaceAll('-', '_');
  return word in words ? words[word as Word] : name;
}

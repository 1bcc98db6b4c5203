/** The page's own texts in the reader's language. Sentences about a match come from the server. */
import { speak } from '../api/http';
import type { GameTexts } from '../api/schema';
import type { Language } from '../settings/settings.svelte';
import type en from './en.json';
import { setBuiltInTexts } from './game_texts.svelte';

/** The name of a text. */
export type TextName = keyof typeof en;
type Texts = Record<TextName, string>;
type Loaded = { default: { page: Texts; games: Record<string, GameTexts> } };

/** Only the language that is used is loaded. */
const LOADERS: Record<Language, () => Promise<Loaded>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
  de: () => import('./de'),
};

/** `setLanguage` is called before anything is shown. */
let texts = $state.raw({} as Texts);
let current = $state('');

export async function setLanguage(code: Language): Promise<void> {
  const { page, games } = (await LOADERS[code]()).default;
  texts = page;
  setBuiltInTexts(games);
  speak(code);
  current = code;
  document.documentElement.lang = code;
  document.title = texts.title;
}

/** The language of the texts that are shown; the one in the settings may still be loading. */
export function textLanguage(): string {
  return current;
}

export function t(name: TextName, values: Record<string, string | number> = {}): string {
  return texts[name].replace(/\{(\w+)\}/g, (_, field: string) => String(values[field] ?? ''));
}

/** Makes a sentence of a few words: a capital first, and a full stop at the end. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return !text || /[.!?]$/.test(text) ? whole : `${whole}.`;
}

/** The text for a name from elsewhere, such as a paper size; the name itself if there is none. */
export function named(kind: string, name: string): string {
  const key = `${kind}_${name}`.replaceAll('-', '_');
  return key in texts ? texts[key as TextName] : name;
}

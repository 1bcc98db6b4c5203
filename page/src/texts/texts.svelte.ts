/** The page's own texts in the reader's language. Sentences about a match come from the server. */
import { speak } from '../api/http';
import type { GameTexts } from '../api/schema';
import type { Language } from '../settings/settings.svelte';
import type en from './en.json';
import type later from './later/en.json';
import { setBuiltInTexts } from './game_texts.svelte';

/** The name of a text. */
export type TextName = keyof typeof en | keyof typeof later;
type Texts = Record<TextName, string>;
type Loaded = { default: { page: Record<keyof typeof en, string>; games: Record<string, GameTexts> } };
type LoadedLater = { default: Record<keyof typeof later, string> };

/** Only the language that is used is loaded. */
const LOADERS: Record<Language, () => Promise<Loaded>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
  de: () => import('./de'),
};

/** The texts of screens that are opened later. */
const LATER: Record<Language, () => Promise<LoadedLater>> = {
  en: () => import('./later/en.json'),
  fr: () => import('./later/fr.json'),
  de: () => import('./later/de.json'),
};

/** `setLanguage` is called before anything is shown. */
let texts = $state.raw({} as Texts);
let current = $state('');
let wantsLater = false;

export async function setLanguage(code: Language): Promise<void> {
  const [{ page, games }, more] = await Promise.all([LOADERS[code]().then((loaded) => loaded.default), laterTexts(code)]);
  // Screens that need the later texts load them before they are shown.
  texts = { ...page, ...more } as Texts;
  setBuiltInTexts(games);
  speak(code);
  current = code;
  document.documentElement.lang = code;
  document.title = texts.title;
}

async function laterTexts(code: Language): Promise<Partial<Texts>> {
  return wantsLater ? (await LATER[code]()).default : {};
}

/** Loads the texts of screens that are opened later, in this language and in those chosen from now on. */
export async function loadLaterTexts(): Promise<void> {
  wantsLater = true;
  const more = current && (await laterTexts(current as Language));
  if (more) texts = { ...texts, ...more };
}

/** The language of the texts that are shown; the one in the settings may still be loading. */
export function textLanguage(): string {
  return current;
}

export function t(name: TextName, values: Record<string, string | number> = {}): string {
  return texts[name].replace(/\{(\w+)\}/g, (_, field: string) => String(values[field] ?? ''));
}

/** Makes a sentence of a few words: a capital first, and a full stop at the end. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function sentence(text: string): string {
  const whole = capital(text);
  return !text || /[.!?]$/.test(text) ? whole : `${whole}.`;
}

/** The text for a name from elsewhere, such as a paper size; the name itself if there is none. */
export function named(kind: string, name: string): string {
  const key = `${kind}_${name}`.replaceAll('-', '_');
  return key in texts ? texts[key as TextName] : name;
}

/** The settings of this device, and its local storage. */
import type { PressRequest } from '../api/schema';
import type { Look } from '../art/teams';
import { deviceStorage } from './storage';

/** The languages that the server speaks. */
export type Language = NonNullable<PressRequest['lang']>;
export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };
export type Speed = 'calm' | 'normal' | 'fast' | 'none';
export type Verbosity = 'brief' | 'normal' | 'full';
export type Light = 'auto' | 'day' | 'night';

/** Milliseconds of one step of an animation. */
const STEP: Record<Speed, number> = { calm: 500, normal: 260, fast: 130, none: 0 };
/** Milliseconds between the actions of other players. */
const PAUSE: Record<Speed, number> = { calm: 1100, normal: 500, fast: 150, none: 0 };

interface StoredSettings {
  language: Language;
  speed: Speed;
  sound: boolean;
  speech: boolean;
  verbosity: Verbosity;
  notebook: boolean;
  light: Light;
  name: string;
  /** What one's mole wears; empty: what is dealt with the seat. */
  face: Look | '';
  stickers: boolean;
  /** Whether single letters and digits are keys on the board (WCAG 2.1.4). */
  keys: boolean;
  /** Whether other players' actions wait until what was said before has been said. */
  waits: boolean;
  /** How fast the screen reader speaks, in characters a second. */
  rate: number;
  /** Whether letters in names of spaces are said by a word. */
  spelling: boolean;
}

const STORAGE_KEY = 'moleworks.settings';

export function preferredLanguage(wishes: readonly string[]): Language {
  const codes = wishes.map((wish) => wish.slice(0, 2).toLowerCase());
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Reads a stored value; null if there is none, or if the browser stores nothing. */
export function readStored<T>(place: string): T | null {
  try {
    return JSON.parse(deviceStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

export function store(place: string, value: unknown): void {
  try {
    deviceStorage.setItem(place, JSON.stringify(value));
  } catch {
    // Some browsers store nothing; one can still play.
  }
}

class Settings {
  language = $state<Language>('en');
  speed = $state<Speed>('normal');
  sound = $state(false);
  speech = $state(true);
  verbosity = $state<Verbosity>('normal');
  notebook = $state(true);
  light = $state<Light>('auto');
  name = $state('');
  face = $state<Look | ''>('');
  stickers = $state(true);
  keys = $state(true);
  waits = $state(false);
  rate = $state(16);
  spelling = $state(false);

  constructor() {
    const usual = { language: preferredLanguage(navigator.languages ?? []) };
    const requested = new URLSearchParams(location.search).get('lang');
    Object.assign(this, usual, readStored<Partial<StoredSettings>>(STORAGE_KEY) ?? {});
    if (requested && requested in LANGUAGES) this.language = requested as Language;
  }

  keep(): void {
    const { language, speed, sound, speech, verbosity, notebook, light, name, face, stickers, keys, waits, rate, spelling } = this;
    store(STORAGE_KEY, { language, speed, sound, speech, verbosity, notebook, light, name, face, stickers, keys, waits, rate, spelling } satisfies StoredSettings);
  }

  /** Milliseconds of a step; 0 if the system asks for reduced motion. */
  get step(): number {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : STEP[this.speed];
  }

  get pause(): number {
    return PAUSE[this.speed];
  }
}

export const settings = new Settings();

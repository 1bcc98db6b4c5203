/** What a person has chosen for themselves, on this device. */

export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Speed = 'calm' | 'normal' | 'fast' | 'none';
export type Verbosity = 'brief' | 'normal' | 'full';
export type Light = 'auto' | 'day' | 'night';

/** Milliseconds of a step of an animation. */
const STEP: Record<Speed, number> = { calm: 500, normal: 260, fast: 130, none: 0 };
/** And for how long what another has done is left to be looked at before the next thing happens. */
const PAUSE: Record<Speed, number> = { calm: 1100, normal: 500, fast: 150, none: 0 };

interface Kept {
  language: Language;
  speed: Speed;
  sound: boolean;
  speech: boolean;
  verbosity: Verbosity;
  notebook: boolean;
  light: Light;
  name: string;
}

const PLACE = 'moleworks.settings';

export function preferred(wishes: readonly string[]): Language {
  const codes = wishes.map((wish) => wish.slice(0, 2).toLowerCase());
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** What is kept on this device under a name; nothing where the browser keeps nothing. */
export function kept<T>(place: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing is no reason to stop playing.
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

  constructor() {
    const usual = { language: preferred(navigator.languages ?? []) };
    const asked = new URLSearchParams(location.search).get('lang');
    Object.assign(this, usual, kept<Partial<Kept>>(PLACE) ?? {});
    if (asked && asked in LANGUAGES) this.language = asked as Language;
  }

  keep(): void {
    const { language, speed, sound, speech, verbosity, notebook, light, name } = this;
    keep(PLACE, { language, speed, sound, speech, verbosity, notebook, light, name } satisfies Kept);
  }

  /** Milliseconds of a step; none where the system asks for less motion. */
  get step(): number {
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : STEP[this.speed];
  }

  get pause(): number {
    return PAUSE[this.speed];
  }
}

export const settings = new Settings();

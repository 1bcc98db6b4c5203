import { describe, expect, it } from 'vitest';

import de from './de.json';
import en from './en.json';
import fr from './fr.json';
import { named, sentence, setLanguage, t } from './words.svelte';

describe('words', () => {
  it('are there in every language, with the same places to fill in', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const [name, text] of Object.entries(en)) {
      for (const other of [fr, de]) {
        const translated = other[name as keyof typeof en];
        expect(translated, name).toBeTruthy();
        expect(places(translated), name).toEqual(places(text));
      }
    }
  });

  it('are filled in, in the language that was chosen', async () => {
    await setLanguage('fr');
    expect(t('hand_over', { name: 'Lina' })).toBe('Passe l’appareil à Lina.');
    expect(document.documentElement.lang).toBe('fr');
    await setLanguage('en');
    expect(t('rule', { number: 'MH5' })).toBe('Rule MH5');
  });

  it('become sentences', () => {
    expect(sentence('environ 14 points')).toBe('Environ 14 points.');
    expect(sentence('étape suivante')).toBe('Étape suivante.');
    expect(sentence('Gewinnchance 34 %.')).toBe('Gewinnchance 34 %.');
    expect(sentence('')).toBe('');
  });

  it('name what comes from elsewhere, and leave alone what they do not know', () => {
    expect(named('title', 'mole-hill')).toBe('Mole Hill');
    expect(named('preset', 'house-rules')).toBe('house-rules');
  });
});

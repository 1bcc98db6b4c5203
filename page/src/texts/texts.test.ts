import { describe, expect, it } from 'vitest';

import de from './de.json';
import en from './en.json';
import fr from './fr.json';
import laterDe from './later/de.json';
import laterEn from './later/en.json';
import laterFr from './later/fr.json';
import { gameText, setServedTexts } from './game_texts.svelte';
import { loadLaterTexts, named, sentence, setLanguage, t } from './texts.svelte';

describe('words', () => {
  it('are there in every language, with the same places to fill in', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    for (const [name, text] of Object.entries({ ...en, ...laterEn })) {
      for (const other of [{ ...fr, ...laterFr }, { ...de, ...laterDe }]) {
        const translated = other[name as keyof typeof other];
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

  it('of later screens follow the language once they were asked for', async () => {
    await loadLaterTexts();
    expect(t('story_played')).toBe('Played');
    await setLanguage('de');
    expect(t('story_played')).toBe('Gespielt');
    await setLanguage('en');
  });

  it('become sentences', () => {
    expect(sentence('environ 14 points')).toBe('Environ 14 points.');
    expect(sentence('étape suivante')).toBe('Étape suivante.');
    expect(sentence('Gewinnchance 34 %.')).toBe('Gewinnchance 34 %.');
    expect(sentence('')).toBe('');
  });

  it('name what comes from elsewhere, and leave alone what they do not know', () => {
    expect(named('paper', 'letter')).toBe('Letter');
    expect(named('paper', 'a7')).toBe('a7');
  });
});

describe('the texts of games', () => {
  const texts = { title: 'Pebble Race', about: 'Dig.', source: '', boards: {}, presets: { garden: 'A garden' }, options: {}, values: {}, emblems: {}, table_settings: {} };

  it('are built in for our own games, in the language that was chosen', async () => {
    expect(gameText('mole-hill', 'title')).toBe('Mole Hill');
    expect(gameText('mole-company', 'values', 'may-wait')).toBe('may wait');
    await setLanguage('de');
    expect(gameText('mole-hill', 'boards', 'patch')).toBe('Kleines Beet');
    await setLanguage('en');
  });

  it('come from the server for other games', () => {
    expect(gameText('pebble-race', 'title')).toBe('pebble-race');
    expect(gameText('pebble-race', 'about')).toBe('');
    setServedTexts({ 'pebble-race': texts, 'mole-hill': texts });
    expect(gameText('pebble-race', 'title')).toBe('Pebble Race');
    expect(gameText('pebble-race', 'presets', 'garden')).toBe('A garden');
    expect(gameText('mole-hill', 'title')).toBe('Mole Hill');
    setServedTexts({});
  });

  it('are the names themselves where nobody has a text', () => {
    expect(gameText('mole-hill', 'presets', 'house-rules')).toBe('house-rules');
    expect(gameText('pebble-race', 'options', 'goal')).toBe('goal');
  });
});

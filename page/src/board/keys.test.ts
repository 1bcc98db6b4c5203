import { afterEach, describe, expect, it } from 'vitest';

import { settings } from '../settings/settings.svelte';
import { actionOfDigit, commandOf, directionOf, isSwitchedOff, leadsToBox } from './keys';
import { KEYS } from './places';

describe('a digit', () => {
  const actions = ['flip', 'stop'];

  it.each([
    ['Digit1', '1', 'flip'],
    ['Digit2', '2', 'stop'],
    ['Digit1', '&', 'flip'],
    ['Digit2', 'é', 'stop'],
    ['', '2', 'stop'],
    ['Digit3', '"', undefined],
    ['KeyA', 'a', undefined],
  ])('%s that gives %s plays %s: with Shift on it or without, on a German or a French keyboard', (code, key, action) => {
    expect(actionOfDigit(actions, { code, key })).toBe(action);
  });
});

/** What the keys of three rows print on five keyboards, from the key at the place of Q, A and Z on. */
const KEYBOARDS: Record<string, [string, string, string]> = {
  QWERTY: ['qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'],
  AZERTY: ['azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
  QWERTZ: ['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm,.-'],
  BÉPO: ['bépoè^vdljzw', 'auie,ctsrnmç', 'ày.x’kqghf'],
  Dvorak: ["',.pyfgcrl/=", 'aoeuidhtns-', ';qjkxbmwvz'],
};
const PLACES = [
  ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT', 'KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP', 'BracketLeft', 'BracketRight'],
  ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL', 'Semicolon', 'Quote', 'Backslash'],
  ['KeyZ', 'KeyX', 'KeyC', 'KeyV', 'KeyB', 'KeyN', 'KeyM', 'Comma', 'Period', 'Slash'],
];
const COMMANDS = [...'tlmpsohukgrxifnjvb'].sort();

describe.each(Object.entries(KEYBOARDS))('on a keyboard of the kind %s', (_, rows) => {
  const keys = rows.flatMap((row, n) => [...row].map((key, place) => ({ code: PLACES[n]![place]!, key })));

  it('each letter that is a command does nothing else', () => {
    const commands = keys.filter(commandOf);
    expect(commands.map(({ key }) => key).sort()).toEqual(COMMANDS);
    expect(commands.map((key) => [directionOf(key), leadsToBox({ ...key, shiftKey: false })])).toEqual(commands.map(() => [undefined, false]));
  });

  it('the key beside the right Shift leads to the box, unless a command is printed on it, and the slash does', () => {
    const beside = keys.find(({ code }) => code === 'Slash')!;
    expect(leadsToBox({ ...beside, shiftKey: false })).toBe(!COMMANDS.includes(beside.key));
    expect(leadsToBox({ ...beside, shiftKey: true })).toBe(beside.key === '/');
    expect(leadsToBox({ code: 'Digit9', key: '/', shiftKey: false })).toBe(true);
  });

  it('each direction has a key, without the number pad too', () => {
    const found = new Set(keys.map((key) => directionOf(key)).filter(Boolean));
    expect([...found].sort()).toEqual(['downleft', 'downright', 'left', 'right', 'upleft', 'upright']);
  });

  it('a key at its place leads where it leads on every keyboard, unless a command is printed on it', () => {
    for (const key of keys.filter(({ code, key }) => code in KEYS && !COMMANDS.includes(key))) {
      expect(directionOf(key)).toBe(KEYS[key.code]);
    }
  });
});

describe('where single keys are switched off', () => {
  afterEach(() => void (settings.keys = true));

  it('letters, digits and signs do nothing, and other keys what they did', () => {
    const off = [['KeyT', 't'], ['KeyQ', 'a'], ['Digit1', '&'], ['Digit2', '2'], ['Slash', '?'], ['KeyN', 'N']] as const;
    const on = [['ArrowUp', 'ArrowUp'], ['Enter', 'Enter'], ['Space', ' '], ['Escape', 'Escape'], ['Numpad7', '7']] as const;
    for (const [code, key] of [...off, ...on]) expect(isSwitchedOff({ code, key }), key).toBe(false);
    settings.keys = false;
    for (const [code, key] of off) expect(isSwitchedOff({ code, key }), key).toBe(true);
    for (const [code, key] of on) expect(isSwitchedOff({ code, key }), key).toBe(false);
  });
});

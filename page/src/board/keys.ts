/** Keys of a board: what each is for, on every keyboard. What letters do is in `commands`, which is loaded with the first of them. */
import type { MatchState } from '../match/match.svelte';
import { settings } from '../settings/settings.svelte';
import { t } from '../texts/texts.svelte';
import { KEYS } from './places';
import type { Direction } from './types';

export type Key = Pick<KeyboardEvent, 'code' | 'key'>;

/** The letters that are commands on a board. */
const LETTERS = 'tlmpsohukfgrxinjvb';

/** The command of a key, by the letter that is printed on it. */
export function commandOf({ key }: Pick<Key, 'key'>): string | undefined {
  if (key === '?') return 'k';
  const letter = key.toLowerCase();
  return key.length === 1 && LETTERS.includes(letter) ? letter : undefined;
}

/** The direction of a key: by its place on the keyboard, if no command is printed there, else by the letter that is printed.
 * So each letter that is explained is where it is printed, and each direction has a key on every keyboard. */
export function directionOf({ code, key }: Key): Direction | undefined {
  if (code.startsWith('Key') && commandOf({ key })) return undefined;
  return KEYS[code] ?? (/^[a-z]$/i.test(key) ? KEYS[`Key${key.toUpperCase()}`] : undefined);
}

/** Whether a key is a letter, a digit or a sign, and those are switched off: a voice that types must play nothing. */
export function isSwitchedOff({ code, key }: Key): boolean {
  return !settings.keys && key.length === 1 && key !== ' ' && !code.startsWith('Numpad');
}

/** The key beside the right Shift leads to the box for moves and questions: by its place, since each keyboard prints another sign there.
 * Where a command is printed on it, the slash leads there. */
export function leadsToBox({ code, key, shiftKey }: Key & Pick<KeyboardEvent, 'shiftKey'>): boolean {
  return key === '/' || (code === 'Slash' && !shiftKey && !commandOf({ key }));
}

type Commands = typeof import('./commands');
let commands: Commands | undefined;
let loading: Promise<unknown> | undefined;

/** Does what keys mean in the order in which they are pressed: what letters do is loaded with the first of them, and keys after it wait. */
export function inOrder(isCommand: boolean, act: (commands: Commands | undefined) => void): void {
  if (!loading && (commands || !isCommand)) {
    act(commands);
    return;
  }
  const { dataset } = document.body;
  dataset.keysWait = '';
  loading ??= import('./commands')
    .then((found) => (commands = found))
    .catch(() => {})
    .then(() => {
      loading = undefined;
      delete dataset.keysWait;
    });
  void loading.then(() => act(commands));
}

/** Whether a key chooses what has the focus, which has to wait for a letter that goes elsewhere. */
export function choosesLater({ key }: Pick<Key, 'key'>): boolean {
  return !!loading && (key === 'Enter' || key === ' ');
}

/** The action that a digit key plays. On a French keyboard these keys give digits only with Shift, so their place counts. */
export function actionOfDigit(actions: string[], { code, key }: Key): string | undefined {
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? /^([1-9])$/.exec(key) ?? [];
  return digit === undefined ? undefined : actions[Number(digit) - 1];
}

/** Why there is nothing to choose. */
export function nothingToDo(match: MatchState): string {
  return t(match.myTurn ? 'no_targets' : 'not_now');
}

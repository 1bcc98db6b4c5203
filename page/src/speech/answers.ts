/** Answers to keys: as much as there is time for; the same key again says the next part. */
import { t } from '../texts/texts.svelte';
import { announcer } from './announcer.svelte';
import { LONGEST, partsOf } from './length';
import { spelled } from './spelling.svelte';

/** The last answer: what was said of it, and which parts come next. */
let before: { key: string; text: string; said: string; left: string[] } | null = null;

export function answer(key: string, unspelled: string): void {
  const text = spelled(unspelled);
  const goesOn = before?.key === key && before.text === text && before.said === announcer.last && before.left.length;
  const more = t('more_same_key');
  const [part = '', ...left] = goesOn ? before!.left : text.length <= LONGEST ? [text] : partsOf(text, LONGEST - more.length - 1);
  const said = left.length ? `${part} ${more}` : part;
  before = { key, text, said, left };
  announcer.say(said);
}

/** Sounds, played only if they are switched on; until then what makes them is not loaded. */
import { settings } from '../settings/settings.svelte';
import type { ShownBoard } from './side';

/** `move` is one's own action, `other` another player's, `chance` dice, discs and deals. */
export type Sound = 'move' | 'other' | 'chance' | 'lift' | 'no' | 'edge' | 'win';

/** A sound of a seat, from the side of the board where an action is. */
export function play(sound: Sound, seat = 0, board?: ShownBoard, action?: string | null): void {
  if (settings.sound && typeof AudioContext !== 'undefined') {
    void import('./synthesizer').then((synthesizer) => synthesizer.play(sound, seat, board, action));
  }
}

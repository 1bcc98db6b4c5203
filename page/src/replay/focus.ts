/** Moves the focus to the board of a replay, where keys go on from the position. */
import { tick } from 'svelte';

export async function toBoard(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('[data-stage]')?.focus();
}

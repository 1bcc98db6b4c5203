/** Whoever jumps to a position is at the board then, where the keys go on from it; its name says which one it is. */
import { tick } from 'svelte';

export async function toBoard(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('[data-stage]')?.focus();
}

import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** Whether the window is higher than wide; boards are laid out for that. Read it where things may change. */
export function upright(): boolean {
  return (innerHeight.current ?? 0) > (innerWidth.current ?? 0);
}

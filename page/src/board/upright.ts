import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** Whether the window is higher than wide; reactive. Boards are laid out for it. */
export function upright(): boolean {
  return (innerHeight.current ?? 0) > (innerWidth.current ?? 0);
}

/** How far the service in this browser has been loaded, and what is wrong with it. */
import type { Trouble } from './messages';

export const progress = $state({
  /** From 0 to 1; null where there is nothing to load. */
  share: null as number | null,
  trouble: null as Trouble | null,
});

/** The highlight of a space or a piece; only the most important one. */
import type { Highlights } from '../../board/types';

export type Mark = 'refused' | 'selected' | 'hint' | 'target' | 'last';

export function markOf(highlights: Highlights, name: string): Mark | null {
  if (highlights.refused.includes(name)) return 'refused';
  if (highlights.selected === name) return 'selected';
  if (highlights.hint?.includes(name)) return 'hint';
  if (highlights.targets.includes(name)) return 'target';
  return highlights.last.includes(name) ? 'last' : null;
}

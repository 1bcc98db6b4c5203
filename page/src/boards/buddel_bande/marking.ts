/** Which mark a place or a piece bears; the most urgent one only. */
import type { Marks } from '../board';

export type Mark = 'refused' | 'selected' | 'hint' | 'target' | 'last';

export function markOf(marks: Marks, name: string): Mark | null {
  if (marks.refused.includes(name)) return 'refused';
  if (marks.selected === name) return 'selected';
  if (marks.hint?.includes(name)) return 'hint';
  if (marks.targets.includes(name)) return 'target';
  return marks.last.includes(name) ? 'last' : null;
}

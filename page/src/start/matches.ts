/** Which of the reader's own matches can be continued. */
import type { MyMatch } from '../api/schema';

export function isOpen({ status, mine }: Pick<MyMatch, 'status' | 'mine'>): boolean {
  return (status === 'playing' || status === 'waiting') && mine.length > 0;
}

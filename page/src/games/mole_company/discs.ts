/** A player's six discs in order, and which of them have been used since they were last shuffled. */
import { DISCS } from './types';

export interface OneDisc {
  value: number;
  used: boolean;
}

export function discs(left: number[]): OneDisc[] {
  const rest = [...left];
  return DISCS.map((value) => {
    const found = rest.indexOf(value);
    if (found >= 0) rest.splice(found, 1);
    return { value, used: found < 0 };
  });
}

/** A player's six discs in order, and which of them have been used since they were last shuffled. */
const ALL = [1, 2, 2, 3, 3, 4];

export interface OneDisc {
  value: number;
  used: boolean;
}

export function discs(left: number[]): OneDisc[] {
  const rest = [...left];
  return ALL.map((value) => {
    const found = rest.indexOf(value);
    if (found >= 0) rest.splice(found, 1);
    return { value, used: found < 0 };
  });
}

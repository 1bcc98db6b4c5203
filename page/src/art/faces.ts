/** The faces of players: what the moles of each seat wear, in all drawings of a match. */
import { getContext, setContext } from 'svelte';

import { LOOKS, type Look } from './teams';

type LookOf = (seat: number) => Look | null | undefined;

const KEY = 'faces';

/** Moles in this component and in those within it wear this. */
export function setFaces(lookOf: LookOf): void {
  setContext(KEY, lookOf);
}

/** Without a match, every seat has its own look. */
export function faces(): (seat: number) => Look {
  const chosen = getContext<LookOf | undefined>(KEY);
  return (seat) => chosen?.(seat) ?? LOOKS[seat % 4]!;
}

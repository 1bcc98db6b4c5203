/** What the workshop and the server tell each other; the same shapes as in src/moleworks/web/api/workshop.py. */
import type { Word } from '../words/words.svelte';

/** A board as its file tells it; what else there is in it is its game's own affair. */
export interface Board {
  game: string;
  name: string;
  title: Record<string, string>;
  [field: string]: any;
}

export interface Spot {
  name: string;
  /** Its number in a stack of boards; 0 where there is only one. */
  board: number;
}

export interface Fault {
  said: string;
  field: string;
  spots: Spot[];
}

export type Limits = Record<string, [number, number]>;

export interface Looked {
  board: Board;
  /** The file, if nothing is wrong with the board. */
  toml: string | null;
  fault: Fault | null;
  limits: Limits;
}

export interface Trial {
  done: number;
  games: number;
  said: string[];
  seats: { share: number; low: number; high: number }[];
}

export interface Preview {
  name: string;
  pages: { part: 'set' | 'rules'; name: string; svg: string }[];
}

/** A number that can be set. */
export interface Amount {
  /** As a fault calls it. */
  field: string;
  label: string;
  value: number;
  /** The name of its bounds. */
  limit: string;
}

export interface Tool {
  value: string;
  word: Word;
  /** It needs two places, and joins them. */
  joins?: boolean;
}

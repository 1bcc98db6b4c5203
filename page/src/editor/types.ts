/** Messages between the board editor and the server, as in src/moleworks/web/api/editor.py. */
import type { TextName } from '../texts/texts.svelte';

/** A board as in its file; each game has further fields. */
export interface Board {
  game: string;
  name: string;
  title: Record<string, string>;
  [field: string]: any;
}

export interface Spot {
  name: string;
  /** The level in a stack of boards; 0 if there is only one. */
  board: number;
}

export interface Fault {
  said: string;
  field: string;
  spots: Spot[];
}

export type Limits = Record<string, [number, number]>;

export interface CheckedBoard {
  board: Board;
  /** The board file; null while the board has a fault. */
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

/** A number of the board that can be changed. */
export interface NumberField {
  /** Its name in faults. */
  field: string;
  label: string;
  value: number;
  /** The name of its limits. */
  limit: string;
}

export interface Tool {
  value: string;
  text: TextName;
  /** The tool draws a line between two spaces. */
  joins?: boolean;
}

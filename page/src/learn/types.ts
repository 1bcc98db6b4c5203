/** What the server tells of lessons and rules; the same shapes as in src/moleworks/web/api/learn.py. */
import type { At, Refused, SetupInfo } from '../api/types';

/** A position: what was agreed, and what was played since. */
export interface Position {
  game: string;
  board: string;
  players: number;
  preset: string | null;
  options: Record<string, boolean | number | string>;
  rotations: number[] | null;
  actions: string[];
}

/** One thing to do in a position. */
export interface Task {
  position: Position;
  seat: number;
  /** What to do, what is said when it is done, and what to who does something else that is legal. */
  text: string;
  done: string;
  hint: string;
  /** The actions that are meant; none: whatever is legal. */
  want: string[];
  /** What others, dice and discs do afterwards. */
  then: string[];
}

export interface Sample {
  position: Position;
  seat: number;
  text: string;
  /** What is worth trying, legal or not, in words. */
  tries: Record<string, string>;
}

export interface Rule {
  number: string;
  title: string;
  text: string;
  examples: Sample[];
}

export interface Tried {
  setup: SetupInfo;
  at: At | null;
  refused: Refused | null;
}

/** An option's value by the number of players. */
export type Values = Record<string, boolean | number | string>;

/** A printed sheet: how it sets each option. */
export interface Sheet {
  preset: string;
  options: Record<string, Values>;
}

/** An option: the rule it belongs to, and what can be chosen; nothing named where it is a number. */
export interface Settled {
  option: string;
  rule: string;
  values: (boolean | number | string)[];
}

export interface RuleBook {
  rules: Rule[];
  options: Settled[];
  presets: Sheet[];
}

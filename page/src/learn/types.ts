/** Messages about lessons and rules, as in src/moleworks/web/api/learn.py. */
import type { MatchUpdate, RefusalMessage, SetupInfo } from '../api/types';

/** A position: the setup and the actions since. */
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
  /** What to do, what is said when it is done, and the hint after another legal action. */
  text: string;
  done: string;
  hint: string;
  /** The intended actions; empty: any legal one. */
  want: string[];
  /** Actions of others and of chance that follow. */
  then: string[];
}

export interface RuleExample {
  position: Position;
  seat: number;
  text: string;
  /** Actions to try, legal or not, with their words. */
  tries: Record<string, string>;
}

export interface Rule {
  number: string;
  title: string;
  text: string;
  examples: RuleExample[];
}

export interface AttemptReply {
  setup: SetupInfo;
  at: MatchUpdate | null;
  refused: RefusalMessage | null;
}

/** An option's value by the number of players. */
export type Values = Record<string, boolean | number | string>;

/** A preset: its value of each option. */
export interface Sheet {
  preset: string;
  options: Record<string, Values>;
}

/** An option: the rule it belongs to, and its values; empty if it is a number. */
export interface RuleOption {
  option: string;
  rule: string;
  values: (boolean | number | string)[];
}

export interface RuleBook {
  rules: Rule[];
  options: RuleOption[];
  presets: Sheet[];
}

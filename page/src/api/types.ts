/** What the server says; the same shapes as in src/moleworks/web/messages.py. */
import type { Setup, View } from '../boards/board';

export type Status = 'waiting' | 'playing' | 'over' | 'archived';

/** An entry of the log; no name where not everybody may hear it. */
export interface News {
  seq: number;
  seat: number | null;
  name: string | null;
  id?: string;
}

export interface Eye {
  seat: number | null;
  view: View;
  legal: string[];
}

/** An entry of the log in words, and what was seen after it, if it was an action. */
export interface Step {
  seq: number;
  said: string[];
  view?: View;
  /** What this seat alone learned; `true` where the device must not be told. */
  secret?: string | true;
}

export interface EyeWords {
  seat: number | null;
  hidden: boolean;
  /** Only those that changed. */
  spaces: Record<string, string>;
  actions: Record<string, string>;
  position: string[];
  mine: string[];
  /** What this seat knows and not everybody does; empty where secrets are hidden. */
  known: string[];
  steps: Step[];
}

export interface At {
  type: 'at';
  seq: number;
  ply: number;
  status: Status;
  actor: number | null;
  news: News[];
  eyes: Eye[];
  words?: { ask: string; standing: string[]; eyes: EyeWords[] };
  id?: string;
  why?: 'stale' | 'repeated';
}

export interface TableSeat {
  seat: number;
  kind: 'open' | 'person' | 'computer' | 'bot';
  level: number | null;
  name: string;
  here: boolean;
  resigned: boolean;
  /** A phone shows this seat's secrets. */
  phone: boolean;
}

export type Proposed = 'draw' | 'rematch' | 'undo';

export interface Offer {
  what: Proposed;
  by: number;
  agreed: number[];
}

export interface Table {
  type: 'table';
  game: string;
  preset: string;
  options: Record<string, boolean | number | string>;
  board: string;
  seats: TableSeat[];
  offers: Offer[];
  pace: Pace & { level: number; hints: boolean };
  /** When the turn began, by the server's clock: good to tell one turn from another. */
  since: number;
  /** Seconds that were left of the turn when this was sent; none where no clock runs. */
  left: number | null;
  late: number | null;
  /** For whom a computer did the last action, for the time was over. */
  played_for: number | null;
  outcome: { winner: number | null; draw: boolean; rule: string | null; why: string | null } | null;
  next: string | null;
}

export interface Emote {
  type: 'emote';
  seat: number;
  name: string;
}

export interface Refused {
  type: 'refused';
  id: string | null;
  reason: string;
  rule?: string | null;
  values?: Record<string, unknown> | null;
}

export type Message = At | Table | Emote | Refused;

export interface Command {
  do: string;
  seat?: number;
  [part: string]: unknown;
}

export interface GameInfo {
  id: string;
  title: string;
  players: { min: number; max: number };
  presets: string[];
  options: Record<string, OptionInfo>;
  boards: string[];
  /** Where each board is from: its places documented, our reconstruction, or a board of our own. */
  sources: Record<string, 'documented' | 'reconstruction' | 'own'>;
}

export interface OptionInfo {
  default: boolean | number | string;
  values?: (boolean | number | string)[];
  minimum?: number;
  maximum?: number;
}

export interface SeatOrder {
  kind: 'here' | 'link' | 'computer';
  level?: number;
  name?: string;
}

export type Absent = 'computer' | 'resign' | 'wait';

/** Seconds for a turn, if there is a clock, and what happens when they are over. */
export interface Pace {
  turn: number | null;
  absent: Absent;
}

export interface Order {
  game: string;
  seats: SeatOrder[];
  preset?: string;
  options?: Record<string, boolean | number | string>;
  /** By its name, or the whole board. */
  board?: string | object;
  pace?: Pace;
}

export interface Opened {
  id: string;
  code: string | null;
  seats: { seat: number; kind: string; link?: string; token?: string }[];
  watch: { link: string; token: string };
}

export interface MyMatch {
  id: string;
  game: string;
  status: Status;
  code: string | null;
  changed: number;
  seats: { seat: number; kind: string; name: string }[];
  mine: number[];
  host: boolean;
}

export interface SetupInfo extends Setup {
  title: string;
  /** The rules in short. */
  rules: string[];
  /** One's own. */
  seats: number[];
  /** Whether this device opened the match. */
  host: boolean;
  /** The last entry of the log. */
  seq: number;
}

export interface Told {
  ply: number;
  seat: number | null;
  name: string | null;
  said: string[];
}

/** What one seat knows, in words and as it sees the board. */
export interface Secret {
  said: string[];
  view: View;
}

export interface HintLine {
  action: string;
  said: string;
  value: number;
  worth: string;
  line: string[];
  why: string;
}

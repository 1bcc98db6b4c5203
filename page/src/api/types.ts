/** Messages of the server, as in src/moleworks/matches/messages.py and src/moleworks/web/api. */
import type { Setup, View } from '../board/types';

export type Status = 'waiting' | 'playing' | 'over' | 'archived';

/** An entry of the log; `name` is null if it is secret. */
export interface LogEntry {
  seq: number;
  seat: number | null;
  name: string | null;
  id?: string;
}

export interface SeatView {
  seat: number | null;
  view: View;
  legal: string[];
}

/** A log entry in words, with the view after it if it was an action. */
export interface StepWords {
  seq: number;
  said: string[];
  view?: View;
  /** What only this seat learned; `true` if the device is not told because it is shared. */
  secret?: string | true;
}

export interface SeatWords {
  seat: number | null;
  hidden: boolean;
  /** Only spaces whose text changed. */
  spaces: Record<string, string>;
  actions: Record<string, string>;
  position: string[];
  mine: string[];
  /** What this seat knows and others do not; empty if secrets are hidden. */
  known: string[];
  steps: StepWords[];
}

export interface MatchUpdate {
  type: 'at';
  seq: number;
  ply: number;
  status: Status;
  actor: number | null;
  news: LogEntry[];
  eyes: SeatView[];
  words?: { ask: string; standing: string[]; eyes: SeatWords[] };
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

export type OfferKind = 'draw' | 'rematch' | 'undo';

export interface Offer {
  what: OfferKind;
  by: number;
  agreed: number[];
}

export interface TableInfo {
  type: 'table';
  game: string;
  preset: string;
  options: Record<string, boolean | number | string>;
  board: string;
  seats: TableSeat[];
  offers: Offer[];
  pace: TimeControl & { level: number; hints: boolean };
  /** When the turn began, by the server's clock; it identifies the turn. */
  since: number;
  /** Seconds left in the turn when this was sent; null without a clock. */
  left: number | null;
  late: number | null;
  /** The seat for which a computer played because its time was over. */
  played_for: number | null;
  outcome: { winner: number | null; draw: boolean; rule: string | null; why: string | null } | null;
  next: string | null;
}

export interface EmoteMessage {
  type: 'emote';
  seat: number;
  name: string;
}

export interface RefusalMessage {
  type: 'refused';
  id: string | null;
  reason: string;
  rule?: string | null;
  values?: Record<string, unknown> | null;
}

export type Message = MatchUpdate | TableInfo | EmoteMessage | RefusalMessage;

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
  /** Where the layout of each board is from: a published source, our reconstruction, or our own. */
  sources: Record<string, 'documented' | 'reconstruction' | 'own'>;
  /** What the game and these choices are called, in the language of the request. */
  texts: GameTexts;
  /** Whether there are a lesson and numbered rules. */
  lessons: boolean;
  /** Whether its board can be printed. */
  print: boolean;
}

export interface GameTexts {
  title: string;
  /** The game in one sentence. */
  about: string;
  /** How well the classic board is known. */
  source: string;
  boards: Record<string, string>;
  presets: Record<string, string>;
  options: Record<string, string>;
  /** Of options that are set to a word. */
  values: Record<string, string>;
}

export interface OptionInfo {
  default: boolean | number | string;
  values?: (boolean | number | string)[];
  minimum?: number;
  maximum?: number;
}

export interface NewSeat {
  kind: 'here' | 'link' | 'computer';
  level?: number;
  name?: string;
}

export type OnTimeout = 'computer' | 'resign' | 'wait';

/** Seconds for a turn (null: no limit), and what happens when they are over. */
export interface TimeControl {
  turn: number | null;
  absent: OnTimeout;
}

export interface NewMatch {
  game: string;
  seats: NewSeat[];
  preset?: string;
  options?: Record<string, boolean | number | string>;
  /** The name of a board, or a whole board. */
  board?: string | object;
  pace?: TimeControl;
}

export interface CreatedMatch {
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
  /** The seats of this device. */
  seats: number[];
  /** Whether this device created the match. */
  host: boolean;
  /** The number of the last log entry. */
  seq: number;
}

export interface LogLine {
  ply: number;
  seat: number | null;
  name: string | null;
  said: string[];
}

/** What a seat knows: in sentences, and its view. */
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

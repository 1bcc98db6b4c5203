/** How a board of each game is worked on. No rule lives here: whatever can be drawn can be painted, and the server judges it. */
import type { Setup, View } from '../boards/board';
import buddelBande from './buddel_bande';
import moleCompany from './mole_company';
import moleHill from './mole_hill';
import type { Symmetry } from './symmetry';
import type { Amount, Board, Tool } from './types';

export interface Craft {
  tools: Tool[];
  /** How many boards lie upon each other. */
  levels: number;
  symmetries(board: Board): Symmetry[];
  /** A place and those that the symmetry makes of it. */
  twins(board: Board, symmetry: Symmetry, name: string): string[];
  /** Whether a tool's thing is at a place already. */
  has(board: Board, level: number, tool: string, name: string): boolean;
  /** Puts a tool's thing on places, or takes it away. */
  paint(board: Board, level: number, tool: string, names: string[], on: boolean): Board;
  /** Draws lines between pairs of places, or takes them away if the first is there. */
  join?(board: Board, level: number, pairs: [string, string][]): Board;
  /** What is at a place, in words. */
  things(board: Board, level: number, name: string): string[];
  amounts(board: Board): Amount[];
  setAmount(board: Board, field: string, value: number): Board;
  /** For the drawing: the board with nobody on it. */
  setup(board: Board): Setup;
  view(board: Board, level: number): View;
  /** Whether something can be put on a space of the drawing. */
  paintable(name: string): boolean;
}

export const CRAFTS: Record<string, Craft> = {
  'mole-hill': moleHill,
  'mole-company': moleCompany,
  'buddel-bande': buddelBande,
};

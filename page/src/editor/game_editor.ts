/** The part of the board editor that a game brings. It knows no rules: the server checks every board. */
import type { Setup, View } from '../board/types';
import type { Symmetry } from './symmetry';
import type { Board, NumberField, Tool } from './types';

export interface GameEditor {
  tools: Tool[];
  /** How many boards lie on top of each other. */
  levels: number;
  /** The editor's name for a level, where there are several. */
  levelText?(level: number): string;
  /** The short name of a level in the board file, and the board with another one. */
  levelName?(board: Board, level: number): string;
  setLevelName?(board: Board, level: number, name: string): Board;
  symmetries(board: Board): Symmetry[];
  /** A space and those that the symmetry maps it to. */
  symmetricSpaces(board: Board, symmetry: Symmetry, name: string): string[];
  /** Whether a space already has what the tool puts there. */
  has(board: Board, level: number, tool: string, name: string): boolean;
  /** Puts what the tool stands for on spaces, or takes it away. */
  paint(board: Board, level: number, tool: string, names: string[], on: boolean): Board;
  /** Draws lines between pairs of spaces, or removes them if the first one is there. */
  join?(board: Board, level: number, pairs: [string, string][]): Board;
  /** What to say after the first end of a line was chosen. */
  joinPrompt?(name: string): string;
  /** What is on a space, in words. */
  contents(board: Board, level: number, name: string): string[];
  numbers(board: Board): NumberField[];
  setNumber(board: Board, field: string, value: number): Board;
  /** For the drawing: the board before anything was played. */
  setup(board: Board): Setup;
  view(board: Board, level: number): View;
  /** Whether something can be put on a space of the drawing. */
  paintable(name: string): boolean;
}

/** The part of the board editor that a game brings. It knows no rules: the server checks every board. */
import type { BoardData } from '../api/schema';
import type { Setup, View } from '../board/types';
import type { Symmetry } from './symmetry';
import type { ChoiceField, NumberField, Tool } from './types';

export interface GameEditor<B = BoardData, V = View> {
  tools: Tool[];
  /** How many boards lie on top of each other. */
  levels: number;
  /** The editor's name for a level, where there are several. */
  levelText?(level: number): string;
  /** The short name of a level in the board file, and the board with another one. */
  levelName?(board: B, level: number): string;
  setLevelName?(board: B, level: number, name: string): B;
  symmetries(board: B): Symmetry[];
  /** A space and those that the symmetry maps it to. */
  symmetricSpaces(board: B, symmetry: Symmetry, name: string): string[];
  /** Whether a space already has what the tool puts there. */
  has(board: B, level: number, tool: string, name: string): boolean;
  /** Puts what the tool stands for on spaces, or takes it away. */
  paint(board: B, level: number, tool: string, names: string[], on: boolean): B;
  /** Draws lines between pairs of spaces, or removes them if the first one is there. */
  join?(board: B, level: number, pairs: [string, string][]): B;
  /** What to say after the first end of a line was chosen. */
  joinPrompt?(name: string): string;
  /** What is on a space, in words. */
  contents(board: B, level: number, name: string): string[];
  numbers(board: B): NumberField[];
  setNumber(board: B, field: string, value: number): B;
  /** Fields of the board that have a few values. */
  choices?(board: B): ChoiceField[];
  setChoice?(board: B, field: string, value: string): B;
  /** For the drawing: the board before anything was played. */
  setup(board: B): Setup<B>;
  view(board: B, level: number): V;
  /** Whether something can be put on a space of the drawing. */
  paintable(name: string): boolean;
}

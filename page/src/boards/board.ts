/** What the page knows of a board: where its spaces are, how they hang together, and how it is drawn.
 *
 * No rule lives here. What may be done comes from the server as names of actions; a board only reads in such a name where the
 * action begins and where it leads. All drawings are decoration: buttons above them carry meaning and focus.
 */
import type { Component } from 'svelte';

/** What the engine lets a seat know; its shape is the game's own affair (docs/protocol.md, "Views"). */
export type View = Record<string, any>;

/** What was agreed before the first action, from `GET /api/matches/ID/setup`. */
export interface Setup {
  game: string;
  players: number;
  preset: string;
  options: Record<string, boolean | number | string>;
  /** The whole board, as its file tells it. */
  board: any;
  /** Mole Company only: sixths of a turn of each board, the top one first. */
  rotations?: number[] | null;
}

/** In the drawing's own units, those of its viewBox. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Direction =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'upleft'
  | 'upright'
  | 'downleft'
  | 'downright';

export interface Space {
  /** As the engine and the server's sentences call it: "e5", "c3|d3", "7", "haystack", "home", "S1", "dog". */
  name: string;
  /** The button. Boxes of one layer do not overlap; a tap between them goes to the nearest centre. */
  box: Box;
  shape: 'square' | 'hex' | 'edge' | 'round';
  /** Where the arrow keys lead; the opposite key leads back, and there is nothing beyond the edge. */
  next: Partial<Record<Direction, string>>;
  /** Keys stay within a layer: places first (0), then what lies between or upon them (edges, pieces). */
  layer: number;
}

export interface Marks {
  /** Spaces of the last action, until the next one. */
  last: string[];
  /** Where one can go now: with a piece chosen its targets, else the pieces or spaces that can be chosen. */
  targets: string[];
  selected?: string;
  /** What stood in the way of a refused action: rods, moles, spaces. */
  refused: string[];
  hint?: string[];
}

/** An action that has just been played; `name` is null where not everybody may hear it (a secret deal). */
export interface Played {
  name: string | null;
  seat: number | null;
}

export interface DrawingProps {
  setup: Setup;
  view: View;
  /** Where the action `news` began: the drawing moves from here to `view`, then `before` is taken away. */
  before?: View;
  news?: Played;
  /** Through whose eyes; null for a watcher. */
  seat: number | null;
  marks: Marks;
  /** Milliseconds of one step of an animation (see `steps`); 0: cut, and mark what changed. */
  speed: number;
  /** The screen is higher than wide: lay the board out upright. */
  upright: boolean;
}

export interface TrayProps {
  setup: Setup;
  view: View;
  /** The seat whose things are shown. */
  of: number;
}

export interface NowProps {
  setup: Setup;
  view: View;
  speed: number;
}

export interface KeyProps {
  setup: Setup;
}

export interface BoardKind {
  viewBox(setup: Setup, view: View, upright: boolean): string;
  spaces(setup: Setup, view: View, upright: boolean): Space[];
  /** Where an action begins and where it leads, read in its name: "c3-c6", "c3|d3", "S1>7"; "flip" has neither. */
  ends(action: string): { from?: string; to?: string };
  /** The name of the action that would lead to a space, legal or not, so that the server can say why not; the space's
   * own name, if not told. */
  action?(from: string | undefined, to: string): string | undefined;
  /** Where the one piece is that all actions move, if their names do not tell where they begin; it can be dragged. */
  piece?(view: View): string | undefined;
  /** Spaces to mark for a refusal, from the names in its `values` (`rod: "c3|d3"`, `space: "e5"`). */
  blamed?(values: Record<string, unknown>): string[];
  /** How many steps the animation of an action takes; one, if not told. */
  steps?(news: Played, before: View, view: View): number;
  /** The SVG: `aria-hidden`, as large as it is let, `viewBox` as above, no text that speaks. */
  Drawing: Component<DrawingProps>;
  /** A seat's things beside its name, drawn small: discs left, moles at home, points. `aria-hidden`. */
  Tray?: Component<TrayProps>;
  /** What dice or discs show now, drawn beside the turn bar. `aria-hidden`. */
  Now?: Component<NowProps>;
  /** What the signs on this board mean, as the match was set up; loaded when somebody asks. */
  key?: () => Promise<{ default: Component<KeyProps> }>;
}

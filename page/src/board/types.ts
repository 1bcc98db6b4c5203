/** What the page knows of a board: where its spaces are, how they hang together, and how it is drawn.
 *
 * No rule lives here. What may be done comes from the server as names of actions; a board only reads in such a name where the
 * action begins and where it leads. All drawings are decoration: buttons above them carry meaning and focus.
 */
import type { Component } from 'svelte';

import type { MatchOutcome, NewsEntry, SeatView, SetupReply } from '../api/schema';
import type { MatchState } from '../match/match.svelte';
import type { ReplayState } from '../replay/replay.svelte';

/** What a seat may know; each game has its own fields (docs/protocol.md, "Views"). */
export type View = SeatView['view'];

/** A whole board, as in its file; each game has its own fields. */
export type Board = SetupReply['board'];

/** What a drawing needs of a setup. `rotations`: how far each board of a stack is turned, in sixths, the top one first. */
export interface Setup<B = Board> extends Pick<SetupReply, 'game' | 'players' | 'preset' | 'options'>, Partial<Pick<SetupReply, 'rotations' | 'table_settings'>> {
  board: B;
  /** What stands for each player, where the game has such signs and players may choose. */
  emblems?: string[];
}

/** In units of the drawing's viewBox. */
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
  /** As in names of actions and in the server's texts: "e5", "c3|d3", "7", "haystack", "home", "S1", "dog". */
  name: string;
  /** The box of its button. Boxes of a layer do not overlap; a tap between them goes to the nearest centre. */
  box: Box;
  shape: 'square' | 'hex' | 'edge' | 'round';
  /** The neighbours by arrow key. The opposite key leads back; at the edge there is none. */
  next: Partial<Record<Direction, string>>;
  /** Arrow keys stay within a layer: 0 for spaces, higher ones for edges between them or pieces on them. */
  layer: number;
}

export interface Highlights {
  /** Spaces of the last action, until the next one. */
  last: string[];
  /** Spaces that can be chosen now: the targets of the selected piece, else pieces and spaces to begin with. */
  targets: string[];
  selected?: string;
  /** Spaces to blame for a refused action. */
  refused: string[];
  hint?: string[];
  /** The space that a second tap would choose: a piece that comes from outside the board is drawn there. */
  pending?: string;
}

/** Spaces that one jumps to by a key. */
export interface Landmarks {
  own: string[];
  rival: string[];
  /** What else matters on this board: hills, holes, flowers, the dog. */
  marks: string[];
}

/** An action that was just played; `name` is null if it is secret. */
export type Played = Pick<NewsEntry, 'name' | 'seat'>;

export interface DrawingProps<V = View, B = Board> {
  setup: Setup<B>;
  view: V;
  /** The view before the action `news`; the drawing animates from here to `view`. Undefined without animation. */
  before?: V;
  news?: Played;
  /** True while a card tells of the action `news`, before the board is cleared; false while it is cleared afterwards. */
  held?: boolean;
  /** How the game ended, by the server; null while it goes on. */
  outcome: MatchOutcome | null;
  /** The seat whose view it is; null for a watcher. */
  seat: number | null;
  highlights: Highlights;
  /** Milliseconds of one step of an animation (see `animationSteps`); 0: no animation. */
  speed: number;
  /** The window is higher than wide. */
  upright: boolean;
}

export interface TrayProps<V = View, B = Board> {
  setup: Setup<B>;
  view: V;
  /** The seat whose pieces are shown. */
  of: number;
}

export interface ChanceResultProps<V = View, B = Board> {
  setup: Setup<B>;
  view: V;
  speed: number;
}

/** The sign of a player: that of the seat, or the chosen one by its number. */
export interface EmblemProps {
  seat: number;
  kind?: number;
}

export interface LegendProps<B = Board> {
  setup: Setup<B>;
}

/** The board of a game, with its own types of views and boards. */
export interface BoardKind<V = View, B = Board> {
  viewBox(setup: Setup<B>, view: V, upright: boolean): string;
  spaces(setup: Setup<B>, view: V, upright: boolean): Space[];
  /** The first and the last space of an action, from its name: "c3-c6", "c3|d3", "S1>7"; "flip" has neither. */
  endpoints(action: string): { from?: string; to?: string };
  /** The name of the action that would lead to a space, legal or not, so that the server can say why not; the space's
   * own name, if not told. */
  action?(from: string | undefined, to: string): string | undefined;
  /** The space of the piece that all actions move, if their names do not tell; it can be dragged. */
  piece?(view: V): string | undefined;
  /** The spaces to highlight for a refusal, from its `values` (`rod: "c3|d3"`, `space: "e5"`). */
  blamedSpaces?(values: Record<string, unknown>): string[];
  /** How many steps the animation of an action takes; 1 by default. */
  animationSteps?(news: Played, before: V, view: V): number;
  /** Whether this action of chance throws dice, which a player may do by hand. */
  isThrow?(news: Played): boolean;
  /** How many of these clear the board for what comes next; if a card tells of the action, they wait until it has been read. */
  clearingSteps?(news: Played, before: V, view: V): number;
  /** Components that show a game without a drawing in words, instead of `Drawing` and `spaces`. */
  inWords?: {
    Match: Component<{ match: MatchState }>;
    Position: Component<{ replay: ReplayState }>;
  };
  /** The SVG: `aria-hidden`, with the `viewBox` above, as large as its frame. */
  Drawing: Component<DrawingProps<V, B>>;
  /** A small picture of a seat's pieces and points beside its name. `aria-hidden`. */
  Tray?: Component<TrayProps<V, B>>;
  /** The current dice or disc, drawn in the turn bar. `aria-hidden`. */
  ChanceResult?: Component<ChanceResultProps<V, B>>;
  /** A sign that players choose, about 54 units wide, by its number; where a game has such signs. */
  Emblem?: Component<EmblemProps>;
  /** The spaces to jump to by a key, as far as a seat may know them; loaded with the first jump. */
  landmarks?: () => Promise<{ default: (setup: Setup<B>, view: V, seat: number | null) => Landmarks }>;
  /** The legend of the board, for this setup; loaded when it is opened. */
  legend?: () => Promise<{ default: Component<LegendProps<B>> }>;
}

/** What letter keys do on a board: they announce something about the match, go to a space, or act. Loaded with the first of them. */
import '../texts/later';

import type { MatchState } from '../match/match.svelte';
import { MANY } from '../match/selection.svelte';
import { announcer } from '../speech/announcer.svelte';
import { answer } from '../speech/answers';
import { t } from '../texts/texts.svelte';
import { nothingToDo } from './keys';
import type { BoardKind, Direction, Landmarks, Setup, Space, View } from './types';

/** By the key's letter; with Shift some go back. */
export type Commands = Record<string, (back: boolean) => void>;

/** A drawn board of a match or of a replay, as far as keys need it that lead over it. */
export interface ExploredBoard {
  readonly kind: BoardKind;
  readonly setup: Setup;
  readonly view: View;
  /** The seat of the player; null for a watcher. */
  readonly seat: number | null;
  /** What is on each space. */
  readonly words: Record<string, string>;
  /** All spaces, and those that have a button. */
  readonly all: Space[];
  readonly spaces: Space[];
  readonly current: Space | undefined;
  label(space: Space): string;
  focus(name: string | undefined): void;
  showLayer(layer: number): void;
}

/** A drawn board of a match. */
export interface DrawnBoard extends ExploredBoard {
  readonly match: MatchState;
}

/** A board without a drawing, as far as its commands need it. */
export interface PlainBoard {
  readonly match: MatchState;
  /** The names of its buttons, and the one with the focus. */
  readonly names: string[];
  readonly current: string;
  label(name: string): string;
  focus(name: string): void;
}

/** The same on every board. */
function matchCommands(match: MatchState): Commands {
  return {
    t: () => answer('t', `${match.ask} ${match.clock}`.trim()),
    l: () => answer('l', match.lastSaid || t('nothing_yet')),
    m: () => answer('m', match.knowledge.mine.join(' ') || t('watching')),
    p: () => answer('p', match.knowledge.position.join(' ')),
    s: () => answer('s', match.standing.join(' ')),
    i: () => answer('i', match.setup?.map?.join(' ') || t('none_there')),
    o: () => announcer.again(),
    h: () => {
      announcer.say(t(match.myTurn ? 'thinking' : 'not_now'));
      void match.hint();
    },
    u: () => match.undo(),
    f: () => match.goOn(),
    k: () => answer('k', t('keys_help')),
  };
}

export function drawnCommands(board: DrawnBoard): Commands {
  const { match, current } = board;
  return {
    ...matchCommands(match),
    g: () => answer('g', fromHere(board)),
    r: () => void (current && match.around(current.name).then((said) => answer('r', said))),
    n: (back) => nextTarget(board, back),
    ...exploringCommands(board),
  };
}

/** The same on every drawn board. */
export function exploringCommands(board: ExploredBoard): Commands {
  return {
    x: () => otherLayer(board),
    j: (back) => void nextLandmark(board, 'own', back),
    v: (back) => void nextLandmark(board, 'rival', back),
    b: (back) => void nextLandmark(board, 'marks', back),
  };
}

export function plainCommands(board: PlainBoard): Commands {
  const { match } = board;
  const nothing = () => announcer.say(t('none_there'));
  return {
    ...matchCommands(match),
    g: () => answer('g', numbered(match, match.legal) || nothingToDo(match)),
    r: () => answer('r', match.knowledge.position.join(' ')),
    x: () => announcer.say(t('one_layer')),
    n: (back) => nextButton(board, back),
    j: nothing,
    v: nothing,
    b: nothing,
  };
}

/** The spaces from one on in a direction, to the edge. */
export function line(spaces: Map<string, Space>, from: string, direction: Direction): string[] {
  const found: string[] = [];
  let name = spaces.get(from)?.next[direction];
  while (name !== undefined && !found.includes(name)) {
    found.push(name);
    name = spaces.get(name)?.next[direction];
  }
  return found;
}

/** Says the spaces from here on in a direction. */
export function sayLine({ words, all, current }: ExploredBoard, direction: Direction): void {
  const names = current ? line(new Map(all.map((space) => [space.name, space])), current.name, direction) : [];
  answer(`line ${direction} ${current?.name}`, names.map((name) => words[name] ?? name).join(' ') || t('edge'));
}

/** Says the texts of the buttons from here on in a direction. */
export function sayButtons({ current, label }: PlainBoard, direction: Direction, names: string[]): void {
  answer(`line ${direction} ${current}`, names.map(label).join(t('semicolon')) || t('edge'));
}

/** Actions with the digit keys that play them: "1: pass". */
function numbered(match: MatchState, actions: string[]): string {
  return actions.map((action, n) => t('pair', { name: n + 1, value: match.actionText(action) })).join(t('semicolon'));
}

function fromHere({ match, current }: DrawnBoard): string {
  const here = current ? match.actionsAt(current.name) : [];
  const said = here.length > MANY ? [t('pair', { name: t('moves'), value: String(here.length) })] : here.map((action) => match.actionText(action));
  return [...said, numbered(match, match.freeActions)].filter(Boolean).join(t('semicolon')) || nothingToDo(match);
}

function otherLayer(board: ExploredBoard): void {
  const layers = [...new Set(board.all.map((space) => space.layer))].sort();
  if (layers.length < 2) {
    announcer.say(t('one_layer'));
    return;
  }
  board.showLayer(layers[(layers.indexOf(board.current?.layer ?? 0) + 1) % layers.length] ?? 0);
  board.focus(board.current?.name);
}

function nextTarget(board: DrawnBoard, back: boolean): void {
  const { match, spaces } = board;
  const found = spaces.filter((space) => match.selection.targets.includes(space.name));
  if (found.length) jump(board, found, back);
  else answer('n', numbered(match, match.freeActions) || nothingToDo(match));
}

/** Goes to the next landmark of a kind, also on another layer. */
async function nextLandmark(board: ExploredBoard, what: keyof Landmarks, back: boolean): Promise<void> {
  const landmarks = (await board.kind.landmarks?.())?.default;
  const names = landmarks?.(board.setup, board.view, board.seat)[what] ?? [];
  const found = board.all.filter((space) => names.includes(space.name));
  if (found.length) jump(board, found, back);
  else announcer.say(t('none_there'));
}

/** Goes to the next of these spaces, around. */
function jump(board: ExploredBoard, among: Space[], back: boolean): void {
  const { current, spaces } = board;
  const next = among[after(among.findIndex((space) => space.name === current?.name), among.length, back)]!;
  // A screen reader does not read again what already has the focus.
  if (next.name === current?.name) announcer.say(board.label(next));
  if (!spaces.some((space) => space.name === next.name)) board.showLayer(next.layer);
  board.focus(next.name);
}

function nextButton({ names, current, label, focus }: PlainBoard, back: boolean): void {
  const next = names[after(names.indexOf(current), names.length, back)]!;
  if (next === current) announcer.say(label(current));
  focus(next);
}

/** The number after another, or before it, around; -1 is none yet. */
function after(at: number, count: number, back: boolean): number {
  const step = at < 0 && back ? -1 : at + (back ? -1 : 1);
  return (step + count) % count;
}

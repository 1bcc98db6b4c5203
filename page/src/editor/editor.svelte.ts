/** The state of the board editor: the board, its changes, and the server's check of it. */
import { get, post } from '../api/http';
import { gameEditor, isBuiltIn } from '../games';
import { settings, readStored, store } from '../settings/settings.svelte';
import { announcer } from '../speech/announcer.svelte';
import { t } from '../texts/texts.svelte';
import { boardFromLink } from './board_link';
import type { GameEditor } from './game_editor';
import type { Symmetry } from './symmetry';
import type { BoardCheck, BoardData, BoardFault } from '../api/schema';
import type { Tool } from './types';

/** Milliseconds without a change before the server is asked. */
const CHECK_DELAY = 200;

/** Where the unfinished board of a game is stored on this device. */
function draftKey(game: string): string {
  return `moleworks.workshop.${game}`;
}

/** A board that has no fault, so that it has the fields of every board. */
function boardOf(checked: BoardCheck): BoardData {
  return checked.board as BoardData;
}

export class EditorState {
  board = $state.raw<BoardData | null>(null);
  game = $state.raw<GameEditor | null>(null);
  checked = $state.raw<BoardCheck | null>(null);
  limits = $state.raw<BoardCheck['limits']>({});
  problem = $state('');
  level = $state(1);
  tool = $state('');
  symmetry = $state<Symmetry>('none');
  /** The first end of a line that is being drawn. */
  lineStart = $state<string | null>(null);
  #past = $state.raw<BoardData[]>([]);
  #future = $state.raw<BoardData[]>([]);
  #lastChecked = $state.raw<BoardData | null>(null);
  #changes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);
  readonly fault = $derived<BoardFault | null>(this.checked?.fault ?? null);
  /** Whether the server has checked the last change. */
  readonly upToDate = $derived(this.checked !== null && this.#lastChecked === this.board);
  readonly playable = $derived(this.upToDate && this.fault === null);
  readonly selectedTool = $derived<Tool | undefined>(this.game?.tools.find(({ value }) => value === this.tool));

  // Opening

  /** Opens what an address asks for: a game, whose stored draft is continued, or a whole board. */
  async open(value: string): Promise<void> {
    if (!isBuiltIn(value)) return this.#attempt(async () => this.take(await boardFromLink(value)), t('bad_link'));
    const draft = readStored<BoardData>(draftKey(value));
    return draft ? this.#set(draft) : this.begin(value, 'classic');
  }

  /** Starts with a copy of a board that comes with the game. */
  async begin(game: string, name: string): Promise<void> {
    await this.#attempt(async () => {
      const board = boardOf(await get(`/boards/${game}/${name}`));
      await this.take({ ...board, name: 'my-board', title: { [settings.language]: t('my_board') }, source: 'own', version: 1 });
    });
  }

  async load(toml: string): Promise<void> {
    await this.#attempt(async () => {
      await this.#set(boardOf(await post('/boards/file', { toml })));
      announcer.say(t('board_loaded'));
    });
  }

  /** Takes a playable board; throws with the reason if it is not. */
  async take(board: BoardData): Promise<void> {
    const checked = await post('/boards', { board });
    if (checked.fault) throw new Error(checked.fault.said);
    await this.#set(boardOf(checked));
  }

  async #set(board: BoardData): Promise<void> {
    const editor = await gameEditor(board.game);
    if (!editor) throw new Error(t('bad_link'));
    const otherGame = this.board?.game !== board.game;
    this.#past = otherGame || !this.board ? [] : [...this.#past, this.board];
    this.#future = [];
    this.game = editor;
    this.board = board;
    if (otherGame) [this.level, this.tool, this.symmetry] = [1, editor.tools[0]!.value, 'none'];
    this.lineStart = null;
    this.#boardChanged();
  }

  async #attempt(work: () => Promise<void>, message?: string): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = message ?? (error as Error).message;
    }
  }

  // Changing

  /** Paints a space and its symmetric ones; `more` continues a stroke, which is undone as one step. */
  stroke(name: string, on: boolean, more = false): void {
    const { board, game } = this;
    if (!board || !game) return;
    const names = game.symmetricSpaces(board, this.symmetry, name);
    this.#change(game.paint(board, this.level, this.tool, names, on), more);
    announcer.say(this.#describeAll(names));
  }

  /** Whether a stroke that begins here adds something, or takes it away. */
  adds(name: string): boolean {
    return !this.game!.has(this.board!, this.level, this.tool, name);
  }

  /** Chooses the first or the second end of a line. */
  join(name: string): void {
    const { board, game, lineStart } = this;
    if (!board || !game?.join) return;
    if (lineStart === null || lineStart === name) {
      this.lineStart = lineStart === name ? null : name;
      announcer.say(this.lineStart ? (game.joinPrompt?.(name) ?? '') : t('let_go'));
      return;
    }
    const [near, far] = [lineStart, name].map((end) => game.symmetricSpaces(board, this.symmetry, end));
    // A space on an axis is mapped to itself, so the lists may differ in length.
    const count = Math.max(near!.length, far!.length);
    const pairs = Array.from({ length: count }, (_, n): [string, string] => [near![n % near!.length]!, far![n % far!.length]!]);
    this.lineStart = null;
    this.#change(game.join(board, this.level, pairs));
    announcer.say(this.#describeAll([lineStart, name]));
  }

  change(board: BoardData): void {
    this.#change(board);
  }

  undo(): void {
    this.#step('past', t('undone'));
  }

  redo(): void {
    this.#step('future', t('redone'));
  }

  /** A space and what is on it, in words. */
  describe(name: string): string {
    const contents = this.game!.contents(this.board!, this.level, name);
    return t('space_is', { place: name, content: contents.join(', ') || t('tool_bare') });
  }

  #describeAll(names: string[]): string {
    return names.map((name) => this.describe(name)).join(' ');
  }

  #change(board: BoardData, more = false): void {
    if (!more) this.#past = [...this.#past, this.board!];
    this.#future = [];
    this.board = board;
    if (this.game && !this.game.symmetries(board).includes(this.symmetry)) this.symmetry = 'none';
    this.#boardChanged();
  }

  #step(where: 'past' | 'future', message: string): void {
    const board = (where === 'past' ? this.#past : this.#future).at(-1);
    if (!board || !this.board) return;
    if (where === 'past') [this.#past, this.#future] = [this.#past.slice(0, -1), [...this.#future, this.board]];
    else [this.#past, this.#future] = [[...this.#past, this.board], this.#future.slice(0, -1)];
    this.board = board;
    announcer.say(message);
    this.#boardChanged();
  }

  // Checking

  #boardChanged(): void {
    this.#changes += 1;
    store(draftKey(this.board!.game), this.board);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(this.#changes), this.checked ? CHECK_DELAY : 0);
  }

  async #check(change: number): Promise<void> {
    const [before, board] = [this.checked, this.board!];
    try {
      const checked = await post('/boards', { board });
      if (change !== this.#changes) return;
      [this.checked, this.limits, this.#lastChecked] = [checked, checked.limits, board];
      const message = checked.fault?.said ?? t('board_sound');
      if (before && message !== (before.fault?.said ?? t('board_sound'))) announcer.say(message);
    } catch (error) {
      if (change === this.#changes) this.problem = (error as Error).message;
    }
  }
}

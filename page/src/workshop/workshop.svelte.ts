/** A board in the making: what was done to it, and what the server says of it. */
import { get, post } from '../api/http';
import { announcer } from '../state/announcer.svelte';
import { keep, kept, settings } from '../state/settings.svelte';
import { t } from '../words/words.svelte';
import { boardIn } from './address';
import { CRAFTS, type Craft } from './craft';
import type { Symmetry } from './symmetry';
import type { Board, Fault, Limits, Looked, Tool } from './types';

/** Milliseconds of quiet before the server is asked. */
const QUIET = 200;

function place(game: string): string {
  return `moleworks.workshop.${game}`;
}

export class Workshop {
  board = $state.raw<Board | null>(null);
  looked = $state.raw<Looked | null>(null);
  limits = $state.raw<Limits>({});
  problem = $state('');
  level = $state(1);
  tool = $state('');
  symmetry = $state<Symmetry>('none');
  /** Where a line begins that is being drawn. */
  from = $state<string | null>(null);
  #past = $state.raw<Board[]>([]);
  #future = $state.raw<Board[]>([]);
  /** The board that the server has seen last. */
  #seen = $state.raw<Board | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly craft = $derived<Craft | null>(this.board ? CRAFTS[this.board.game]! : null);
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);
  readonly fault = $derived<Fault | null>(this.looked?.fault ?? null);
  /** Whether the server has seen the last change. */
  readonly judged = $derived(this.looked !== null && this.#seen === this.board);
  readonly sound = $derived(this.judged && this.fault === null);
  readonly picked = $derived<Tool | undefined>(this.craft?.tools.find(({ value }) => value === this.tool));

  // Beginning

  /** What the address asks for: a game, whose board goes on where it was left, or a whole board. */
  async open(value: string): Promise<void> {
    if (!(value in CRAFTS)) return this.#try(async () => this.take(await boardIn(value)), t('bad_link'));
    const draft = kept<Board>(place(value));
    return draft ? this.#set(draft) : this.begin(value, 'classic');
  }

  /** From a board that comes with the game. */
  async begin(game: string, name: string): Promise<void> {
    await this.#try(async () => {
      const { board } = await get<Looked>(`/boards/${game}/${name}`);
      await this.take({ ...board, name: 'my-board', title: { [settings.language]: t('my_board') }, source: 'own', version: 1 });
    });
  }

  async load(toml: string): Promise<void> {
    await this.#try(async () => {
      this.#set((await post<Looked>('/boards/file', { toml })).board);
      announcer.say(t('board_loaded'));
    });
  }

  /** A sound board from elsewhere; of another one is said what is wrong. */
  async take(board: Board): Promise<void> {
    const looked = await post<Looked>('/boards', { board });
    if (looked.fault) throw new Error(looked.fault.said);
    this.#set(looked.board);
  }

  #set(board: Board): void {
    const fresh = this.board?.game !== board.game;
    this.#past = fresh || !this.board ? [] : [...this.#past, this.board];
    this.#future = [];
    this.board = board;
    if (fresh) [this.level, this.tool, this.symmetry] = [1, CRAFTS[board.game]!.tools[0]!.value, 'none'];
    this.from = null;
    this.#changed();
  }

  async #try(work: () => Promise<void>, otherwise?: string): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = otherwise ?? (error as Error).message;
    }
  }

  // Working

  /** Paints a place and its twins; within one stroke there is one step to take back. */
  stroke(name: string, on: boolean, more = false): void {
    const { board, craft } = this;
    if (!board || !craft) return;
    const names = craft.twins(board, this.symmetry, name);
    this.#change(craft.paint(board, this.level, this.tool, names, on), more);
    announcer.say(this.#told(names));
  }

  /** Whether a stroke that begins here paints, or takes away. */
  paints(name: string): boolean {
    return !this.craft!.has(this.board!, this.level, this.tool, name);
  }

  /** The first end of a line, or the second. */
  join(name: string): void {
    const { board, craft, from } = this;
    if (!board || !craft?.join) return;
    if (from === null || from === name) {
      this.from = from === name ? null : name;
      announcer.say(this.from ? t('line_from', { place: name }) : t('let_go'));
      return;
    }
    const [near, far] = [from, name].map((end) => craft.twins(board, this.symmetry, end));
    // A place on an axis is its own twin.
    const count = Math.max(near!.length, far!.length);
    const pairs = Array.from({ length: count }, (_, n): [string, string] => [near![n % near!.length]!, far![n % far!.length]!]);
    this.from = null;
    this.#change(craft.join(board, this.level, pairs));
    announcer.say(this.#told([from, name]));
  }

  change(board: Board): void {
    this.#change(board);
  }

  undo(): void {
    this.#go('past', t('undone'));
  }

  redo(): void {
    this.#go('future', t('redone'));
  }

  told(name: string): string {
    const things = this.craft!.things(this.board!, this.level, name);
    return t('space_is', { place: name, content: things.join(', ') || t('tool_bare') });
  }

  #told(names: string[]): string {
    return names.map((name) => this.told(name)).join(' ');
  }

  #change(board: Board, more = false): void {
    if (!more) this.#past = [...this.#past, this.board!];
    this.#future = [];
    this.board = board;
    if (this.craft && !this.craft.symmetries(board).includes(this.symmetry)) this.symmetry = 'none';
    this.#changed();
  }

  #go(where: 'past' | 'future', said: string): void {
    const board = (where === 'past' ? this.#past : this.#future).at(-1);
    if (!board || !this.board) return;
    if (where === 'past') [this.#past, this.#future] = [this.#past.slice(0, -1), [...this.#future, this.board]];
    else [this.#past, this.#future] = [[...this.#past, this.board], this.#future.slice(0, -1)];
    this.board = board;
    announcer.say(said);
    this.#changed();
  }

  // Judging

  #changed(): void {
    this.#asked += 1;
    keep(place(this.board!.game), this.board);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(this.#asked), this.looked ? QUIET : 0);
  }

  async #look(asked: number): Promise<void> {
    const [before, board] = [this.looked, this.board!];
    try {
      const looked = await post<Looked>('/boards', { board });
      if (asked !== this.#asked) return;
      [this.looked, this.limits, this.#seen] = [looked, looked.limits, board];
      const said = looked.fault?.said ?? t('board_sound');
      if (before && said !== (before.fault?.said ?? t('board_sound'))) announcer.say(said);
    } catch (error) {
      if (asked === this.#asked) this.problem = (error as Error).message;
    }
  }
}

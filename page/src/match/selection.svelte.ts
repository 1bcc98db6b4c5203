/** The selected piece, the spaces it can go to, and the last refusal. */
import type { RefusedMessage } from '../api/schema';
import type { BoardKind, Highlights, View } from '../board/types';
import { play as sound } from '../sound/sound';
import { announcer } from '../speech/announcer.svelte';
import { t } from '../texts/texts.svelte';
import { actionAt, spacesOf, targetsOf } from './actions';

/** What the selection needs of a match. */
export interface Selecting {
  readonly kind: BoardKind | null;
  readonly legal: string[];
  readonly seat: number | null;
  /** Whether the server may be asked why an action is illegal. */
  readonly mayTry: boolean;
  readonly spaces: Record<string, string>;
  readonly animation: { shown: { view: View } | null; running: boolean; last: string[] };
  readonly hints: { lines: { action: string }[] };
  play(action: string): void;
}

/** So many places are counted, not listed: the list of all squares took four minutes to say. */
export const MANY = 12;
/** The most characters that are said of places to go, after "Chosen. It can go to". */
const ENOUGH = 120;

export class Selection {
  selected = $state<string | undefined>(undefined);
  refusal = $state.raw<RefusedMessage | null>(null);
  /** The space that was chosen although no legal action leads there. */
  triedSpace = '';
  #match: Selecting;

  constructor(match: Selecting) {
    this.#match = match;
  }

  /** Derived once, because every space of the board reads it. */
  readonly targets = $derived.by((): string[] => {
    const { kind, legal } = this.#match;
    return kind ? targetsOf(kind, legal, this.selected) : [];
  });

  get highlights(): Highlights {
    const { animation, hints, kind } = this.#match;
    return {
      last: animation.last,
      targets: animation.running ? [] : this.targets,
      selected: this.selected,
      refused: this.#blamedSpaces(),
      hint: hints.lines.flatMap(({ action }) => spacesOf(kind, action, animation.last)),
    };
  }

  /** The spaces that a refusal names, else the space that was tried. */
  #blamedSpaces(): string[] {
    if (!this.refusal) return [];
    const named = this.refusal.values ? (this.#match.kind?.blamedSpaces?.(this.refusal.values) ?? []) : [];
    return named.length || !this.triedSpace ? named : [this.triedSpace];
  }

  /** Selects the piece on a space, or plays the action that leads there. */
  choose(space: string): void {
    const { kind, legal, animation } = this.#match;
    if (!kind) return;
    this.refusal = null;
    const endpoints = legal.map((action) => ({ action, ...kind.endpoints(action) }));
    const there = endpoints.find((end) => end.to === space && end.from === this.selected);
    if (there) {
      this.#match.play(there.action);
    } else if (this.selected === space) {
      this.deselect();
    } else if (endpoints.some((end) => end.from === space)) {
      this.selected = space;
      this.#announceTargets();
    } else if (endpoints.length && space === kind.piece?.(animation.shown!.view)) {
      this.#announceTargets();
    } else {
      this.#tryAnyway(kind, space);
    }
  }

  deselect(): void {
    if (this.selected === undefined) return;
    this.selected = undefined;
    announcer.say(t('let_go'));
  }

  /** Forgets everything, without a word. */
  clear(): void {
    this.selected = undefined;
    this.refusal = null;
  }

  /** Shows and announces why something was not done. */
  refuse(message: RefusedMessage): void {
    this.refusal = message;
    sound('no');
    announcer.say(message.reason + (message.rule ? ` (${message.rule})` : ''));
  }

  /** Announces where the selected piece can go. */
  #announceTargets(): void {
    const { seat, spaces } = this.#match;
    sound('lift', seat ?? 0);
    const said = this.targets.map((name) => spaces[name] ?? name);
    // Where there is no time to say what is on each space, their names are said.
    const names = said.join(' ').length > ENOUGH ? [said.map((text) => text.split(':')[0]!.trim()).join(', ')] : said;
    const chosen = this.selected === undefined ? '' : t('chosen');
    const where = said.length > MANY ? t('pair', { name: t('moves'), value: String(said.length) }) : t('can_go', { places: names.join(' ') });
    announcer.say(`${chosen} ${where}`.trim());
  }

  /** Sends an illegal action, so that the server says why it is refused and by which rule. */
  #tryAnyway(kind: BoardKind, space: string): void {
    const { legal, mayTry, spaces } = this.#match;
    const action = actionAt(kind, legal, this.selected, space);
    if (action && mayTry) {
      this.#match.play(action);
      this.triedSpace = space;
    } else announcer.say(spaces[space] ?? space);
  }
}

/** A match as this device knows it: what the server said, what is being shown of it, and what is being chosen. */
import { Problem } from '../api/http';
import { served, type Line, type Source } from '../api/source';
import type {
  At,
  Command,
  Emote,
  EyeWords,
  HintLine,
  Message,
  Proposed,
  Refused,
  SetupInfo,
  Step,
  Table,
  TableSeat,
  Told,
} from '../api/types';
import { boardKind } from '../boards';
import type { BoardKind, Marks, Played, View } from '../boards/board';
import { play as sound } from '../sound/sound';
import { sentence, t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { forgetUsed } from './inviting';
import { settings } from './settings.svelte';

/** One picture of the board: an action, and what is seen after it. */
interface Frame {
  view: View;
  news: Played;
}

/** What a seat hears and may do now, with the words for it. */
export interface Sight {
  seat: number | null;
  legal: string[];
  actions: Record<string, string>;
  position: string[];
  mine: string[];
  /** The notebook. */
  known: string[];
  hidden: boolean;
}

const NOTHING: Sight = { seat: null, legal: [], actions: {}, position: [], mine: [], known: [], hidden: false };

export class MatchState {
  setup = $state.raw<SetupInfo | null>(null);
  kind = $state.raw<BoardKind | null>(null);
  table = $state.raw<Table | null>(null);
  /** When the time for the turn is over, by this device's own clock. */
  due = $state<number | null>(null);
  /** What time is left, in words, where a clock runs. */
  clock = '';
  at = $state.raw<At | null>(null);
  ask = $state('');
  /** The score, in sentences. */
  standing = $state.raw<string[]>([]);
  sights = $state.raw<Sight[]>([]);
  spaces = $state<Record<string, string>>({});
  log = $state.raw<Told[]>([]);
  online = $state(true);
  failure = $state('');

  /** What is on the screen now; the news may be further. */
  shown = $state.raw<{ view: View; before?: View; news?: Played } | null>(null);
  showing = $state(false);
  last = $state.raw<string[]>([]);
  selected = $state<string | undefined>(undefined);
  refusal = $state.raw<Refused | null>(null);
  hints = $state.raw<HintLine[]>([]);
  thinking = $state(false);
  emotes = $state<Record<number, string>>({});
  /** A seat of this device has learned something that the others around it must not see. */
  private_ = $state<number | null>(null);
  /** Views that are shown while somebody holds to see a secret. */
  peeked = $state.raw<View | null>(null);
  lastSaid = $state('');

  #live: Line | null = null;
  #frames: Frame[] = [];
  #replay: { before: View; frames: Frame[] } | null = null;
  #awake: (() => void) | null = null;
  #seat: number | null = null;
  #shared = false;
  /** Where the match was when this device came in. */
  #first = 0;
  #greeted = false;
  /** The space that was chosen though nothing legal leads there. */
  #tried = '';
  #emoteWords: Record<string, string> = {};

  constructor(
    readonly id: string,
    readonly source: Source = served(id),
  ) {
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      const [setup, emotes] = await Promise.all([this.source.setup(), this.source.emotes()]);
      this.setup = setup;
      this.#emoteWords = emotes;
      // A device that several people share is told no secret, unless somebody asks for it and holds.
      this.#shared = setup.seats.length > 1;
      this.#first = setup.seq;
      const [kind] = await Promise.all([boardKind(setup.game), this.readLog(setup.seats[0] ?? null)]);
      this.kind = kind;
      this.#connect();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #connect(): void {
    this.#live?.close();
    this.#live = this.source.open(this, () => ({
      words: 1,
      hide: this.#shared ? 'all' : settings.notebook ? undefined : 'old',
    }));
  }

  /** The language or the notebook changed: all is told anew. */
  async again(): Promise<void> {
    this.spaces = {};
    this.setup = await this.source.setup();
    this.#emoteWords = await this.source.emotes();
    this.#connect();
    await this.readLog();
  }

  async readLog(own = this.seat, anew = true): Promise<void> {
    const seat = this.#shared ? undefined : (own ?? undefined);
    this.log = await this.source.said(seat);
    if (anew) this.lastSaid = this.log.at(-1)?.said.join(' ') ?? '';
  }

  close(): void {
    this.#live?.close();
    this.#frames = [];
    this.#awake?.();
  }

  // Who is who

  get seats(): TableSeat[] {
    return this.table?.seats ?? [];
  }

  /** The seats of this device. */
  get mine(): number[] {
    return this.sights.flatMap((sight) => (sight.seat === null ? [] : [sight.seat]));
  }

  /** Who opened the match invites others to it. */
  get host(): boolean {
    return this.setup?.host ?? false;
  }

  get watching(): boolean {
    return this.at !== null && this.mine.length === 0;
  }

  get shared(): boolean {
    return this.#shared;
  }

  /** The seat that this device speaks for now: whose turn it is, if that is here, else who was here last. */
  get seat(): number | null {
    return this.sight.seat;
  }

  get sight(): Sight {
    const acting = this.sights.find((sight) => sight.seat !== null && sight.seat === this.at?.actor);
    if (acting) this.#seat = acting.seat;
    return acting ?? this.sights.find((sight) => sight.seat === this.#seat) ?? this.sights[0] ?? NOTHING;
  }

  get myTurn(): boolean {
    return this.at?.status === 'playing' && this.at.actor !== null && this.mine.includes(this.at.actor);
  }

  get legal(): string[] {
    return this.myTurn ? this.sight.legal : [];
  }

  name(seat: number): string {
    return this.seats[seat]?.name || `${seat + 1}`;
  }

  emoteWord(name: string): string {
    return this.#emoteWords[name] ?? name;
  }

  get emoteNames(): string[] {
    return Object.keys(this.#emoteWords);
  }

  // Hearing

  seq(): number {
    return this.at?.seq ?? this.#first;
  }

  connected(yes: boolean): void {
    this.online = yes;
  }

  /** Somebody else has our seat now, or the match is gone; else there is no network, and it comes back by itself. */
  async shut(): Promise<void> {
    try {
      await this.source.setup();
    } catch (error) {
      if (!(error instanceof Problem) || ![403, 404].includes(error.status)) return;
      this.failure = error.message;
      this.#live?.close();
    }
  }

  heard(message: Message): void {
    if (message.type === 'at') this.#moved(message);
    else if (message.type === 'table') this.#told(message);
    else if (message.type === 'emote') this.#said(message);
    else this.#refused(message);
  }

  #told(table: Table): void {
    this.table = table;
    if (this.host) forgetUsed(this.id, table.seats);
    this.due = table.left === null ? null : Date.now() + table.left * 1000;
  }

  #moved(at: At): void {
    const before = this.at;
    if (before && at.seq < before.seq) return;
    const words = at.words;
    this.at = at;
    if (!words) {
      if (before && at.seq === before.seq) return;
      this.#live?.send({ do: 'look', seq: at.seq });
      return;
    }
    this.ask = words.ask;
    this.standing = words.standing;
    this.sights = at.eyes.map((eye, n) => sightOf(eye.legal, words.eyes[n]!));
    const eye = Math.max(0, this.sights.indexOf(this.sight));
    const told = words.eyes[eye]!;
    Object.assign(this.spaces, told.spaces);
    const fresh = before ? told.steps.filter((step) => step.seq > before.seq) : [];
    if (fresh.length || !before) this.#clear();
    this.#tell(at, fresh);
    this.#show(at.eyes[eye]!.view, at, fresh);
  }

  #tell(at: At, steps: Step[]): void {
    if (!this.#greeted) {
      this.#greeted = true;
      announcer.say(this.#summary());
      return;
    }
    const said = steps.flatMap((step) => step.said);
    const secret = steps.map((step) => step.secret).find((text) => text !== undefined);
    if (secret === true) this.private_ = at.words!.eyes.find((eye) => eye.steps.some((step) => step.secret))?.seat ?? null;
    const mover = at.news.at(-1)?.seat ?? null;
    if (!said.length) return;
    this.lastSaid = said.join(' ');
    // What one has learned is heard with the action that told it, before what came next.
    const parts = steps.flatMap((step) => (typeof step.secret === 'string' ? [...step.said, step.secret] : step.said));
    // Where a rule ended it, the last sentence has said so.
    const asks = settings.verbosity === 'full' || (settings.verbosity === 'normal' && this.myTurn) || at.status === 'over';
    if (asks && !parts.includes(this.ask)) parts.push(this.ask);
    announcer.say(parts.join(' '));
    if (this.mine.length === 0 || mover === null || !this.mine.includes(mover)) sound('move', mover ?? 0);
    if (at.news.some((news) => news.name?.startsWith('!undo') || news.name?.startsWith('!accept undo'))) {
      void this.readLog(this.seat, false);
    } else {
      this.log = [...this.log, ...told(at, steps, this.log.length)];
    }
  }

  /** For who comes in or comes back: what happened last, how it stands, and what is to do. */
  #summary(): string {
    const played = this.log.some((told) => told.seat !== null);
    const told = played && settings.verbosity !== 'brief' ? this.standing : [];
    return [this.lastSaid, ...told, this.ask].join(' ').trim();
  }

  #clear(): void {
    this.selected = undefined;
    this.refusal = null;
    this.hints = [];
    this.peeked = null;
  }

  #said(message: Emote): void {
    const word = this.emoteWord(message.name);
    this.emotes[message.seat] = word;
    announcer.say(t('pair', { name: this.name(message.seat), value: word }));
    setTimeout(() => {
      if (this.emotes[message.seat] === word) this.emotes[message.seat] = '';
    }, 6000);
  }

  #refused(message: Refused): void {
    this.refusal = message;
    sound('no');
    announcer.say(message.reason + (message.rule ? ` (${message.rule})` : ''));
  }

  // Showing: one thing after the other

  #show(view: View, at: At, steps: Step[]): void {
    const frames = steps.flatMap((step) => {
      const news = at.news.find((entry) => entry.seq === step.seq);
      return step.view && news ? [{ view: step.view, news: { name: news.name, seat: news.seat } }] : [];
    });
    if (!this.shown || !frames.length || document.visibilityState === 'hidden') {
      this.#cut(view, frames.at(-1)?.news);
      return;
    }
    this.#frames.push(...frames);
    this.#replay = { before: this.showing ? this.#replay?.before ?? this.shown.view : this.shown.view, frames };
    if (!this.showing) void this.#run();
  }

  #cut(view: View, news?: Played): void {
    this.#frames = [];
    this.shown = { view };
    if (news) this.last = this.#spacesOf(news);
    this.#awake?.();
  }

  async #run(): Promise<void> {
    this.showing = true;
    while (this.#frames.length) {
      const { view, news } = this.#frames.shift()!;
      const before = this.shown!.view;
      const steps = this.kind?.steps?.(news, before, view) ?? 1;
      this.last = this.#spacesOf(news);
      this.shown = { view, before, news };
      const mine = news.seat !== null && this.mine.includes(news.seat);
      await this.#rest(steps * settings.step + (mine || !this.#frames.length ? 0 : settings.pause));
    }
    if (this.shown) this.shown = { view: this.shown.view };
    this.showing = false;
  }

  /** Nothing waits for an animation: whoever acts sees the end of it at once. */
  hurry(): void {
    const last = this.#frames.at(-1);
    if (last) this.#cut(last.view, last.news);
  }

  /** Shows the last actions again. */
  showAgain(): void {
    const what = this.#replay;
    announcer.say(this.lastSaid);
    if (!what || this.showing) return;
    this.shown = { view: what.before };
    this.#frames = [...what.frames];
    void this.#run();
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#awake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #spacesOf(news: Played): string[] {
    const ends = news.name && this.kind ? this.kind.ends(news.name) : {};
    const spaces = [ends.from, ends.to].filter((name) => name !== undefined);
    return spaces.length ? spaces : this.last;
  }

  // Choosing and doing

  get marks(): Marks {
    return {
      last: this.last,
      targets: this.showing ? [] : this.targets,
      selected: this.selected,
      refused: this.#blamed(),
      hint: this.hints.length ? this.#spacesOf({ name: this.hints[0]!.action, seat: null }) : [],
    };
  }

  /** What stood in the way; where the refusal names nothing, what was tried. */
  #blamed(): string[] {
    if (!this.refusal) return [];
    const named = this.refusal.values ? (this.kind?.blamed?.(this.refusal.values) ?? []) : [];
    return named.length || !this.#tried ? named : [this.#tried];
  }

  /** Kept, for every space of the board asks for it. */
  readonly targets = $derived.by((): string[] => {
    const kind = this.kind;
    if (!kind) return [];
    const ends = this.legal.map((action) => kind.ends(action));
    const found = this.selected
      ? ends.filter((end) => end.from === this.selected).map((end) => end.to)
      : ends.map((end) => end.from ?? end.to);
    return [...new Set(found.filter((name) => name !== undefined))];
  });

  /** Actions that no space stands for: they get buttons of their own. */
  get free(): string[] {
    return this.legal.filter((action) => !this.kind?.ends(action).to);
  }

  /** The legal actions that begin or end at a space. */
  from(space: string): string[] {
    return this.legal.filter((action) => {
      const ends = this.kind?.ends(action);
      return ends?.from === space || ends?.to === space;
    });
  }

  /** Somebody means this space: choose what is there, or go there. */
  choose(space: string): void {
    const kind = this.kind;
    if (!kind) return;
    this.refusal = null;
    const ends = this.legal.map((action) => ({ action, ...kind.ends(action) }));
    const there = ends.find((end) => end.to === space && end.from === this.selected);
    if (there) {
      this.play(there.action);
    } else if (this.selected === space) {
      this.letGo();
    } else if (ends.some((end) => end.from === space)) {
      this.selected = space;
      this.#lifted();
    } else if (ends.length && space === kind.piece?.(this.shown!.view)) {
      this.#lifted();
    } else {
      this.#tryAnyway(space);
    }
  }

  /** What was chosen is chosen no more. */
  letGo(): void {
    if (this.selected === undefined) return;
    this.selected = undefined;
    announcer.say(t('let_go'));
  }

  /** A piece is in the hand: where it can go is told. */
  #lifted(): void {
    sound('lift', this.seat ?? 0);
    const places = this.targets.map((name) => this.spaces[name] ?? name).join(' ');
    const chosen = this.selected === undefined ? '' : t('chosen');
    announcer.say(`${chosen} ${t('can_go', { places })}`.trim());
  }

  /** Not legal: the server says why, in words and with the number of the rule. */
  #tryAnyway(space: string): void {
    const action = this.#meant(space);
    if (action && this.at?.status === 'playing' && this.mine.length) {
      this.play(action);
      this.#tried = space;
    } else announcer.say(this.spaces[space] ?? space);
  }

  /** What would lead to a space; or from it, while nothing is chosen that could go there. */
  #meant(space: string): string | undefined {
    const kind = this.kind;
    if (!kind?.action) return space;
    const ends = this.legal.map((action) => kind.ends(action));
    const first = ends.find((end) => end.to);
    const chooses = this.selected === undefined && first && ends.every((end) => end.from || !end.to);
    return chooses ? kind.action(space, first.to!) : kind.action(this.selected, space);
  }

  play(action: string): void {
    this.hurry();
    this.#tried = '';
    this.#send({ do: 'play', action, seq: this.at?.seq ?? 0 });
    sound('move', this.seat ?? 0);
  }

  /** Typed: the name of an action, or plain words for it. */
  async type(text: string): Promise<void> {
    try {
      this.play(await this.source.understand(text));
    } catch (error) {
      this.#refused({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }

  undo(): void {
    const whose = [...(this.log ?? [])].reverse().find((told) => told.seat !== null && this.mine.includes(told.seat));
    this.#send({ do: 'undo', seq: this.at?.seq ?? 0 }, whose?.seat ?? undefined);
  }

  resign(): void {
    this.#send({ do: 'resign' });
  }

  offer(what: 'draw' | 'rematch'): void {
    this.#send({ do: 'offer', what });
  }

  answer(what: Proposed, yes: boolean): void {
    const by = this.table?.offers.find((offer) => offer.what === what);
    const seat = this.mine.find((own) => own !== by?.by && !by?.agreed.includes(own));
    this.#send({ do: 'answer', what, yes }, seat);
  }

  emote(name: string): void {
    this.#send({ do: 'emote', name });
  }

  reseat(whose: number, kind: 'computer' | 'open' | 'person', level = 3): void {
    this.#live?.send({ do: 'reseat', whose, kind, level });
  }

  async hint(): Promise<void> {
    if (this.thinking || !this.myTurn) return;
    this.thinking = true;
    const seq = this.at?.seq;
    try {
      const lines = await this.source.hint();
      if (seq !== this.at?.seq) return;
      this.hints = lines;
      const best = lines[0];
      if (best) announcer.say([best.said, best.worth, best.why].map(sentence).join(' ').trim());
    } catch (error) {
      this.#refused({ type: 'refused', id: null, reason: (error as Error).message });
    } finally {
      this.thinking = false;
    }
  }

  async around(space: string): Promise<string> {
    const seat = this.#shared ? undefined : (this.seat ?? undefined);
    return this.source.around(space, seat);
  }

  #send(command: Command, seat = this.seat ?? undefined): void {
    this.#live?.send(seat === undefined ? command : { ...command, seat });
  }

}

function sightOf(legal: string[], words: EyeWords): Sight {
  const { seat, actions, position, mine, known, hidden } = words;
  return { seat, legal, actions, position, mine, known, hidden };
}

/** New lines of the log. */
function told(at: At, steps: Step[], played: number): Told[] {
  return steps
    .filter((step) => step.said.length)
    .map((step, n) => {
      const news = at.news.find((entry) => entry.seq === step.seq);
      return { ply: played + n + 1, seat: news?.seat ?? null, name: news?.name ?? null, said: step.said };
    });
}

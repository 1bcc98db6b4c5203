/** The state of a match on this device: the server's messages, what is shown of them, and what is selected. */
import { Problem } from '../api/http';
import { serverSource, type Connection, type MatchSource } from '../api/source';
import type {
  MatchUpdate,
  Command,
  EmoteMessage,
  SeatWords,
  HintLine,
  Message,
  OfferKind,
  RefusalMessage,
  SetupInfo,
  StepWords,
  TableInfo,
  TableSeat,
  LogLine,
} from '../api/types';
import { boardKind, isBuiltIn } from '../games';
import { catalogue } from '../games/catalogue.svelte';
import type { BoardKind, Highlights, Played, View } from '../board/types';
import { play as sound } from '../sound/sound';
import { sentence, t } from '../texts/texts.svelte';
import { announcer } from '../speech/announcer.svelte';
import { forgetUsedLinks } from './invite_links';
import { settings } from '../settings/settings.svelte';

/** An action to be shown, and the view after it. */
interface Frame {
  view: View;
  news: Played;
}

/** What a seat knows and may do now, with its texts. */
export interface SeatKnowledge {
  seat: number | null;
  legal: string[];
  actions: Record<string, string>;
  position: string[];
  mine: string[];
  /** What only this seat knows, for the notebook. */
  known: string[];
  hidden: boolean;
}

const NOTHING: SeatKnowledge = { seat: null, legal: [], actions: {}, position: [], mine: [], known: [], hidden: false };

export class MatchState {
  setup = $state.raw<SetupInfo | null>(null);
  kind = $state.raw<BoardKind | null>(null);
  table = $state.raw<TableInfo | null>(null);
  /** When the turn ends, by this device's clock. */
  turnEnds = $state<number | null>(null);
  /** The time left, in words; empty without a clock. */
  clock = '';
  at = $state.raw<MatchUpdate | null>(null);
  ask = $state('');
  /** The score, in sentences. */
  standing = $state.raw<string[]>([]);
  allKnowledge = $state.raw<SeatKnowledge[]>([]);
  spaces = $state<Record<string, string>>({});
  log = $state.raw<LogLine[]>([]);
  online = $state(true);
  failure = $state('');

  /** What is on the screen; the match may already be further. */
  shown = $state.raw<{ view: View; before?: View; news?: Played } | null>(null);
  showing = $state(false);
  last = $state.raw<string[]>([]);
  selected = $state<string | undefined>(undefined);
  refusal = $state.raw<RefusalMessage | null>(null);
  hints = $state.raw<HintLine[]>([]);
  thinking = $state(false);
  emotes = $state<Record<number, string>>({});
  /** The seat at this device that has learned a secret the others must not see. */
  secretFor = $state<number | null>(null);
  /** The view that is shown while somebody holds the button to see a secret. */
  revealedView = $state.raw<View | null>(null);
  lastSaid = $state('');

  #connection: Connection | null = null;
  #frames: Frame[] = [];
  #lastShown: { before: View; frames: Frame[] } | null = null;
  #endPause: (() => void) | null = null;
  #seat: number | null = null;
  #shared = false;
  /** The last log entry when this device joined. */
  #firstSeq = 0;
  #greeted = false;
  /** The space that was chosen although no legal action leads there. */
  #triedSpace = '';
  #emoteWords: Record<string, string> = {};

  constructor(
    readonly id: string,
    readonly source: MatchSource = serverSource(id),
  ) {
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      const [setup, emotes] = await Promise.all([this.source.setup(), this.source.emotes()]);
      this.setup = setup;
      this.#emoteWords = emotes;
      // A shared device gets no secrets, except while somebody holds the button to see one.
      this.#shared = setup.seats.length > 1;
      this.#firstSeq = setup.seq;
      // The texts of other games come with the server's list.
      if (!isBuiltIn(setup.game)) void catalogue.load().catch(() => {});
      const [kind] = await Promise.all([boardKind(setup.game), this.readLog(setup.seats[0] ?? null)]);
      this.kind = kind;
      this.#connect();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #connect(): void {
    this.#connection?.close();
    this.#connection = this.source.connect(this, () => ({
      words: 1,
      hide: this.#shared ? 'all' : settings.notebook ? undefined : 'old',
    }));
  }

  /** Loads all texts again, after a change of the language or the notebook setting. */
  async reload(): Promise<void> {
    this.spaces = {};
    this.setup = await this.source.setup();
    this.#emoteWords = await this.source.emotes();
    this.#connect();
    await this.readLog();
  }

  async readLog(own = this.seat, anew = true): Promise<void> {
    const seat = this.#shared ? undefined : (own ?? undefined);
    this.log = await this.source.logLines(seat);
    if (anew) this.lastSaid = this.log.at(-1)?.said.join(' ') ?? '';
  }

  close(): void {
    this.#connection?.close();
    this.#frames = [];
    this.#endPause?.();
  }

  // Seats

  get seats(): TableSeat[] {
    return this.table?.seats ?? [];
  }

  /** The seats of this device. */
  get ownSeats(): number[] {
    return this.allKnowledge.flatMap((knowledge) => (knowledge.seat === null ? [] : [knowledge.seat]));
  }

  /** Whether this device created the match; the host invites others. */
  get host(): boolean {
    return this.setup?.host ?? false;
  }

  get watching(): boolean {
    return this.at !== null && this.ownSeats.length === 0;
  }

  get shared(): boolean {
    return this.#shared;
  }

  /** The seat that this device acts for: the player to act if they are here, else the last one who was. */
  get seat(): number | null {
    return this.knowledge.seat;
  }

  get knowledge(): SeatKnowledge {
    const acting = this.allKnowledge.find((knowledge) => knowledge.seat !== null && knowledge.seat === this.at?.actor);
    if (acting) this.#seat = acting.seat;
    return acting ?? this.allKnowledge.find((knowledge) => knowledge.seat === this.#seat) ?? this.allKnowledge[0] ?? NOTHING;
  }

  get myTurn(): boolean {
    return this.at?.status === 'playing' && this.at.actor !== null && this.ownSeats.includes(this.at.actor);
  }

  get legal(): string[] {
    return this.myTurn ? this.knowledge.legal : [];
  }

  /** What an action does, in words. */
  actionText(action: string): string {
    return this.knowledge.actions[action] ?? action;
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

  // Messages

  lastSeq(): number {
    return this.at?.seq ?? this.#firstSeq;
  }

  onConnection(yes: boolean): void {
    this.online = yes;
  }

  /** Asks why: the seat was taken or the match is gone. Without a network the connection comes back later. */
  async onConnectFailed(): Promise<void> {
    try {
      await this.source.setup();
    } catch (error) {
      if (!(error instanceof Problem) || ![403, 404].includes(error.status)) return;
      this.failure = error.message;
      this.#connection?.close();
    }
  }

  onMessage(message: Message): void {
    if (message.type === 'at') this.#onUpdate(message);
    else if (message.type === 'table') this.#onTable(message);
    else if (message.type === 'emote') this.#onEmote(message);
    else this.#onRefusal(message);
  }

  #onTable(table: TableInfo): void {
    this.table = table;
    if (this.host) forgetUsedLinks(this.id, table.seats);
    this.turnEnds = table.left === null ? null : Date.now() + table.left * 1000;
  }

  #onUpdate(at: MatchUpdate): void {
    const before = this.at;
    if (before && at.seq < before.seq) return;
    const words = at.words;
    this.at = at;
    if (!words) {
      if (before && at.seq === before.seq) return;
      this.#connection?.send({ do: 'look', seq: at.seq });
      return;
    }
    this.ask = words.ask;
    this.standing = words.standing;
    this.allKnowledge = at.eyes.map((eye, n) => toKnowledge(eye.legal, words.eyes[n]!));
    const eye = Math.max(0, this.allKnowledge.indexOf(this.knowledge));
    const seatWords = words.eyes[eye]!;
    Object.assign(this.spaces, seatWords.spaces);
    const newSteps = before ? seatWords.steps.filter((step) => step.seq > before.seq) : [];
    if (newSteps.length || !before) this.#clear();
    this.#announce(at, newSteps);
    this.#show(at.eyes[eye]!.view, at, newSteps);
  }

  #announce(at: MatchUpdate, steps: StepWords[]): void {
    if (!this.#greeted) {
      this.#greeted = true;
      announcer.say(this.#summary());
      return;
    }
    const said = steps.flatMap((step) => step.said);
    const secret = steps.map((step) => step.secret).find((text) => text !== undefined);
    if (secret === true) this.secretFor = at.words!.eyes.find((eye) => eye.steps.some((step) => step.secret))?.seat ?? null;
    const mover = at.news.at(-1)?.seat ?? null;
    if (!said.length) return;
    this.lastSaid = said.join(' ');
    // A secret is announced with the action that revealed it, before later actions.
    const parts = steps.flatMap((step) => (typeof step.secret === 'string' ? [...step.said, step.secret] : step.said));
    // If a rule ended the match, the last sentence already says so.
    const asks = settings.verbosity === 'full' || (settings.verbosity === 'normal' && this.myTurn) || at.status === 'over';
    if (asks && !parts.includes(this.ask)) parts.push(this.ask);
    announcer.say(parts.join(' '));
    if (this.ownSeats.length === 0 || mover === null || !this.ownSeats.includes(mover)) sound('move', mover ?? 0);
    if (at.news.some((news) => news.name?.startsWith('!undo') || news.name?.startsWith('!accept undo'))) {
      void this.readLog(this.seat, false);
    } else {
      this.log = [...this.log, ...newLines(at, steps, this.log.length)];
    }
  }

  /** The first announcement: the last action, the score, and what is to be done. */
  #summary(): string {
    const played = this.log.some((line) => line.seat !== null);
    const score = played && settings.verbosity !== 'brief' ? this.standing : [];
    return [this.lastSaid, ...score, this.ask].join(' ').trim();
  }

  #clear(): void {
    this.selected = undefined;
    this.refusal = null;
    this.hints = [];
    this.revealedView = null;
  }

  #onEmote(message: EmoteMessage): void {
    const word = this.emoteWord(message.name);
    this.emotes[message.seat] = word;
    announcer.say(t('pair', { name: this.name(message.seat), value: word }));
    setTimeout(() => {
      if (this.emotes[message.seat] === word) this.emotes[message.seat] = '';
    }, 6000);
  }

  #onRefusal(message: RefusalMessage): void {
    this.refusal = message;
    sound('no');
    announcer.say(message.reason + (message.rule ? ` (${message.rule})` : ''));
  }

  // Animation

  #show(view: View, at: MatchUpdate, steps: StepWords[]): void {
    const frames = steps.flatMap((step) => {
      const news = at.news.find((entry) => entry.seq === step.seq);
      return step.view && news ? [{ view: step.view, news: { name: news.name, seat: news.seat } }] : [];
    });
    if (!this.shown || !frames.length || document.visibilityState === 'hidden') {
      this.#showAt(view, frames.at(-1)?.news);
      return;
    }
    this.#frames.push(...frames);
    this.#lastShown = { before: this.showing ? this.#lastShown?.before ?? this.shown.view : this.shown.view, frames };
    if (!this.showing) void this.#animate();
  }

  #showAt(view: View, news?: Played): void {
    this.#frames = [];
    this.shown = { view };
    if (news) this.last = this.#spacesOf(news);
    this.#endPause?.();
  }

  async #animate(): Promise<void> {
    this.showing = true;
    while (this.#frames.length) {
      const { view, news } = this.#frames.shift()!;
      const before = this.shown!.view;
      const steps = this.kind?.animationSteps?.(news, before, view) ?? 1;
      this.last = this.#spacesOf(news);
      this.shown = { view, before, news };
      const mine = news.seat !== null && this.ownSeats.includes(news.seat);
      await this.#pause(steps * settings.step + (mine || !this.#frames.length ? 0 : settings.pause));
    }
    if (this.shown) this.shown = { view: this.shown.view };
    this.showing = false;
  }

  /** Shows the last position at once: acting does not wait for animations. */
  skipAnimation(): void {
    const last = this.#frames.at(-1);
    if (last) this.#showAt(last.view, last.news);
  }

  /** Shows the last actions again. */
  replayLast(): void {
    const what = this.#lastShown;
    announcer.say(this.lastSaid);
    if (!what || this.showing) return;
    this.shown = { view: what.before };
    this.#frames = [...what.frames];
    void this.#animate();
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #spacesOf(news: Played): string[] {
    const endpoints = news.name && this.kind ? this.kind.endpoints(news.name) : {};
    const spaces = [endpoints.from, endpoints.to].filter((name) => name !== undefined);
    return spaces.length ? spaces : this.last;
  }

  // Selecting and acting

  get highlights(): Highlights {
    return {
      last: this.last,
      targets: this.showing ? [] : this.targets,
      selected: this.selected,
      refused: this.#blamedSpaces(),
      hint: this.hints.length ? this.#spacesOf({ name: this.hints[0]!.action, seat: null }) : [],
    };
  }

  /** The spaces that a refusal names, else the space that was tried. */
  #blamedSpaces(): string[] {
    if (!this.refusal) return [];
    const named = this.refusal.values ? (this.kind?.blamedSpaces?.(this.refusal.values) ?? []) : [];
    return named.length || !this.#triedSpace ? named : [this.#triedSpace];
  }

  /** Derived once, because every space of the board reads it. */
  readonly targets = $derived.by((): string[] => {
    const kind = this.kind;
    if (!kind) return [];
    const endpoints = this.legal.map((action) => kind.endpoints(action));
    const found = this.selected
      ? endpoints.filter((end) => end.from === this.selected).map((end) => end.to)
      : endpoints.map((end) => end.from ?? end.to);
    return [...new Set(found.filter((name) => name !== undefined))];
  });

  /** Actions without a space; they get buttons beside the board. */
  get freeActions(): string[] {
    return this.legal.filter((action) => !this.kind?.endpoints(action).to);
  }

  /** The legal actions that start or end at a space. */
  actionsAt(space: string): string[] {
    return this.legal.filter((action) => {
      const endpoints = this.kind?.endpoints(action);
      return endpoints?.from === space || endpoints?.to === space;
    });
  }

  /** Selects the piece on a space, or plays the action that leads there. */
  choose(space: string): void {
    const kind = this.kind;
    if (!kind) return;
    this.refusal = null;
    const endpoints = this.legal.map((action) => ({ action, ...kind.endpoints(action) }));
    const there = endpoints.find((end) => end.to === space && end.from === this.selected);
    if (there) {
      this.play(there.action);
    } else if (this.selected === space) {
      this.deselect();
    } else if (endpoints.some((end) => end.from === space)) {
      this.selected = space;
      this.#announceTargets();
    } else if (endpoints.length && space === kind.piece?.(this.shown!.view)) {
      this.#announceTargets();
    } else {
      this.#tryAnyway(space);
    }
  }

  /** Clears the selection. */
  deselect(): void {
    if (this.selected === undefined) return;
    this.selected = undefined;
    announcer.say(t('let_go'));
  }

  /** Announces where the selected piece can go. */
  #announceTargets(): void {
    sound('lift', this.seat ?? 0);
    const places = this.targets.map((name) => this.spaces[name] ?? name).join(' ');
    const chosen = this.selected === undefined ? '' : t('chosen');
    announcer.say(`${chosen} ${t('can_go', { places })}`.trim());
  }

  /** Sends an illegal action, so that the server says why it is refused and by which rule. */
  #tryAnyway(space: string): void {
    const action = this.#actionLeadingTo(space);
    if (action && this.at?.status === 'playing' && this.ownSeats.length) {
      this.play(action);
      this.#triedSpace = space;
    } else announcer.say(this.spaces[space] ?? space);
  }

  /** The action to a space; or from it, while nothing is selected and actions need a first space. */
  #actionLeadingTo(space: string): string | undefined {
    const kind = this.kind;
    if (!kind?.action) return space;
    const endpoints = this.legal.map((action) => kind.endpoints(action));
    const first = endpoints.find((end) => end.to);
    const chooses = this.selected === undefined && first && endpoints.every((end) => end.from || !end.to);
    return chooses ? kind.action(space, first.to!) : kind.action(this.selected, space);
  }

  play(action: string): void {
    this.skipAnimation();
    this.#triedSpace = '';
    this.#send({ do: 'play', action, seq: this.at?.seq ?? 0 });
    sound('move', this.seat ?? 0);
  }

  /** Plays a typed action, by its name or in plain words. */
  async type(text: string): Promise<void> {
    try {
      this.play(await this.source.understand(text));
    } catch (error) {
      this.#onRefusal({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }

  undo(): void {
    const whose = [...(this.log ?? [])].reverse().find((line) => line.seat !== null && this.ownSeats.includes(line.seat));
    this.#send({ do: 'undo', seq: this.at?.seq ?? 0 }, whose?.seat ?? undefined);
  }

  resign(): void {
    this.#send({ do: 'resign' });
  }

  offer(what: 'draw' | 'rematch'): void {
    this.#send({ do: 'offer', what });
  }

  answer(what: OfferKind, yes: boolean): void {
    const by = this.table?.offers.find((offer) => offer.what === what);
    const seat = this.ownSeats.find((own) => own !== by?.by && !by?.agreed.includes(own));
    this.#send({ do: 'answer', what, yes }, seat);
  }

  emote(name: string): void {
    this.#send({ do: 'emote', name });
  }

  reseat(whose: number, kind: 'computer' | 'open' | 'person', level = 3): void {
    this.#connection?.send({ do: 'reseat', whose, kind, level });
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
      this.#onRefusal({ type: 'refused', id: null, reason: (error as Error).message });
    } finally {
      this.thinking = false;
    }
  }

  async around(space: string): Promise<string> {
    const seat = this.#shared ? undefined : (this.seat ?? undefined);
    return this.source.around(space, seat);
  }

  #send(command: Command, seat = this.seat ?? undefined): void {
    this.#connection?.send(seat === undefined ? command : { ...command, seat });
  }

}

function toKnowledge(legal: string[], words: SeatWords): SeatKnowledge {
  const { seat, actions, position, mine, known, hidden } = words;
  return { seat, legal, actions, position, mine, known, hidden };
}

/** The log lines of new steps. */
function newLines(at: MatchUpdate, steps: StepWords[], played: number): LogLine[] {
  return steps
    .filter((step) => step.said.length)
    .map((step, n) => {
      const news = at.news.find((entry) => entry.seq === step.seq);
      return { ply: played + n + 1, seat: news?.seat ?? null, name: news?.name ?? null, said: step.said };
    });
}

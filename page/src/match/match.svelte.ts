/** The state of a match on this device: the server's messages, and what is shown, said and selected of them. */
import type {
  AtMessage,
  EmoteMessage,
  LoggedAction,
  MatchOutcome,
  Offer,
  Proposal,
  Reseat,
  ServerMessage,
  SetupReply,
  StepWords,
  TableMessage,
  TableSeat,
} from '../api/schema';
import { serverSource, type MatchSource } from '../api/source';
import { boardKind, isBuiltIn } from '../games';
import { catalogue } from '../games/catalogue.svelte';
import type { BoardKind, View } from '../board/types';
import { play as sound } from '../sound/sound';
import { t } from '../texts/texts.svelte';
import { announcer } from '../speech/announcer.svelte';
import { settings } from '../settings/settings.svelte';
import { actionsAt } from './actions';
import { AnimationQueue } from './animation.svelte';
import { asksAfter, greeting, newsText } from './announcements';
import { MatchConnection } from './connection.svelte';
import { Emotes } from './emotes.svelte';
import { Hints } from './hints.svelte';
import { forgetUsedLinks } from './invite_links';
import { framesOf, knowledgeOf, NOTHING, secretSeat, type SeatKnowledge } from './knowledge';
import { lastSeat, newLines, takesBack } from './log_lines';
import { seatName } from './seat_names';
import type { SpeechWait } from './speech_wait';
import { Selection } from './selection.svelte';

export class MatchState {
  setup = $state.raw<SetupReply | null>(null);
  /** In one text, so that what is drawn changes only if they do. */
  #emblems = $derived.by(() => (this.table?.seats ?? []).map(({ emblem }) => emblem ?? '').join());
  /** The set-up, and what the players chose beside the rules. */
  drawnSetup = $derived.by(() => this.setup && { ...this.setup, emblems: this.#emblems.split(',') });
  kind = $state.raw<BoardKind | null>(null);
  table = $state.raw<TableMessage | null>(null);
  /** When the turn ends, by this device's clock. */
  turnEnds = $state<number | null>(null);
  /** The time left, in words; empty without a clock. */
  clock = '';
  at = $state.raw<AtMessage | null>(null);
  ask = $state('');
  /** The score, in sentences. */
  standing = $state.raw<string[]>([]);
  allKnowledge = $state.raw<SeatKnowledge[]>([]);
  /** What is on each space, in words. */
  spaces = $state<Record<string, string>>({});
  log = $state.raw<LoggedAction[]>([]);
  lastSaid = $state('');
  /** The seat at this device that has learned a secret the others must not see. */
  secretFor = $state<number | null>(null);
  /** The view that is shown while somebody holds the button to see a secret. */
  revealedView = $state.raw<View | null>(null);
  /** Whether the last action was chosen without a connection, and is sent once there is one. */
  kept = $state(false);
  /** Whether this device wants a rematch; it goes there as soon as there is one. */
  wantsRematch = $state(false);
  /** Whether the box for moves and questions is asked for; it takes the focus. */
  boxWanted = $state(false);

  readonly animation = new AnimationQueue(this);
  readonly selection = new Selection(this);
  readonly hints = new Hints();
  readonly emotes = new Emotes();
  readonly connection: MatchConnection;

  /** Loaded once others wait for a listener. */
  #speechWait: SpeechWait | null = null;
  #loading: Promise<void> | null = null;
  #seat: number | null = null;
  #greeted = false;

  constructor(
    readonly id: string,
    readonly source: MatchSource = serverSource(id),
  ) {
    this.connection = new MatchConnection(
      source,
      (message) => this.#receive(message),
      () => this.at?.seq ?? this.setup?.seq ?? 0,
    );
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      const [setup, emotes] = await Promise.all([this.source.setup(), this.source.emotes()]);
      this.setup = setup;
      this.emotes.words = emotes;
      this.connection.shared = setup.seats.length > 1;
      // The texts of other games come with the server's list.
      if (!isBuiltIn(setup.game)) void catalogue.load().catch(() => {});
      const [kind] = await Promise.all([boardKind(setup.game), this.#readLog(setup.seats[0] ?? null)]);
      this.kind = kind;
      this.connection.open();
    } catch (error) {
      this.connection.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Loads all texts again, after a change of the language or the notebook setting. */
  async reload(): Promise<void> {
    this.spaces = {};
    this.setup = await this.source.setup();
    this.emotes.words = await this.source.emotes();
    this.connection.open();
    await this.#readLog();
  }

  async #readLog(own = this.seat, anew = true): Promise<void> {
    this.log = await this.source.logLines(this.#viewer(own));
    if (anew) this.lastSaid = this.log.at(-1)?.said.join(' ') ?? '';
  }

  /** The seat whose knowledge the server is asked for: none at a shared device. */
  #viewer(own = this.seat): number | undefined {
    return this.shared ? undefined : (own ?? undefined);
  }

  close(): void {
    this.connection.close();
    this.#speechWait?.stop();
    this.animation.stop();
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

  /** Whether several players share this device. */
  get shared(): boolean {
    return this.connection.shared;
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

  get playing(): boolean {
    return this.at?.status === 'playing';
  }

  get myTurn(): boolean {
    return this.playing && this.ownSeats.includes(this.at!.actor!);
  }

  /** How the match ended; null while it goes on. */
  get outcome(): MatchOutcome | null {
    return this.table?.outcome ?? this.connection.outcome;
  }

  /** Whether the end has been shown: the match is over, and the board has come to rest or shows the last actions again. */
  get ended(): boolean {
    return !!this.table?.outcome && this.at?.status === 'over' && (!this.animation.running || this.animation.again);
  }

  /** Whether one person plays at this device. */
  get alone(): boolean {
    return this.ownSeats.length === 1;
  }

  /** Who acts, as far as the board shows it. */
  get shownActor(): number | null {
    if (this.animation.running) return this.animation.shown?.news?.seat ?? null;
    return this.playing ? (this.at?.actor ?? null) : null;
  }

  /** What is to be done now, as one reads it; for those who have to wait: for whom. */
  get order(): string {
    const seat = this.at?.actor ?? null;
    if (seat === null || !this.playing || !this.alone || this.myTurn) return this.ask;
    const { kind, name } = this.seats[seat] ?? {};
    if (kind !== 'computer') return t('waiting_for_name', { name: this.name(seat) });
    const computers = this.seats.filter((each) => each.kind === 'computer').length;
    return name || computers > 1 ? t('name_is_thinking', { name: this.name(seat) }) : t('computer_is_thinking');
  }

  get mayTry(): boolean {
    return this.playing && this.ownSeats.length > 0;
  }

  name(seat: number): string {
    return seatName(this.seats, seat);
  }

  // Legal actions

  get legal(): string[] {
    return this.myTurn ? this.knowledge.legal : [];
  }

  /** What an action does, in words. */
  actionText(action: string): string {
    return this.knowledge.actions[action] ?? action;
  }

  /** Actions without a space; they get buttons beside the board. */
  get freeActions(): string[] {
    return this.legal.filter((action) => !this.kind?.endpoints(action).to);
  }

  /** The legal actions that start or end at a space. */
  actionsAt(space: string): string[] {
    return this.kind ? actionsAt(this.kind, this.legal, this.animation.shown?.view, space) : [];
  }

  // Messages

  #receive(message: ServerMessage): void {
    if (message.type === 'at') this.#inTurn(() => this.#onUpdate(message), this.#isOthers(message));
    else if (message.type === 'table') this.#inTurn(() => this.#onTable(message), false);
    else if (message.type === 'emote') this.#onEmote(message);
    else this.selection.refuse(message);
  }

  /** Does something in its turn: now, or once what was said before has been said, if others wait for that. */
  #inTurn(work: () => void, waits: boolean): void {
    if (this.#speechWait) this.#speechWait.after(work, waits);
    else if (!settings.waits && !this.#loading) work();
    else {
      this.#loading ??= import('./speech_wait').then(({ SpeechWait }) => void (this.#speechWait = new SpeechWait()));
      void this.#loading.then(() => this.#speechWait!.after(work, waits));
    }
  }

  /** Whether a message tells what somebody else did. */
  #isOthers({ news }: AtMessage): boolean {
    return news.some(({ seat }) => seat !== null && !this.ownSeats.includes(seat));
  }

  /** Ends what waits for a listener or a reader: the next action of another player, or a card. */
  goOn(): void {
    this.#speechWait?.goOn();
    this.animation.goOn();
  }

  #onTable(table: TableMessage): void {
    this.table = table;
    if (this.host) forgetUsedLinks(this.id, table.seats);
    this.turnEnds = table.left === null ? null : Date.now() + table.left * 1000;
  }

  #onEmote(message: EmoteMessage): void {
    announcer.say(t('pair', { name: this.name(message.seat), value: this.emotes.show(message) }));
  }

  #onUpdate(at: AtMessage): void {
    const before = this.at;
    if (before && at.seq < before.seq) return;
    const words = at.words;
    this.at = at;
    this.kept = false;
    if (!words) {
      if (before?.seq !== at.seq) this.connection.send({ do: 'look', seq: at.seq });
      return;
    }
    this.ask = words.ask;
    this.standing = words.standing;
    this.allKnowledge = at.eyes.map((eye, n) => knowledgeOf(eye, words.eyes[n]!));
    const eye = Math.max(0, this.allKnowledge.indexOf(this.knowledge));
    const { spaces, steps } = words.eyes[eye]!;
    Object.assign(this.spaces, spaces);
    const newSteps = before ? steps.filter((step) => step.seq > before.seq) : [];
    if (newSteps.length || !before) this.#clear();
    this.#announce(at, newSteps);
    this.animation.show(at.eyes[eye]!.view, framesOf(at, newSteps));
  }

  #clear(): void {
    this.selection.clear();
    this.hints.lines = [];
    this.revealedView = null;
  }

  #announce(at: AtMessage, steps: StepWords[]): void {
    const { verbosity } = settings;
    if (!this.#greeted) {
      this.#greeted = true;
      announcer.say(greeting(this.log, this.lastSaid, this.standing, this.ask, verbosity));
      return;
    }
    const secret = secretSeat(at, steps);
    if (secret !== undefined) this.secretFor = secret;
    const said = steps.flatMap((step) => step.said);
    if (!said.length) return;
    this.lastSaid = said.join(' ');
    const asks = asksAfter(at, this.myTurn, verbosity);
    const chance = new Set(at.news.filter(({ seat }) => seat === null).map(({ seq }) => seq));
    announcer.say(newsText(steps, this.ask, asks, this.source.tellsAll ? 'full' : verbosity, chance));
    const mover = at.news.at(-1)?.seat ?? null;
    if (mover === null || !this.ownSeats.includes(mover)) sound(mover === null ? 'chance' : 'other', mover ?? 0, this, at.news.at(-1)?.name);
    if (takesBack(at)) void this.#readLog(this.seat, false);
    else this.log = [...this.log, ...newLines(at, steps, this.log.length)];
  }

  /** Shows and announces the last actions again. */
  async replayLast(): Promise<void> {
    announcer.say(this.lastSaid);
    if (this.animation.replay() || !this.at || this.source.tellsAll) return;
    const seq = this.at.seq;
    const { lastActions } = await import('./last_actions');
    const found = await lastActions(this.id, this.at.ply, this.log, this.ownSeats).catch(() => null);
    if (found && this.at.seq === seq) this.animation.replay(found);
  }

  // Commands

  play(action: string): void {
    this.#speechWait?.finish();
    this.animation.skip();
    this.selection.triedSpace = '';
    this.kept = !this.connection.online;
    if (this.kept) announcer.say(t('kept'));
    this.connection.send({ do: 'play', action, seq: this.at?.seq ?? 0 }, this.seat);
    sound('move', this.seat ?? 0, this, action);
  }

  /** Plays an action that is typed by its name or in plain words, or answers a question: the answer. */
  async type(text: string): Promise<string[]> {
    let answer: string[] = [];
    await this.#orRefuse(async () => {
      const { said, action } = await this.source.ask(text, this.#viewer());
      answer = said;
      if (action) this.play(action);
      else announcer.say(said.join(' '));
    });
    return answer;
  }

  undo(): void {
    this.connection.send({ do: 'undo', seq: this.at?.seq ?? 0 }, lastSeat(this.log, this.ownSeats) ?? this.seat);
  }

  resign(): void {
    this.connection.send({ do: 'resign' }, this.seat);
  }

  offer(what: Offer['what']): void {
    if (what === 'rematch') this.wantsRematch = true;
    this.connection.send({ do: 'offer', what }, this.seat);
  }

  answer(what: Proposal['what'], yes: boolean): void {
    if (what === 'rematch') this.wantsRematch = yes;
    const offer = this.table?.offers.find((each) => each.what === what);
    const seat = this.ownSeats.find((own) => own !== offer?.by && !offer?.agreed.includes(own));
    this.connection.send({ do: 'answer', what, yes }, seat ?? this.seat);
  }

  emote(name: string): void {
    this.connection.send({ do: 'emote', name }, this.seat);
  }

  reseat(whose: number, kind: Reseat['kind'], level = 3): void {
    this.connection.send({ do: 'reseat', whose, kind, level });
  }

  async hint(): Promise<void> {
    if (!this.myTurn) return;
    const seq = this.at?.seq;
    await this.#orRefuse(() => this.hints.ask(() => this.source.hint(), () => seq !== this.at?.seq));
  }

  around(space: string): Promise<string> {
    return this.source.around(space, this.#viewer());
  }

  /** Shows what goes wrong as a refusal. */
  async #orRefuse(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.selection.refuse({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }
}

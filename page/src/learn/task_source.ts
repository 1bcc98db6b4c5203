/** A task as a match source: the server applies the rules to each attempt, and stores nothing. */
import { boardKind } from '../games';
import { post } from '../api/http';
import type { Listener } from '../api/live';
import type { Connection, MatchSource } from '../api/source';
import type { AnyCommand, AskReply, AtMessage, HintLine, LessonStep, LoggedAction, MatchOutcome, SetupReply, TryReply } from '../api/schema';

export class TaskSource implements MatchSource {
  readonly tellsAll = true;
  #first: Promise<TryReply> | null = null;
  #done = false;
  /** Throws the dice of the task, if the learner does. */
  #roll: (() => Promise<TryReply>) | null = null;

  constructor(
    readonly task: LessonStep,
    readonly finished: () => void = () => {},
    /** Why another legal action is not meant. */
    readonly wrong: (action: string) => string = () => task.hint,
    readonly nextHint: () => string = () => task.hint,
    /** Whether the board is only looked at, because the answer is no action. */
    readonly watched = false,
    /** Whether dice of which the task tells are thrown first. */
    readonly throws = false,
  ) {}

  async setup(): Promise<SetupReply> {
    this.#first = this.#begin();
    return (await this.#first).setup;
  }

  /** The position of the task, or the one before its dice are thrown. */
  async #begin(): Promise<TryReply> {
    const { position, seat } = this.task;
    const actions = position.actions ?? [];
    const last = actions.at(-1);
    if (!this.throws || !last || !(await boardKind(position.game)).isThrow?.({ name: last, seat: null })) return this.#ask();
    const before = { ...position, actions: actions.slice(0, -1) };
    this.#roll = () => post('/try', { position: before, seat, then: [last] });
    return post('/try', { position: before, seat });
  }

  emotes(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }

  /** The text of the task, as the only log line, so that it is announced first. */
  logLines(): Promise<LoggedAction[]> {
    return Promise.resolve([{ ply: 0, seat: null, name: null, said: [this.task.text] }]);
  }

  async around(space: string): Promise<string> {
    const { position, seat } = this.task;
    return (await post('/try/around', { position, space, seat })).said;
  }

  ask(text: string): Promise<AskReply> {
    return Promise.resolve({ said: [], action: text.trim() });
  }

  hint(): Promise<HintLine[]> {
    return Promise.reject(new Error(this.nextHint()));
  }

  connect(listener: Listener): Connection {
    void this.#first?.then(async ({ at, outcome }) => {
      listener.onOutcome?.(outcome);
      if (at) listener.onMessage(this.watched ? withoutActions(at) : at);
      const rolled = await this.#roll?.();
      if (rolled?.at) listener.onMessage(rolled.at);
    });
    return { send: (command) => void this.#send(command, listener), close: () => {} };
  }

  async #send(command: AnyCommand, listener: Listener): Promise<void> {
    if (command.do !== 'play' || this.#done) return;
    try {
      const { at, refused, outcome } = await this.#ask(command.action);
      if (refused) listener.onMessage(refused);
      else if (at && this.#meant(command.action)) this.#finish(at, outcome, listener);
      else listener.onMessage({ type: 'refused', id: null, reason: this.wrong(command.action) });
    } catch (error) {
      listener.onMessage({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }

  #meant(action: string): boolean {
    return !this.task.want.length || this.task.want.includes(action);
  }

  #finish(at: AtMessage, outcome: MatchOutcome | null, listener: Listener): void {
    if (this.#done) return;
    this.#done = true;
    listener.onOutcome?.(outcome);
    listener.onMessage(finishedUpdate(at, this.task.done));
    this.finished();
  }

  #ask(action?: string): Promise<TryReply> {
    const { position, seat, then } = this.task;
    return post('/try', { position, seat, action, then: this.#follows(action) ? then : [] });
  }

  /** The actions that follow fit only to the intended one. */
  #follows(action?: string): boolean {
    return action !== undefined && this.#meant(action);
  }
}

/** The last update of a task: with the closing text, and without legal actions. */
export function finishedUpdate(at: AtMessage, text: string): AtMessage {
  const words = at.words && {
    ...at.words,
    eyes: at.words.eyes.map((eye) => {
      const last = eye.steps.length - 1;
      return { ...eye, steps: eye.steps.map((step, n) => (n === last ? { ...step, said: [...step.said, text] } : step)) };
    }),
  };
  return { ...withoutActions(at), words, actor: null };
}

function withoutActions(at: AtMessage): AtMessage {
  return { ...at, eyes: at.eyes.map((eye) => ({ ...eye, legal: [] })) };
}

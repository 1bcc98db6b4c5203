/** A task as a match source: the server applies the rules to each attempt, and stores nothing. */
import { post } from '../api/http';
import type { Listener } from '../api/live';
import type { Connection, MatchSource } from '../api/source';
import type { AnyCommand, AtMessage, HintLine, LessonStep, LoggedAction, MatchOutcome, SetupReply, TryReply } from '../api/schema';

export class TaskSource implements MatchSource {
  #first: Promise<TryReply> | null = null;
  #done = false;

  constructor(
    readonly task: LessonStep,
    readonly finished: () => void = () => {},
  ) {}

  async setup(): Promise<SetupReply> {
    this.#first = this.#ask();
    return (await this.#first).setup;
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

  understand(text: string): Promise<string> {
    return Promise.resolve(text.trim());
  }

  hint(): Promise<HintLine[]> {
    return Promise.reject(new Error(this.task.hint));
  }

  connect(listener: Listener): Connection {
    void this.#first?.then(({ at, outcome }) => {
      listener.onOutcome?.(outcome);
      if (at) listener.onMessage(at);
    });
    return { send: (command) => void this.#send(command, listener), close: () => {} };
  }

  async #send(command: AnyCommand, listener: Listener): Promise<void> {
    if (command.do !== 'play' || this.#done) return;
    try {
      const { at, refused, outcome } = await this.#ask(command.action);
      if (refused) listener.onMessage(refused);
      else if (at && this.#meant(command.action)) this.#finish(at, outcome, listener);
      else listener.onMessage({ type: 'refused', id: null, reason: this.task.hint });
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
  return { ...at, words, actor: null, eyes: at.eyes.map((eye) => ({ ...eye, legal: [] })) };
}

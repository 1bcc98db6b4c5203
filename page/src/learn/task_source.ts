/** A task as a match source: the server applies the rules to each attempt, and stores nothing. */
import { post } from '../api/http';
import type { Listener } from '../api/live';
import type { Connection, MatchSource } from '../api/source';
import type { MatchUpdate, Command, HintLine, SetupInfo, LogLine } from '../api/types';
import type { Task, AttemptReply } from './types';

export class TaskSource implements MatchSource {
  #first: Promise<AttemptReply> | null = null;
  #done = false;

  constructor(
    readonly task: Task,
    readonly finished: () => void = () => {},
  ) {}

  async setup(): Promise<SetupInfo> {
    this.#first = this.#ask();
    return (await this.#first).setup;
  }

  emotes(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }

  /** The text of the task, as the only log line, so that it is announced first. */
  logLines(): Promise<LogLine[]> {
    return Promise.resolve([{ ply: 0, seat: null, name: null, said: [this.task.text] }]);
  }

  async around(space: string): Promise<string> {
    const { position, seat } = this.task;
    return (await post<{ said: string }>('/try/around', { position, space, seat })).said;
  }

  understand(text: string): Promise<string> {
    return Promise.resolve(text.trim());
  }

  hint(): Promise<HintLine[]> {
    return Promise.reject(new Error(this.task.hint));
  }

  connect(listener: Listener): Connection {
    void this.#first?.then(({ at }) => at && listener.onMessage(at));
    return { send: (command) => void this.#send(command, listener), close: () => {} };
  }

  async #send(command: Command, listener: Listener): Promise<void> {
    if (command.do !== 'play' || this.#done) return;
    try {
      const { at, refused } = await this.#ask(command.action as string);
      if (refused) listener.onMessage(refused);
      else if (at && this.#meant(command.action as string)) this.#finish(at, listener);
      else listener.onMessage({ type: 'refused', id: null, reason: this.task.hint });
    } catch (error) {
      listener.onMessage({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }

  #meant(action: string): boolean {
    return !this.task.want.length || this.task.want.includes(action);
  }

  #finish(at: MatchUpdate, listener: Listener): void {
    if (this.#done) return;
    this.#done = true;
    listener.onMessage(finishedUpdate(at, this.task.done));
    this.finished();
  }

  #ask(action?: string): Promise<AttemptReply> {
    const { position, seat, then } = this.task;
    return post<AttemptReply>('/try', { position, seat, action, then: this.#follows(action) ? then : [] });
  }

  /** The actions that follow fit only to the intended one. */
  #follows(action?: string): boolean {
    return action !== undefined && this.#meant(action);
  }
}

/** The last update of a task: with the closing text, and without legal actions. */
export function finishedUpdate(at: MatchUpdate, text: string): MatchUpdate {
  const words = at.words && {
    ...at.words,
    eyes: at.words.eyes.map((eye) => {
      const last = eye.steps.length - 1;
      return { ...eye, steps: eye.steps.map((step, n) => (n === last ? { ...step, said: [...step.said, text] } : step)) };
    }),
  };
  return { ...at, words, actor: null, eyes: at.eyes.map((eye) => ({ ...eye, legal: [] })) };
}

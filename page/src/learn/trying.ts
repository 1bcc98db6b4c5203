/** A task as a match of its own: the server says by the rules what comes of each try, and keeps nothing. */
import { post } from '../api/http';
import type { Listener } from '../api/live';
import type { Line, Source } from '../api/source';
import type { At, Command, HintLine, SetupInfo, Told } from '../api/types';
import type { Task, Tried } from './types';

export class Trying implements Source {
  #first: Promise<Tried> | null = null;
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

  /** The task takes the place of what happened before it: it is what a newcomer is told first. */
  said(): Promise<Told[]> {
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

  open(listener: Listener): Line {
    void this.#first?.then(({ at }) => at && listener.heard(at));
    return { send: (command) => void this.#send(command, listener), close: () => {} };
  }

  async #send(command: Command, listener: Listener): Promise<void> {
    if (command.do !== 'play' || this.#done) return;
    try {
      const { at, refused } = await this.#ask(command.action as string);
      if (refused) listener.heard(refused);
      else if (at && this.#meant(command.action as string)) this.#finish(at, listener);
      else listener.heard({ type: 'refused', id: null, reason: this.task.hint });
    } catch (error) {
      listener.heard({ type: 'refused', id: null, reason: (error as Error).message });
    }
  }

  #meant(action: string): boolean {
    return !this.task.want.length || this.task.want.includes(action);
  }

  #finish(at: At, listener: Listener): void {
    if (this.#done) return;
    this.#done = true;
    listener.heard(ended(at, this.task.done));
    this.finished();
  }

  #ask(action?: string): Promise<Tried> {
    const { position, seat, then } = this.task;
    return post<Tried>('/try', { position, seat, action, then: this.#follows(action) ? then : [] });
  }

  /** What others do fits only to what was meant. */
  #follows(action?: string): boolean {
    return action !== undefined && this.#meant(action);
  }
}

/** The task is done: what is said of it comes last, and there is nothing more to do. */
export function ended(at: At, text: string): At {
  const words = at.words && {
    ...at.words,
    eyes: at.words.eyes.map((eye) => {
      const last = eye.steps.length - 1;
      return { ...eye, steps: eye.steps.map((step, n) => (n === last ? { ...step, said: [...step.said, text] } : step)) };
    }),
  };
  return { ...at, words, actor: null, eyes: at.eyes.map((eye) => ({ ...eye, legal: [] })) };
}

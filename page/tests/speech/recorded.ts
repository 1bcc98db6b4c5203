/** A recorded match: the server's messages, written by scripts/speech.py. */
import type { Listener } from '../../src/api/live';
import type { Connection, MatchSource } from '../../src/api/source';
import type { AnyCommand, AskReply, AtMessage, HintLine, LoggedAction, RefusedMessage, SetupReply, TableMessage } from '../../src/api/schema';
import type { Language } from '../../src/settings/settings.svelte';
import buddelBande from './told/buddel-bande.json';
import moleCompany from './told/mole-company.json';
import moleHill from './told/mole-hill.json';

type Words = NonNullable<AtMessage['words']>;

export interface Recording {
  setup: SetupReply;
  table: TableMessage;
  /** The action that leads from each moment to the next. */
  did: string[];
  moments: Omit<AtMessage, 'words'>[];
  words: Record<Language, Answers>;
}

export interface Answers {
  rules: string[];
  map: string[];
  around: Record<string, string>;
  said: LoggedAction[];
  refused: Record<string, RefusedMessage>;
  moments: Words[];
}

export const GAMES = ['mole-hill', 'mole-company', 'buddel-bande'] as const;
export type Game = (typeof GAMES)[number];

export const RECORDINGS = {
  'mole-hill': moleHill,
  'mole-company': moleCompany,
  'buddel-bande': buddelBande,
} as unknown as Record<Game, Recording>;

export class Recorded implements MatchSource {
  moment = 0;
  readonly sent: AnyCommand[] = [];
  readonly recording: Recording;
  #listener: Listener | null = null;

  constructor(
    game: Game,
    readonly language: Language,
  ) {
    this.recording = RECORDINGS[game];
  }

  /** The texts in this language. */
  get answers(): Answers {
    return this.recording.words[this.language];
  }

  get words(): Words {
    return this.answers.moments[this.moment]!;
  }

  setup(): Promise<SetupReply> {
    return Promise.resolve({ ...this.recording.setup, rules: this.answers.rules, map: this.answers.map });
  }

  emotes(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }

  logLines(): Promise<LoggedAction[]> {
    return Promise.resolve(this.answers.said);
  }

  around(space: string): Promise<string> {
    return Promise.resolve(this.answers.around[space]!);
  }

  ask(text: string): Promise<AskReply> {
    return Promise.resolve({ said: [], action: text });
  }

  hint(): Promise<HintLine[]> {
    return Promise.resolve([]);
  }

  connect(listener: Listener): Connection {
    this.#listener = listener;
    listener.onMessage(this.recording.table);
    listener.onMessage(this.#at());
    return { send: (command) => this.#send(command), close: () => {} };
  }

  /** Plays the next recorded action. */
  next(): void {
    this.moment++;
    this.#listener!.onMessage(this.#at());
  }

  #at(): AtMessage {
    return { ...this.recording.moments[this.moment]!, words: this.words } as AtMessage;
  }

  #send(command: AnyCommand): void {
    this.sent.push(command);
    if (command.do !== 'play') return;
    const refused = this.answers.refused[command.action as string];
    if (command.action === this.recording.did[this.moment]) this.next();
    else if (refused) this.#listener!.onMessage(refused);
    else throw new Error(`nothing is written down about ${String(command.action)}`);
  }
}

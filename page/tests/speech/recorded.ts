/** A match as the server told it (scripts/speech.py wrote it down): the same messages, without the server. */
import type { Listener } from '../../src/api/live';
import type { Line, Source } from '../../src/api/source';
import type { At, Command, HintLine, Refused, SetupInfo, Table, Told } from '../../src/api/types';
import type { Language } from '../../src/state/settings.svelte';
import buddelBande from './told/buddel-bande.json';
import moleCompany from './told/mole-company.json';
import moleHill from './told/mole-hill.json';

type Words = NonNullable<At['words']>;

export interface Recording {
  setup: SetupInfo;
  table: Table;
  /** What was played to get from each moment to the next, by whoever's turn it was. */
  did: string[];
  moments: Omit<At, 'words'>[];
  words: Record<Language, Answers>;
}

export interface Answers {
  rules: string[];
  around: Record<string, string>;
  said: Told[];
  refused: Record<string, Refused>;
  moments: Words[];
}

export const GAMES = ['mole-hill', 'mole-company', 'buddel-bande'] as const;
export type Game = (typeof GAMES)[number];

export const RECORDINGS = {
  'mole-hill': moleHill,
  'mole-company': moleCompany,
  'buddel-bande': buddelBande,
} as unknown as Record<Game, Recording>;

export class Recorded implements Source {
  moment = 0;
  readonly sent: Command[] = [];
  readonly recording: Recording;
  #listener: Listener | null = null;

  constructor(
    game: Game,
    readonly language: Language,
  ) {
    this.recording = RECORDINGS[game];
  }

  /** What is said in this language. */
  get answers(): Answers {
    return this.recording.words[this.language];
  }

  get words(): Words {
    return this.answers.moments[this.moment]!;
  }

  setup(): Promise<SetupInfo> {
    return Promise.resolve({ ...this.recording.setup, rules: this.answers.rules });
  }

  emotes(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }

  said(): Promise<Told[]> {
    return Promise.resolve(this.answers.said);
  }

  around(space: string): Promise<string> {
    return Promise.resolve(this.answers.around[space]!);
  }

  understand(text: string): Promise<string> {
    return Promise.resolve(text);
  }

  hint(): Promise<HintLine[]> {
    return Promise.resolve([]);
  }

  open(listener: Listener): Line {
    this.#listener = listener;
    listener.heard(this.recording.table);
    listener.heard(this.#at());
    return { send: (command) => this.#send(command), close: () => {} };
  }

  /** The next thing happens, whoever does it. */
  next(): void {
    this.moment++;
    this.#listener!.heard(this.#at());
  }

  #at(): At {
    return { ...this.recording.moments[this.moment]!, words: this.words } as At;
  }

  #send(command: Command): void {
    this.sent.push(command);
    if (command.do !== 'play') return;
    const refused = this.answers.refused[command.action as string];
    if (command.action === this.recording.did[this.moment]) this.next();
    else if (refused) this.#listener!.heard(refused);
    else throw new Error(`nothing is written down about ${String(command.action)}`);
  }
}

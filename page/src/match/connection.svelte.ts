/** The connection of a match: what is received and sent, whether it works, and why it does not. */
import { Problem } from '../api/http';
import type { Listener } from '../api/live';
import type { AnyCommand, MatchOutcome, ServerMessage } from '../api/schema';
import type { Connection, MatchSource } from '../api/source';
import { settings } from '../settings/settings.svelte';

export class MatchConnection implements Listener {
  online = $state(true);
  /** Why the match cannot be shown; empty if it can. */
  failure = $state('');
  /** How the game ended, where no table says it. */
  outcome = $state.raw<MatchOutcome | null>(null);
  /** A shared device gets no secrets, except while somebody holds the button to see one. */
  shared = false;
  #connection: Connection | null = null;

  constructor(
    readonly source: MatchSource,
    readonly onMessage: (message: ServerMessage) => void,
    readonly lastSeq: () => number,
  ) {}

  /** Connects, again if necessary. */
  open(): void {
    this.close();
    this.#connection = this.source.connect(this, () => ({
      words: 1,
      hide: this.shared ? 'all' : settings.notebook ? undefined : 'old',
    }));
  }

  send(command: AnyCommand, seat?: number | null): void {
    this.#connection?.send(seat === undefined || seat === null ? command : { ...command, seat });
  }

  close(): void {
    this.#connection?.close();
  }

  onConnection(yes: boolean): void {
    this.online = yes;
  }

  onOutcome(outcome: MatchOutcome | null): void {
    this.outcome = outcome;
  }

  /** Asks why: the seat was taken or the match is gone. Without a network the connection comes back later. */
  async onConnectFailed(): Promise<void> {
    try {
      await this.source.setup();
    } catch (error) {
      if (!(error instanceof Problem) || ![403, 404].includes(error.status)) return;
      this.failure = error.message;
      this.close();
    }
  }
}

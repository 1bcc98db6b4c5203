import { describe, expect, it, vi } from 'vitest';

import { Problem } from '../api/http';
import type { Listener } from '../api/live';
import type { AnyCommand } from '../api/schema';
import type { MatchSource } from '../api/source';
import { MatchConnection } from './connection.svelte';

/** A fake source: what was sent, how often it was closed, and what the connection asks for. */
function fake(setup: () => Promise<unknown> = async () => ({})) {
  const seen = { sent: [] as AnyCommand[], closed: 0, query: () => ({}) as object, listener: null as Listener | null };
  const source = {
    setup,
    connect(listener: Listener, query: () => object) {
      Object.assign(seen, { listener, query });
      return { send: (command: AnyCommand) => void seen.sent.push(command), close: () => void (seen.closed += 1) };
    },
  } as unknown as MatchSource;
  const connection = new MatchConnection(source, vi.fn(), () => 3);
  return { connection, seen };
}

describe('the connection of a match', () => {
  it('sends commands for a seat, or for none', () => {
    const { connection, seen } = fake();
    connection.open();
    connection.send({ do: 'resign' }, 1);
    connection.send({ do: 'resign' }, null);
    expect(seen.sent).toEqual([{ do: 'resign', seat: 1 }, { do: 'resign' }]);
  });

  it('hides secrets from a shared device, and closes before it opens again', () => {
    const { connection, seen } = fake();
    connection.open();
    expect(seen.query()).toEqual({ words: 1, hide: undefined });
    connection.shared = true;
    connection.open();
    expect([seen.query(), seen.closed]).toEqual([{ words: 1, hide: 'all' }, 1]);
  });

  it('says why there is no match any more', async () => {
    const { connection, seen } = fake(() => Promise.reject(new Problem('The seat is taken.', 403)));
    connection.open();
    await connection.onConnectFailed();
    expect([connection.failure, seen.closed]).toEqual(['The seat is taken.', 1]);
  });

  it('waits where only the network is gone', async () => {
    const { connection, seen } = fake(() => Promise.reject(new TypeError('network')));
    connection.open();
    await connection.onConnectFailed();
    expect([connection.failure, seen.closed]).toEqual(['', 0]);
  });
});

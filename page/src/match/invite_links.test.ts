import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TableSeat } from '../api/schema';
import { forgetUsedLinks, seatLink, newLink } from './invite_links';
import { store } from '../settings/settings.svelte';

const FIRST = 'https://moles.example/#join=first';
const FRESH = 'https://moles.example/#join=fresh';

const seat = (kind: TableSeat['kind'], here: boolean): TableSeat => ({
  seat: 1,
  kind,
  here,
  level: null,
  name: 'Max',
  resigned: false,
  phone: false,
  emblem: null,
  face: 'scarf',
});

describe('a link to a seat', () => {
  beforeEach(() => {
    localStorage.clear();
    store('moleworks.links.m', { id: 'm', code: '', seats: [{ seat: 1, link: FIRST }], watch: { link: '' } });
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ link: FRESH })));
  });

  it('is the first one until there is a new one', async () => {
    expect(seatLink('m', 1)).toBe(FIRST);
    forgetUsedLinks('m', [seat('open', false)]);
    forgetUsedLinks('m', [seat('computer', true)]);
    expect(seatLink('m', 1)).toBe(FIRST);
    expect(await newLink('m', 1)).toBe(FRESH);
    expect(seatLink('m', 1)).toBe(FRESH);
  });

  it('is none once somebody has come by it, though a computer may play there later', () => {
    forgetUsedLinks('m', [seat('person', true)]);
    forgetUsedLinks('m', [seat('computer', true)]);
    expect(seatLink('m', 1)).toBe('');
  });

  it('is none where somebody came and went while this device was off', () => {
    forgetUsedLinks('m', [seat('person', false)]);
    expect(seatLink('m', 1)).toBe('');
  });

  it('waits for the next if it was made while who has the seat is away', async () => {
    forgetUsedLinks('m', [seat('person', true)]);
    await newLink('m', 1);
    forgetUsedLinks('m', [seat('person', false)]);
    expect(seatLink('m', 1)).toBe(FRESH);
    forgetUsedLinks('m', [seat('person', true)]);
    expect(seatLink('m', 1)).toBe('');
  });
});

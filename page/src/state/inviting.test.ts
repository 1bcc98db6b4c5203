import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { TableSeat } from '../api/types';
import { forgetUsed, linkTo, newLink } from './inviting';
import { keep } from './settings.svelte';

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
});

describe('a link to a seat', () => {
  beforeEach(() => {
    localStorage.clear();
    keep('moleworks.links.m', { id: 'm', code: '', seats: [{ seat: 1, link: FIRST }], watch: { link: '' } });
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ link: FRESH })));
  });

  it('is the first one until there is a new one', async () => {
    expect(linkTo('m', 1)).toBe(FIRST);
    forgetUsed('m', [seat('open', false)]);
    forgetUsed('m', [seat('computer', true)]);
    expect(linkTo('m', 1)).toBe(FIRST);
    expect(await newLink('m', 1)).toBe(FRESH);
    expect(linkTo('m', 1)).toBe(FRESH);
  });

  it('is none once somebody has come by it, though a computer may play there later', () => {
    forgetUsed('m', [seat('person', true)]);
    forgetUsed('m', [seat('computer', true)]);
    expect(linkTo('m', 1)).toBe('');
  });

  it('is none where somebody came and went while this device was off', () => {
    forgetUsed('m', [seat('person', false)]);
    expect(linkTo('m', 1)).toBe('');
  });

  it('waits for the next if it was made while who has the seat is away', async () => {
    forgetUsed('m', [seat('person', true)]);
    await newLink('m', 1);
    forgetUsed('m', [seat('person', false)]);
    expect(linkTo('m', 1)).toBe(FRESH);
    forgetUsed('m', [seat('person', true)]);
    expect(linkTo('m', 1)).toBe('');
  });
});

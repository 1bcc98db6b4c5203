/** HTTP requests. Errors have the server's own message. */
import type { Body, Known, Reply } from './routes';
import { carrier } from './transport.svelte';

/** An error reply, with its message in the reader's language. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

let language = '';

/** Sets the language of the server's answers. */
export function speak(code: string): void {
  language = code;
}

export function path(address: string, query: Record<string, string | number | undefined> = {}): string {
  const parameters = new URLSearchParams(language ? { lang: language } : {});
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `/api${address}${text ? `?${text}` : ''}`;
}

export async function request(address: string, init?: RequestInit): Promise<Response> {
  const answer = await carrier.send(address, init);
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw new Problem(problem?.detail ?? answer.statusText, answer.status);
}

export async function get<Address extends string>(
  address: Known<'get', Address>,
  query: Record<string, string | number | undefined> = {},
  token?: string,
): Promise<Reply<'get', Address>> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return (await request(path(address, query), { headers })).json();
}

export async function post<Address extends string>(
  address: Known<'post', Address>,
  body: Body<'post', Address>,
  headers: Record<string, string> = {},
): Promise<Reply<'post', Address>> {
  return (await postJson(address, body, headers)).json();
}

export async function postForText<Address extends string>(
  address: Known<'post', Address>,
  body: Body<'post', Address>,
): Promise<string> {
  return (await postJson(address, body)).text();
}

export async function postForBlob<Address extends string>(
  address: Known<'post', Address>,
  body: Body<'post', Address>,
): Promise<Blob> {
  return (await postJson(address, body)).blob();
}

export async function remove<Address extends string>(address: Known<'delete', Address>): Promise<void> {
  await request(path(address), { method: 'DELETE' });
}

function postJson(address: string, body: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more };
  return request(path(address), { method: 'POST', headers, body: JSON.stringify(body) });
}

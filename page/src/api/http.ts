/** HTTP requests. Errors have the server's own message. */

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

async function request(address: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw new Problem(problem?.detail ?? answer.statusText, answer.status);
}

export async function get<T>(
  address: string,
  query: Record<string, string | number | undefined> = {},
  token?: string,
): Promise<T> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return (await request(path(address, query), { headers })).json();
}

export async function post<T>(address: string, body: object): Promise<T> {
  return (await postJson(address, body)).json();
}

export async function postForText(address: string, body: object): Promise<string> {
  return (await postJson(address, body)).text();
}

export async function postForBlob(address: string, body: object): Promise<Blob> {
  return (await postJson(address, body)).blob();
}

export async function remove(address: string): Promise<void> {
  await request(path(address), { method: 'DELETE' });
}

function postJson(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return request(path(address), { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Single requests. What goes wrong is told in the server's own words. */

/** A refusal in the reader's language. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

let language = '';

/** In which language the server answers. */
export function speak(code: string): void {
  language = code;
}

export function path(address: string, query: Record<string, string | number | undefined> = {}): string {
  const asked = new URLSearchParams(language ? { lang: language } : {});
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, String(value));
  }
  const text = asked.toString();
  return `/api${address}${text ? `?${text}` : ''}`;
}

async function answered(address: string, init?: RequestInit): Promise<Response> {
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
  return (await answered(path(address, query), { headers })).json();
}

export async function post<T>(address: string, body: object): Promise<T> {
  return (await posted(address, body)).json();
}

export async function postForText(address: string, body: object): Promise<string> {
  return (await posted(address, body)).text();
}

export async function postForBlob(address: string, body: object): Promise<Blob> {
  return (await posted(address, body)).blob();
}

export async function remove(address: string): Promise<void> {
  await answered(path(address), { method: 'DELETE' });
}

function posted(address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return answered(path(address), { method: 'POST', headers, body: JSON.stringify(body) });
}

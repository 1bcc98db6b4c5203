/** A whole match in an address: the record, made small; the part behind # is sent to no server. */

/** Letters; longer addresses get lost on their way through other people's programs. */
export const LONGEST = 6000;

export async function packed(record: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The record in an address; fails if it is none. */
export async function unpacked(text: string): Promise<string> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong with it is told by the reading end.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** What stands behind `#replay=` or `#record=`: what to show, and from which position on. */
export function parts(value: string): { what: string; ply: number | null } {
  const [what = '', ply] = value.split('~');
  return { what, ply: ply !== undefined && /^\d+$/.test(ply) ? Number(ply) : null };
}

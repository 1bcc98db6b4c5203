/** Compressed data in links, after #; that part is sent to no server. */

/** The longest link, in characters; other programs cut longer ones. */
export const LONGEST = 6000;

export async function compress(record: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decompresses a text; throws if it is damaged. */
export async function decompress(text: string): Promise<string> {
  const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(characters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors come from the reading end.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** Splits an address after `#replay=` or `#record=`: what to show, and from which position on. */
export function parseReplayAddress(value: string): { what: string; ply: number | null } {
  const [what = '', ply] = value.split('~');
  return { what, ply: ply !== undefined && /^\d+$/.test(ply) ? Number(ply) : null };
}

/** How long a text is for the ear, as the server measures it: what is said at once takes ten seconds at most. */

/** Characters a second of a voice that is not hurried. */
export const PACE = 16;
/** The most characters that are said at once. */
export const LONGEST = 10 * PACE;
/** So many characters are few enough to say everything. */
export const USUAL = 7 * PACE;

/** A text in parts that are short enough, cut at the ends of sentences, else after items of a list. */
export function partsOf(text: string, longest = LONGEST): string[] {
  const parts: string[] = [];
  for (const piece of text.split(/(?<=[.!?…]) /).flatMap((sentence) => (sentence.length > longest ? sentence.split(/(?<=[;,]) /) : [sentence]))) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + 1 + piece.length <= longest) parts[parts.length - 1] = `${last} ${piece}`;
    else parts.push(piece);
  }
  return parts;
}

/** What is said of an action with its parts, and of what is to be done now: as much as there is time for.
 * What is to be done tells some parts, too (`told`): with several parts, all are said only if that takes no longer than usual,
 * and the first and the last at least. */
export function saidAtOnce(full: string[], brief: string[], ask = '', told: boolean[] = []): string {
  const untold = (texts: string[]) => texts.filter((_, n) => !told[n]);
  const usual = [[...full, ask], [...untold(full), ask], [...brief, ask], [...untold(brief), ask]].map(joined);
  const most = full.length > 1 ? USUAL : LONGEST;
  const short = usual.find((text) => text.length <= most) ?? usual.at(-1)!;
  const ends = joined([brief[0]!, ...brief.slice(1).slice(-1)]);
  return [short, joined(brief), joined(untold(brief)), ends].find((text) => text.length <= LONGEST) ?? partsOf(joined(brief))[0]!;
}

function joined(texts: string[]): string {
  return texts.filter(Boolean).join(' ');
}

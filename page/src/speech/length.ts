/** How long a text is for the ear, as the server measures it: what is said at once takes ten seconds at most. */

/** Characters a second of a voice that is not hurried. */
export const PACE = 16;
/** The most characters that are said at once. */
export const LONGEST = 10 * PACE;

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

/** What is said of an action and of what is to be done now: as much as there is time for. */
export function saidAtOnce(full: string, brief: string, ask = ''): string {
  const asked = (text: string) => `${text} ${ask}`.trim();
  return [asked(full), asked(brief), brief].find((text) => text.length <= LONGEST) ?? partsOf(brief)[0]!;
}

/** Rule numbers in sentences, such as "(MC6)": on the screen a link stands for them. */

/** A sentence, or several, without the numbers of rules, and the first of these. */
export function splitRule(text: string): { text: string; rule?: string } {
  const numbers = / \(([A-Z]{2}\d+)\)/g;
  return { text: text.replace(numbers, ''), rule: numbers.exec(text)?.[1] };
}

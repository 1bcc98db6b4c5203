/** What is announced of a match, as texts. */
import type { AtMessage, LoggedAction, StepWords } from '../api/schema';
import type { Verbosity } from '../settings/settings.svelte';
import { saidAtOnce } from '../speech/length';

/** The first announcement: the last action, the score, and what is to be done. */
export function greeting(log: LoggedAction[], lastSaid: string, standing: string[], ask: string, verbosity: Verbosity): string {
  const played = log.some((line) => line.seat !== null);
  const score = played && verbosity !== 'brief' ? standing : [];
  return [lastSaid, ...score, ask].join(' ').trim();
}

/** New actions in as many words as the listener wants, and what is to be done if it is to be told.
 * `chance`: the numbers of the entries that are dice, discs or deals; they belong to the action before them. */
export function newsText(steps: StepWords[], ask: string, asks: boolean, verbosity: Verbosity, chance: ReadonlySet<number> = new Set()): string {
  const actions: StepWords[][] = [];
  for (const step of steps) {
    if (actions.length && chance.has(step.seq)) actions.at(-1)!.push(step);
    else actions.push([step]);
  }
  return actions
    .map((parts, n) => {
      const full = parts.map((step) => sentences(step, step.said));
      const brief = parts.map((step) => sentences(step, step.brief?.length ? step.brief : step.said));
      // If a rule ended the match, the last sentence already says so.
      const asked = asks && n === actions.length - 1 && !parts.some((step) => step.said.includes(ask)) ? ask : '';
      if (verbosity === 'full') return [...full, asked].join(' ').trim();
      // What the last dice or disc says is in what is to be done, too; an earlier one may have cost a turn.
      const repeated = parts.map((step) => step === parts.at(-1) && chance.has(step.seq) && asked !== '');
      return saidAtOnce(verbosity === 'brief' ? brief : full, brief, asked, repeated);
    })
    .filter(Boolean)
    .join(' ');
}

/** An entry in words. A secret is announced with the action that revealed it, before later actions. */
function sentences(step: StepWords, said: string[]): string {
  return [...said, ...(typeof step.secret === 'string' ? [step.secret] : [])].join(' ');
}

/** Whether it is announced what is to be done. */
export function asksAfter({ status }: AtMessage, myTurn: boolean, verbosity: Verbosity): boolean {
  return verbosity === 'full' || (verbosity === 'normal' && myTurn) || status === 'over';
}

/** What is announced of a match, as texts. */
import type { AtMessage, LoggedAction, StepWords } from '../api/schema';
import type { Verbosity } from '../settings/settings.svelte';

/** The first announcement: the last action, the score, and what is to be done. */
export function greeting(log: LoggedAction[], lastSaid: string, standing: string[], ask: string, verbosity: Verbosity): string {
  const played = log.some((line) => line.seat !== null);
  const score = played && verbosity !== 'brief' ? standing : [];
  return [lastSaid, ...score, ask].join(' ').trim();
}

/** New actions, and what is to be done if the listener wants to hear it. */
export function newsText(steps: StepWords[], ask: string, asks: boolean): string {
  // A secret is announced with the action that revealed it, before later actions.
  const parts = steps.flatMap((step) => (typeof step.secret === 'string' ? [...step.said, step.secret] : step.said));
  // If a rule ended the match, the last sentence already says so.
  if (asks && !parts.includes(ask)) parts.push(ask);
  return parts.join(' ');
}

/** Whether it is announced what is to be done. */
export function asksAfter({ status }: AtMessage, myTurn: boolean, verbosity: Verbosity): boolean {
  return verbosity === 'full' || (verbosity === 'normal' && myTurn) || status === 'over';
}

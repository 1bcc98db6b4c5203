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

/** New actions in as many words as the listener wants, and what is to be done if it is to be told. */
export function newsText(steps: StepWords[], ask: string, asks: boolean, verbosity: Verbosity): string {
  return steps
    .map((step, n) => {
      // A secret is announced with the action that revealed it, before later actions.
      const secret = typeof step.secret === 'string' ? [step.secret] : [];
      const full = [...step.said, ...secret].join(' ');
      const brief = [...(step.brief?.length ? step.brief : step.said), ...secret].join(' ');
      // If a rule ended the match, the last sentence already says so.
      const asked = asks && n === steps.length - 1 && !step.said.includes(ask) ? ask : '';
      if (verbosity === 'full') return `${full} ${asked}`.trim();
      return saidAtOnce(verbosity === 'brief' ? brief : full, brief, asked);
    })
    .filter(Boolean)
    .join(' ');
}

/** Whether it is announced what is to be done. */
export function asksAfter({ status }: AtMessage, myTurn: boolean, verbosity: Verbosity): boolean {
  return verbosity === 'full' || (verbosity === 'normal' && myTurn) || status === 'over';
}

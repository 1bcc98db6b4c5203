/** Keys that mean the same on every board: they announce something about the match, or act on it. */
import type { MatchState } from '../match/match.svelte';
import { announcer } from '../speech/announcer.svelte';
import { t } from '../texts/texts.svelte';

/** By the key's letter. */
export function matchKeys(match: MatchState): Record<string, () => void> {
  return {
    t: () => announcer.say(`${match.ask} ${match.clock}`.trim()),
    l: () => announcer.say(match.lastSaid || t('nothing_yet')),
    m: () => announcer.say(match.knowledge.mine.join(' ') || t('watching')),
    p: () => announcer.say(match.knowledge.position.join(' ')),
    s: () => announcer.say(match.standing.join(' ')),
    o: () => announcer.again(),
    h: () => {
      announcer.say(t(match.myTurn ? 'thinking' : 'not_now'));
      void match.hint();
    },
    u: () => match.undo(),
    k: () => announcer.say(t('keys_help')),
  };
}

/** Actions with the digit keys that play them: "1: pass". */
export function numbered(match: MatchState, actions: string[]): string[] {
  return actions.map((action, n) => `${n + 1}: ${match.actionText(action)}`);
}

/** The action that a digit key plays. */
export function actionOfDigit(actions: string[], key: string): string | undefined {
  return /^[1-9]$/.test(key) ? actions[Number(key) - 1] : undefined;
}

/** Why there is nothing to choose. */
export function nothingToDo(match: MatchState): string {
  return t(match.myTurn ? 'no_targets' : 'not_now');
}

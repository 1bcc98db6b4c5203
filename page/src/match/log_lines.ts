/** The log of a match in words. */
import type { AtMessage, LoggedAction, StepWords } from '../api/schema';

/** The lines of new steps, after those that are known. */
export function newLines({ news }: AtMessage, steps: StepWords[], known: number): LoggedAction[] {
  return steps
    .filter((step) => step.said.length)
    .map((step, n) => {
      const entry = news.find((each) => each.seq === step.seq);
      return { ply: known + n + 1, seat: entry?.seat ?? null, name: entry?.name ?? null, said: step.said, moment: step.moment };
    });
}

/** What decided a match that is over: what made its last action a moment, or what people did to end it. */
export function decided(log: LoggedAction[]): string {
  const talk = /^!(offer|accept rematch|decline|seat|link|out|phone)/;
  const acted = log.filter(({ name }) => !talk.test(name ?? ''));
  const last = acted.at(-1);
  if (last?.moment?.length) return last.moment.join(' ');
  // A player who is out of time resigns with the next entry: both sentences tell how the match ended.
  const before = acted.at(-2);
  const late = before?.name?.startsWith('!late resign') ? before.said : [];
  return [...late, ...(last?.said ?? [])].join(' ');
}

/** Whether something was taken back, so that lines of the log are gone. */
export function takesBack({ news }: AtMessage): boolean {
  return news.some(({ name }) => name?.startsWith('!undo') || name?.startsWith('!accept undo'));
}

/** The one of these seats that acted last. */
export function lastSeat(log: LoggedAction[], seats: number[]): number | undefined {
  return log.findLast(({ seat }) => seat !== null && seats.includes(seat))?.seat ?? undefined;
}

/** What the names of legal actions say about the spaces of a board; no rules. */
import type { BoardKind, View } from '../board/types';

/** The first and the last space of an action; `otherwise`, if it has none. */
export function spacesOf(kind: BoardKind | null, action: string | null, otherwise: string[]): string[] {
  const { from, to } = (action && kind?.endpoints(action)) || {};
  const spaces = [from, to].filter((name) => name !== undefined);
  return spaces.length ? spaces : otherwise;
}

/** The actions that start or end at a space; all, at the piece that all of them move. */
export function actionsAt(kind: BoardKind, legal: string[], view: View | undefined, space: string): string[] {
  if (view !== undefined && kind.piece?.(view) === space) return legal.filter((action) => kind.endpoints(action).to);
  return legal.filter((action) => spacesOf(kind, action, []).includes(space));
}

/** Where the selected piece can go; without one, where an action can begin. */
export function targetsOf(kind: BoardKind, legal: string[], selected?: string): string[] {
  const endpoints = legal.map((action) => kind.endpoints(action));
  const found = selected
    ? endpoints.filter((end) => end.from === selected).map((end) => end.to)
    : endpoints.map((end) => end.from ?? end.to);
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** The name of the action to a space, legal or not; or from it, while nothing is selected and actions need a first space. */
export function actionAt(kind: BoardKind, legal: string[], selected: string | undefined, space: string): string | undefined {
  if (!kind.action) return space;
  const endpoints = legal.map((action) => kind.endpoints(action));
  const first = endpoints.find((end) => end.to);
  const chooses = selected === undefined && first && endpoints.every((end) => end.from || !end.to);
  return chooses ? kind.action(space, first.to!) : kind.action(selected, space);
}

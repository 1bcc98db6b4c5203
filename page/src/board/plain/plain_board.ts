/** The board of a game without a drawing: the position in sentences, and a button for each legal action. */
import type { BoardKind } from '../types';
import NoDrawing from './NoDrawing.svelte';
import PlainBoard from './PlainBoard.svelte';
import PlainPosition from './PlainPosition.svelte';

const kind: BoardKind = {
  viewBox: (_setup, _view, upright) => (upright ? '0 0 3 4' : '0 0 4 3'),
  spaces: () => [],
  // Each action is a space of its own.
  endpoints: (action) => ({ to: action }),
  Drawing: NoDrawing,
  inWords: { Match: PlainBoard, Position: PlainPosition },
};

export default kind;

/** Data of a replay: positions as a seat saw them, their texts, and the analysis. */
import { ownSeat } from '../story/story';
import type { Look } from '../art/teams';
import { seatName } from '../match/seat_names';
import { get, path, post, request } from './http';
import type {
  AnalysedChoice,
  AnalysisReply,
  MatchOutcome,
  PositionDescription,
  RecordReplay,
  RecordReplayRequest,
  RecordStep,
  ReplayStep,
  SavedMatch,
  Variation,
  VariationReply,
} from './schema';

/** A whole replay, of a match or of a record. */
export interface ReplayData extends Omit<RecordReplay, 'ply'> {
  /** The record; null while it would reveal a secret. */
  record: string | null;
  /** The only seat of the reader, who is "you"; null at a shared device and in matches of others. */
  reader: number | null;
  /** How it ended, by a rule or by what people did; null if it is not finished, as far as is known. */
  outcome: MatchOutcome | null;
  /** What the moles of each seat wear, if that is known. */
  faces?: (Look | null | undefined)[];
}

/** Whose view is shown: a seat's, everybody's (seat null), or all information (`open`); `reader` is the seat that is "you". */
export type Perspective = Required<Pick<RecordReplayRequest, 'seat' | 'open'>> & Pick<RecordReplayRequest, 'reader'>;

export type Mark = NonNullable<AnalysedChoice['mark']>;

/** An analysis that is done. */
export type Analysis = { [Part in keyof AnalysisReply]-?: NonNullable<AnalysisReply[Part]> };

export async function replayOfRecord(record: string, eyes: Perspective): Promise<ReplayData> {
  const story = await post('/records', { record, ...eyes });
  const steps = story.steps;
  while (steps.length <= story.ply) {
    steps.push(...(await post('/records', { record, ...eyes, first: steps.length })).steps);
  }
  return { ...story, steps, record, reader: eyes.reader ?? null, outcome: steps.at(-1)?.outcome ?? null };
}

/** A match of the reader's story. Its record does not tell how people ended it. */
export async function replayOfStory({ match, record }: SavedMatch, eyes: Perspective): Promise<ReplayData> {
  const replay = await replayOfRecord(record, { ...eyes, reader: ownSeat(match) });
  const { winner = null, draw = false, why = null } = match;
  return { ...replay, faces: match.players.map(({ face }) => face), over: true, outcome: replay.outcome ?? { winner, draw, rule: null, why } };
}

export async function replayOfMatch(id: string, eyes: Perspective): Promise<ReplayData> {
  const [setup, table, record] = await Promise.all([
    get(`/matches/${id}/setup`),
    get(`/matches/${id}/table`),
    recordOf(id),
  ]);
  const over = table.outcome !== null;
  const faces = table.seats.map(({ face }) => face);
  const reader = onlySeat(setup.seats);
  if (record !== null) {
    const story = await replayOfRecord(record, { ...eyes, reader });
    // Once nothing is hidden, a record tells pieces by their names, and so does the board.
    return { ...story, setup: { ...setup, table_settings: [] }, faces, over, outcome: table.outcome };
  }
  const seat = eyes.seat ?? undefined;
  const [seen, said] = await Promise.all([
    viewsOfMatch(id, seat),
    get(`/matches/${id}/said`, { seat }),
  ]);
  const steps = seen.map((step, ply): RecordStep => ({ ...step, seat: said[ply - 1]?.seat ?? null, said: said[ply - 1]?.said ?? [] }));
  return { setup, names: table.seats.map((_, at) => seatName(table.seats, at)), levels: table.seats.map((each) => each.level), over, steps, record, reader, outcome: table.outcome };
}

/** The only seat of the reader; null at a shared device and for those who watched. */
export const onlySeat = (seats: readonly number[]): number | null => (seats.length === 1 ? seats[0]! : null);

/** The record; null if it would reveal a secret. */
async function recordOf(id: string): Promise<string | null> {
  const answer = await request(path(`/matches/${id}/record`));
  const text = await answer.text();
  return answer.headers.get('content-type')?.startsWith('text/plain') ? text : null;
}

async function viewsOfMatch(id: string, seat: number | undefined): Promise<ReplayStep[]> {
  const found: ReplayStep[] = [];
  for (;;) {
    const more = await get(`/matches/${id}/replay`, { seat, first: found.length });
    if (!more.length) return found;
    found.push(...more);
  }
}

/** A position in words: of a record, or of a line that branches off there. */
export function describe(record: string, { ply, line }: Variation, eyes: Perspective): Promise<PositionDescription> {
  return post('/records/position', { record, ply, line, ...eyes });
}

/** A position of a match that hides something, in words. */
export function describeOfMatch(id: string, ply: number, { seat }: Perspective): Promise<PositionDescription> {
  return get(`/matches/${id}/position`, { ply, seat: seat ?? undefined });
}

/** The positions of better lines, for the board. */
export function variations(record: string, lines: Variation[], eyes: Perspective): Promise<VariationReply[]> {
  return post('/records/lines', { record, lines, ...eyes });
}

export function isDone(answer: AnalysisReply): answer is Analysis {
  return !!answer.moments;
}

/** The analysis of a match, or of a record if there is no match; or its progress. */
export function analysisOf(match: string | null, record: string): Promise<AnalysisReply> {
  return match === null ? post('/records/analysis', { record }) : get(`/matches/${match}/analysis`);
}

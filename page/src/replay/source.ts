/** Where a replay comes from: a match or a record on the server, or data in the page itself. */
import { analysisOf, describe, describeOfMatch, replayOfMatch, replayOfRecord, replayOfStory, variations, type Analysis, type Perspective, type ReplayData } from '../api/replay';
import type { AnalysisReply, PositionDescription, SavedMatch, Variation, VariationReply } from '../api/schema';

export interface ReplaySource {
  /** The id of the match; null for a record. */
  readonly match: string | null;
  /** Whether there is a server, with other screens to go to and links to share. */
  readonly online: boolean;
  /** The analysis, if it comes with the replay. */
  readonly analysed: Analysis | null;
  /** Whether an analysis has chances of winning to draw; not if a game is played for points alone. */
  readonly chart: boolean;
  replay(perspective: Perspective): Promise<ReplayData>;
  /** A position in words, after so many actions of the match and those of a line that branches off there. */
  describe(record: string | null, at: Variation, perspective: Perspective): Promise<PositionDescription>;
  /** The positions of better lines. */
  variations(record: string, lines: Variation[], perspective: Perspective): Promise<VariationReply[]>;
  /** The analysis, or its progress from 0 to 1. */
  analysis(record: string): Promise<AnalysisReply>;
}

export function matchSource(match: string): ReplaySource {
  return {
    ...ON_SERVER,
    match,
    replay: (perspective) => replayOfMatch(match, perspective),
    describe: (record, at, perspective) => (record === null ? describeOfMatch(match, at.ply, perspective) : describe(record, at, perspective)),
    analysis: (record) => analysisOf(match, record),
  };
}

export function recordSource(text: string): ReplaySource {
  return {
    ...ON_SERVER,
    match: null,
    replay: (perspective) => replayOfRecord(text, perspective),
    describe: (_record, at, perspective) => describe(text, at, perspective),
    analysis: (record) => analysisOf(null, record),
  };
}

export function storySource(told: SavedMatch): ReplaySource {
  return { ...recordSource(told.record), replay: (perspective) => replayOfStory(told, perspective) };
}

const ON_SERVER = { online: true, analysed: null, chart: true, variations };

/** A replay from the data of a report, which src/moleworks/reports/analysis_page.py writes; no server is asked. */
import type { Analysis, Perspective } from '../api/replay';
import type { ReplaySource } from '../replay/source';
import type { AnalysisReport, ReportPerspective } from './types';

export function reportSource(report: AnalysisReport): ReplaySource {
  // A report is written when its analysis is done.
  const analysed = report.analysis as Analysis;
  function seen({ seat, open }: Perspective): ReportPerspective {
    return report.replays[report.perspectives[open ? 'open' : (seat ?? 'all')]!]!;
  }
  return {
    match: null,
    online: false,
    analysed,
    chart: report.chart,
    replay: async (perspective) => {
      const { replay } = seen(perspective);
      return { ...replay, record: report.record, reader: null, outcome: replay.steps.at(-1)?.outcome ?? null };
    },
    // Positions hold only the spaces that changed, and lines that branch off have none.
    describe: async (_record, { ply }, perspective) => {
      const positions = seen(perspective).positions.slice(0, ply + 1);
      return { ...positions.at(-1)!, spaces: Object.assign({}, ...positions.map(({ spaces }) => spaces)) };
    },
    variations: async (_record, lines, perspective) => {
      const known = new Map(seen(perspective).variations.map((variation) => [variation.ply, variation]));
      return lines.map(({ ply }) => known.get(ply)!);
    },
    analysis: async () => analysed,
  };
}

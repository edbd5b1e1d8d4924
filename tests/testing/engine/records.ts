import type {
  CompetitionRow,
  CompetitionTable,
  FullRecord,
  WindowRecord,
} from '#contract/records.ts';
import { memberId, tipsterId } from './samples.ts';

/** A record within one window, by default with 50 of 84 won. */
function windowRecord(values: Partial<WindowRecord> = {}): WindowRecord {
  return {
    settled: 84,
    won: 50,
    lost: 34,
    hitRate: 0.5952,
    low: 0.488,
    high: 0.694,
    flatProfit: 9.5,
    priced: 80,
    flatYield: 0.1188,
    averageOdds: 2.31,
    legs: { settled: 160, won: 118, lost: 42 },
    streak: { result: 'won', length: 3 },
    longestWon: 6,
    longestLost: 4,
    points: [
      ['2026-09-12T15:00:00.000Z', 12],
      ['2026-10-17T15:00:00.000Z', 9.5],
    ],
    drawdown: 2.5,
    stars: 4.27,
    ...values,
  };
}

/** The window of a record without settled tips. */
const emptyWindow: WindowRecord = {
  settled: 0,
  won: 0,
  lost: 0,
  flatProfit: 0,
  priced: 0,
  legs: { settled: 0, won: 0, lost: 0 },
  streak: null,
  longestWon: 0,
  longestLost: 0,
  points: [],
  drawdown: 0,
};

export function fullRecord(values: Partial<FullRecord> = {}): FullRecord {
  return {
    tipsterId,
    withdrawn: 2,
    windows: { '30d': emptyWindow, '90d': windowRecord(), all: windowRecord() },
    byLeague: [{ sportKey: 'soccer_epl', settled: 100, won: 70, lost: 30, flatProfit: 12.4 }],
    byGroup: [{ group: 'O/U 2.5', settled: 60, won: 36, lost: 24, flatProfit: -2.25 }],
    months: [
      { month: '2026-09', settled: 40, won: 26, lost: 14, flatProfit: 12, running: 12 },
      { month: '2026-10', settled: 44, won: 24, lost: 20, flatProfit: -2.5, running: 9.5 },
    ],
    ...values,
  };
}

export function competitionRow(values: Partial<CompetitionRow> = {}): CompetitionRow {
  return {
    rank: 1,
    tipsterId,
    firstName: 'Amara',
    lastName: 'Okafor',
    picture: null,
    settled: 12,
    won: 8,
    lost: 4,
    flatProfit: 6.4,
    hitRate: 0.6667,
    ...values,
  };
}

export function competition(values: Partial<CompetitionTable> = {}): CompetitionTable {
  return {
    month: '2026-11',
    months: ['2026-11', '2026-10'],
    minimum: 5,
    rows: [competitionRow(), competitionRow({ rank: 2, tipsterId: memberId, flatProfit: 1 })],
    ...values,
  };
}

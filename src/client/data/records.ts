import type { CompetitionTable, FullRecord, LeaguePage } from '#contract/records.ts';
import {
  competitionDocument,
  leagueDocument,
  recordDocument,
  statsDocument,
} from '#sync/refresh/document-names.ts';
import { useDevice } from './device/device.tsx';
import { hasFields, useDocument, useFetched, type Fetched } from './documents.ts';
import { useCapability } from './device/sync-state.ts';

/** Whether the backend has records. */
export function useHasRecords(): boolean {
  return useCapability('records') !== false;
}

/** A tipster's record; null if it was never loaded. */
export function useRecord(tipsterId: string): Fetched<FullRecord> | null | undefined {
  return useFetched(recordDocument(tipsterId), isRecord);
}

function isRecord(value: unknown): value is FullRecord {
  return hasFields(value, 'windows', 'byLeague', 'byGroup', 'months');
}

/** The table of a month, by default the current one; null if it was never loaded. */
export function useCompetition(month?: string): Fetched<CompetitionTable> | null | undefined {
  return useFetched(competitionDocument(month), isTable);
}

function isTable(value: unknown): value is CompetitionTable {
  return hasFields(value, 'month', 'months', 'minimum', 'rows');
}

/** A league's fixtures, results and tipsters of the month; null if it was never loaded. */
export function useLeaguePage(sportKey: string): Fetched<LeaguePage> | null | undefined {
  return useFetched(leagueDocument(sportKey), isLeaguePage);
}

export function isLeaguePage(value: unknown): value is LeaguePage {
  return hasFields(value, 'month', 'minimum', 'fixtures', 'results', 'rows');
}

/** Counts of open tips. */
export type Stats = { activeTips: number; tipsByFixture: Readonly<Record<string, number>> };

/** The counts; undefined if the backend has none or they were never loaded. */
export function useStats(): Stats | undefined {
  const { publicStore } = useDevice();
  const value = useDocument(publicStore, statsDocument);
  return isStats(value) ? value : undefined;
}

function isStats(value: unknown): value is Stats {
  return hasFields(value, 'activeTips', 'tipsByFixture');
}

import type { CompetitionTable, FullRecord } from '#contract/records.ts';
import { competitionDocument, recordDocument, statsDocument } from '#sync/document-names.ts';
import { useDevice } from './device-context.tsx';
import { useDocument, useFetched, type Fetched } from './documents.ts';
import { useCapability } from './sync-state.ts';

/** Whether the backend keeps records; with one that does not, every figure would be invented. */
export function useHasRecords(): boolean {
  return useCapability('records') !== false;
}

/** Everything a tipster's settled tips say; null when it was never on this device. */
export function useRecord(tipsterId: string): Fetched<FullRecord> | null | undefined {
  return useFetched(recordDocument(tipsterId), isRecord);
}

// Checked against the contract when it was written; this tells it from a document of another build.
function isRecord(value: unknown): value is FullRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'windows' in value &&
    'byLeague' in value &&
    'byGroup' in value &&
    'months' in value
  );
}

/** The table of a month, of the running one unless asked otherwise; null when it was never here. */
export function useCompetition(month?: string): Fetched<CompetitionTable> | null | undefined {
  return useFetched(competitionDocument(month), isTable);
}

// Checked against the contract when it was written; this tells it from a document of another build.
function isTable(value: unknown): value is CompetitionTable {
  return (
    typeof value === 'object' &&
    value !== null &&
    'month' in value &&
    'months' in value &&
    'minimum' in value &&
    'rows' in value
  );
}

/** Counts of tips; absent when a backend has none or they were never fetched. */
export type Stats = { activeTips: number; tipsByFixture: Readonly<Record<string, number>> };

export function useStats(): Stats | undefined {
  const { publicStore } = useDevice();
  const value = useDocument(publicStore, statsDocument);
  return isStats(value) ? value : undefined;
}

// What stands in the table was checked against the contract when it was written; this only tells
// the compiler, and a document of an older build, from the real thing.
function isStats(value: unknown): value is Stats {
  return (
    typeof value === 'object' &&
    value !== null &&
    'activeTips' in value &&
    typeof value.activeTips === 'number' &&
    'tipsByFixture' in value &&
    typeof value.tipsByFixture === 'object' &&
    value.tipsByFixture !== null
  );
}

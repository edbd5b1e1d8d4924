import type { FullRecord } from '#contract/records.ts';
import { recordDocument } from '#sync/document-names.ts';
import { type Fetched, useFetched } from './use-document.ts';
import { useCapability } from './use-sync.ts';

/** Whether the backend keeps records; with one that does not, every figure would be invented. */
export function useHasRecords(): boolean {
  return useCapability('records') !== false;
}

/** Everything a tipster's settled tips say; null when this device was never told. */
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

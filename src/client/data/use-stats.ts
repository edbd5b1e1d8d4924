import { statsDocument } from '#sync/document-names.ts';
import { useDocument } from './use-document.ts';
import { useDevice } from './device-context.tsx';

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

import { historyDocument, proofDocument } from '#sync/refresh/document-names.ts';
import type { CheckedEvent, Rewritten } from '#sync/refresh/proof.ts';
import { useDevice } from '../device/device.tsx';
import { type Fetched, hasFields, useDocument, useFetched } from '../documents.ts';

/** The history of a tip as this device verified it; null if it never did. */
export function useHistory(
  tipId: string,
): Fetched<{ events: readonly CheckedEvent[] }> | null | undefined {
  return useFetched(historyDocument(tipId), isHistory);
}

function isHistory(value: unknown): value is { events: CheckedEvent[] } {
  if (typeof value !== 'object' || value === null || !('events' in value)) return false;
  const { events } = value;
  return Array.isArray(events) && events.every((event) => hasFields(event, 'content'));
}

/** Evidence that the server's log contradicts an earlier state seen by this device, if any. */
export function useRewritten(): Rewritten | undefined {
  const { publicStore } = useDevice();
  const value = useDocument(publicStore, proofDocument);
  return hasRewritten(value) ? value.rewritten : undefined;
}

function hasRewritten(value: unknown): value is { rewritten: Rewritten | undefined } {
  return hasFields(value, 'kept', 'rewritten');
}

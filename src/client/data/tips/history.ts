import { historyDocument, proofDocument } from '#sync/refresh/document-names.ts';
import type { CheckedEvent, Rewritten } from '#sync/refresh/proof.ts';
import { useDevice } from '../device/device.tsx';
import { type Fetched, hasFields, useDocument, useFetched } from '../documents.ts';

/** What happened to a tip, as this device checked it; null when it never was. */
export function useHistory(
  tipId: string,
): Fetched<{ events: readonly CheckedEvent[] }> | null | undefined {
  return useFetched(historyDocument(tipId), isHistory);
}

function isHistory(value: unknown): value is { events: CheckedEvent[] } {
  return hasFields(value, 'events');
}

/** How the server's past was found to be another than this device had seen, if it was. */
export function useRewritten(): Rewritten | undefined {
  const { publicStore } = useDevice();
  const value = useDocument(publicStore, proofDocument);
  return hasRewritten(value) ? value.rewritten : undefined;
}

function hasRewritten(value: unknown): value is { rewritten: Rewritten | undefined } {
  return hasFields(value, 'kept', 'rewritten');
}

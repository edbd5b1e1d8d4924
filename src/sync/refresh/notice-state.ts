import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import type { DocumentRow } from '../storage/public-store.ts';

// Free of schemas, so that a first screen with its bell loads none.

/**
 * State of the notices: the next `since`, the instant up to which they were `read`, here or
 * elsewhere, and up to which the server was `told` so, up to which new tips were `seen` in their
 * own list, and the time of the last full fetch.
 */
export type NoticesKnown = {
  since?: string | undefined;
  read?: string | undefined;
  told?: string | undefined;
  seen?: string | undefined;
  wholeAt?: number;
};

/** The state of a member's notices on this device, with its tag and age. */
export async function knownNotices({
  documents,
}: MemberStore): Promise<{ known: NoticesKnown; etag: string | undefined; fetchedAt: number }> {
  const row: DocumentRow | undefined = await documents.get(noticesDocument);
  const known = isKnown(row?.value) ? row.value : {};
  return { known, etag: row?.etag, fetchedAt: row?.fetchedAt ?? 0 };
}

function isKnown(value: unknown): value is NoticesKnown {
  return typeof value === 'object' && value !== null;
}

/** Advances the stored instants of reading, reporting and seeing; never moves them backwards. */
export async function noteMoments(
  store: MemberStore,
  { read, told: reported, seen }: Pick<NoticesKnown, 'read' | 'told' | 'seen'>,
): Promise<void> {
  await store.transaction('rw', store.documents, async () => {
    const { known, etag, fetchedAt } = await knownNotices(store);
    const value = {
      ...known,
      read: later(known.read, read),
      told: later(known.told, reported),
      seen: later(known.seen, seen),
    };
    const tag = etag !== undefined && { etag };
    await store.documents.put({ name: noticesDocument, value, fetchedAt, ...tag });
  });
}

/** The later of two instants in ISO, which sort as text. */
export function later(one: string | undefined, other: string | undefined): string | undefined {
  return (one ?? '') < (other ?? '') ? other : one;
}

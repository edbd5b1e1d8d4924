import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import type { DocumentRow } from '../storage/public-store.ts';

// Without the shapes of notices, so that a first screen with its bell loads none.

/**
 * How far the notices are known: what to ask `since` next time, the moment up to which they were `read`, here
 * or elsewhere, how much of that the server was `told`, up to when new tips were `seen` in their own list, and
 * when all of them were asked for.
 */
export type NoticesKnown = {
  since?: string | undefined;
  read?: string | undefined;
  told?: string | undefined;
  seen?: string | undefined;
  wholeAt?: number;
};

/** How far a member's notices are known on this device. */
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

/** Notes up to where notices were read, the server was told so, or tips were seen: never less than before. */
export async function noteMoments(
  store: MemberStore,
  { read, told, seen }: Pick<NoticesKnown, 'read' | 'told' | 'seen'>,
): Promise<void> {
  await store.transaction('rw', store.documents, async () => {
    const { known, etag, fetchedAt } = await knownNotices(store);
    const value = {
      ...known,
      read: later(known.read, read),
      told: later(known.told, told),
      seen: later(known.seen, seen),
    };
    const tag = etag !== undefined && { etag };
    await store.documents.put({ name: noticesDocument, value, fetchedAt, ...tag });
  });
}

/** The later of two moments. They are of one form, so that their letters are in their order. */
export function later(one: string | undefined, other: string | undefined): string | undefined {
  return (one ?? '') < (other ?? '') ? other : one;
}

import type { MemberStore } from '../storage/member-store.ts';
import { noticesDocument } from './document-names.ts';
import type { DocumentRow } from '../storage/public-store.ts';

// Contains no schemas, so that a first screen with the bell does not load zod.

/**
 * State of the notices. `since` is the next request's cursor. `read` is the instant up to which
 * notices were read on any device, `told` the instant reported to the server, `seen` the instant up
 * to which the member saw new tips in their own list. `wholeAt` is the time of the last full fetch.
 */
export type NoticeState = {
  since?: string | undefined;
  read?: string | undefined;
  told?: string | undefined;
  seen?: string | undefined;
  wholeAt?: number;
};

/** The stored state of a member's notices, with its ETag and age. */
export async function readNoticeState({
  documents,
}: MemberStore): Promise<{ known: NoticeState; etag: string | undefined; fetchedAt: number }> {
  const row: DocumentRow | undefined = await documents.get(noticesDocument);
  const known = isNoticeState(row?.value) ? row.value : {};
  return { known, etag: row?.etag, fetchedAt: row?.fetchedAt ?? 0 };
}

function isNoticeState(value: unknown): value is NoticeState {
  return typeof value === 'object' && value !== null;
}

/** Advances the stored instants `read`, `told` and `seen`; never moves them back. */
export async function advanceNoticeState(
  store: MemberStore,
  { read, told: reported, seen }: Pick<NoticeState, 'read' | 'told' | 'seen'>,
): Promise<void> {
  await store.transaction('rw', store.documents, async () => {
    const { known, etag, fetchedAt } = await readNoticeState(store);
    const value = {
      ...known,
      read: laterInstant(known.read, read),
      told: laterInstant(known.told, reported),
      seen: laterInstant(known.seen, seen),
    };
    const tag = etag !== undefined && { etag };
    await store.documents.put({ name: noticesDocument, value, fetchedAt, ...tag });
  });
}

/** The later of two ISO instants, which sort as text. */
export function laterInstant(
  one: string | undefined,
  other: string | undefined,
): string | undefined {
  return (one ?? '') < (other ?? '') ? other : one;
}

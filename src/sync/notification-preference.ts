import type { DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { isInTimeOut } from '#domain/time-out.ts';
import { preferenceDocument } from './document-names.ts';
import { timeOutEndIn } from './stored-time-out.ts';
import { MemberStore } from './member-store.ts';
import type { OperationRow } from './operation-row.ts';

/**
 * That a member wants to be told, and the sentences in the language they last read here: a worker
 * has no catalogue. They name no game and no stake, for anybody may look at a locked screen.
 */
export const NotificationPreference = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  sent: z.string(),
  needsYou: z.string(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

/** Reads the wish; undefined when there is none, or one of another build. */
export function readPreference(value: unknown): NotificationPreference | undefined {
  return NotificationPreference.safeParse(value).data;
}

/** The wish of a member of this phone, unless they are on a time-out, which is to be left in peace. */
export async function preferenceOf(
  memberId: string,
  databases: DexieOptions | undefined,
  now: Date,
): Promise<{ preference: NotificationPreference | undefined } | undefined> {
  const store = new MemberStore(memberId, databases);
  try {
    const wish = await store.documents.get(preferenceDocument);
    if (wish === undefined || isInTimeOut(await timeOutEndIn(store), now)) return undefined;
    return { preference: readPreference(wish.value) };
  } finally {
    store.close();
  }
}

/** What became of operations since a moment: whether one was taken, and whether one was refused. */
export function newsSince(operations: readonly OperationRow[], since: number) {
  const isNew = ({ log }: OperationRow) => Date.parse(log.at(-1)?.at ?? '') >= since;
  const fresh = operations.filter(isNew);
  return {
    sent: fresh.some(({ state }) => state === 'acked'),
    needsYou: fresh.some(({ state }) => state === 'rejected' || state === 'conflict'),
  };
}

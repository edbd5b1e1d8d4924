import type { Dexie, DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { pushedNoticeKinds } from '#domain/notice.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { notificationPreferenceDocument, pushWordsDocument } from './refresh/document-names.ts';
import { readTimeOutEnd } from './stored-time-out.ts';
import { LoginStore, readIndexedDbLogin } from './storage/login-store.ts';
import { MemberStore } from './storage/member-store.ts';
import type { OperationRow } from './outbox/operation-row.ts';

/**
 * A member's notification setting with its texts in the member's language, because a worker has no
 * message catalogue. The texts name no game and no stake, because a lock screen is public.
 */
export const NotificationPreference = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  sent: z.string(),
  needsYou: z.string(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

/** The texts of pushed notices by kind, stored by the member's page. */
export const NoticeTexts = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  news: z.partialRecord(z.enum(pushedNoticeKinds), z.string()),
});
export type NoticeTexts = z.infer<typeof NoticeTexts>;

/** Parses the setting; undefined if absent or in the format of another build. */
export function parsePreference(value: unknown): NotificationPreference | undefined {
  return NotificationPreference.safeParse(value).data;
}

/**
 * Reads the member's notification setting on this device; undefined if none is stored or during a
 * time-out.
 */
export async function readStoredPreference(
  memberId: string,
  databases: DexieOptions | undefined,
  now: Date,
): Promise<{ preference: NotificationPreference | undefined } | undefined> {
  return withStore(new MemberStore(memberId, databases), async (store) => {
    const document = await store.documents.get(notificationPreferenceDocument);
    if (document === undefined || isInTimeOut(await readTimeOutEnd(store), now)) return undefined;
    return { preference: parsePreference(document.value) };
  });
}

/** The texts of pushed notices for the member who is logged in on this device. */
export async function readNoticeTexts(databases?: DexieOptions): Promise<NoticeTexts | undefined> {
  const login = await withStore(new LoginStore(databases), readIndexedDbLogin);
  if (login === undefined) return undefined;
  return withStore(new MemberStore(login.memberId, databases), async ({ documents }) => {
    const words = (await documents.get(pushWordsDocument))?.value;
    return NoticeTexts.safeParse(words).data;
  });
}

async function withStore<Store extends Dexie, Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** Reports if operations were acknowledged (`sent`) or refused (`needsYou`) since an instant. */
export function summarizeOutcomes(operations: readonly OperationRow[], since: number) {
  const isNew = ({ log }: OperationRow) => Date.parse(log.at(-1)?.at ?? '') >= since;
  const fresh = operations.filter(isNew);
  return {
    sent: fresh.some(({ state }) => state === 'acked'),
    needsYou: fresh.some(({ state }) => state === 'rejected' || state === 'conflict'),
  };
}

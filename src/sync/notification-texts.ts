import type { Dexie, DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { pushedNoticeKinds } from '#domain/notice.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { notificationTextsDocument } from './refresh/document-names.ts';
import { readTimeOutEnd } from './stored-time-out.ts';
import { LoginStore, readMirroredLogin } from './storage/login-store.ts';
import { MemberStore } from './storage/member-store.ts';
import type { OperationRow } from './outbox/operation-row.ts';

/**
 * The sentences of notifications in the member's language, since a worker has no catalogue; stored
 * while notifications are on. They name no game and no stake: a locked screen is public.
 */
const NotificationTexts = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  sent: z.string(),
  needsYou: z.string(),
  /** Pushed notices by kind; an earlier build stored none. */
  news: z._default(z.partialRecord(z.enum(pushedNoticeKinds), z.string()), {}),
});
export type NotificationTexts = z.infer<typeof NotificationTexts>;

/**
 * Reads what the worker needs to notify a member on this phone. Notifications are silent while they
 * are off, and during the member's time-out. Texts of another build are undefined.
 */
export async function readNotificationTexts(
  memberId: string,
  databases: DexieOptions | undefined,
  now: Date,
): Promise<{ isSilent: boolean; texts: NotificationTexts | undefined }> {
  return withStore(new MemberStore(memberId, databases), async (store) => {
    const document = await store.documents.get(notificationTextsDocument);
    return {
      isSilent: document === undefined || isInTimeOut(await readTimeOutEnd(store), now),
      texts: NotificationTexts.safeParse(document?.value).data,
    };
  });
}

/** The texts of the member who is logged in here. */
export async function readLoginTexts(
  databases?: DexieOptions,
): Promise<NotificationTexts | undefined> {
  const login = await withStore(new LoginStore(databases), readMirroredLogin);
  if (login === undefined) return undefined;
  return (await readNotificationTexts(login.memberId, databases, new Date())).texts;
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

/** True if an operation was acknowledged or refused since an instant. */
export function hasNewOutcome(operations: readonly OperationRow[], since: number): boolean {
  return operations.some(
    ({ state, log }) =>
      (state === 'acked' || state === 'rejected' || state === 'conflict') &&
      Date.parse(log.at(-1)?.at ?? '') >= since,
  );
}

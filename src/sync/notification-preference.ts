import type { DexieOptions } from 'dexie';
import * as z from 'zod/mini';
import { pushedNoticeKinds } from '#domain/notice.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { preferenceDocument, pushWordsDocument } from './refresh/document-names.ts';
import { timeOutEndIn } from './stored-time-out.ts';
import { LoginStore, mirroredLogin } from './storage/login-store.ts';
import { MemberStore } from './storage/member-store.ts';
import type { OperationRow } from './outbox/operation-row.ts';

/**
 * A member's wish for notifications, with the sentences in their language, since a worker has no
 * catalogue. They name no game and no stake: anybody may see a locked screen.
 */
export const NotificationPreference = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  sent: z.string(),
  needsYou: z.string(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

/** The sentences for what is pushed to a member, by kind, as their page left them here. */
export const NoticeWords = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  news: z.partialRecord(z.enum(pushedNoticeKinds), z.string()),
});
export type NoticeWords = z.infer<typeof NoticeWords>;

/** Reads the preference; undefined when there is none, or one of another build. */
export function readPreference(value: unknown): NotificationPreference | undefined {
  return NotificationPreference.safeParse(value).data;
}

/** The preference of a member of this phone, unless they are on a time-out. */
export async function preferenceOf(
  memberId: string,
  databases: DexieOptions | undefined,
  now: Date,
): Promise<{ preference: NotificationPreference | undefined } | undefined> {
  const store = new MemberStore(memberId, databases);
  try {
    const document = await store.documents.get(preferenceDocument);
    if (document === undefined || isInTimeOut(await timeOutEndIn(store), now)) return undefined;
    return { preference: readPreference(document.value) };
  } finally {
    store.close();
  }
}

/** The words for what is pushed to the member who is logged in here. */
export async function noticeWords(databases?: DexieOptions): Promise<NoticeWords | undefined> {
  const logins = new LoginStore(databases);
  try {
    const login = await mirroredLogin(logins);
    return login && (await wordsOf(new MemberStore(login.memberId, databases)));
  } finally {
    logins.close();
  }
}

async function wordsOf(store: MemberStore): Promise<NoticeWords | undefined> {
  try {
    const document = await store.documents.get(pushWordsDocument);
    return NoticeWords.safeParse(document?.value).data;
  } finally {
    store.close();
  }
}

/** Whether an operation was taken, and whether one was refused, since a moment. */
export function outcomesSince(operations: readonly OperationRow[], since: number) {
  const isNew = ({ log }: OperationRow) => Date.parse(log.at(-1)?.at ?? '') >= since;
  const fresh = operations.filter(isNew);
  return {
    sent: fresh.some(({ state }) => state === 'acked'),
    needsYou: fresh.some(({ state }) => state === 'rejected' || state === 'conflict'),
  };
}

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { notificationTextsDocument } from '#sync/refresh/document-names.ts';
import { beginTimeOut } from '#sync/stored-time-out.ts';
import { hasNewOutcome, readNotificationTexts } from '#sync/notification-texts.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { memberId, row } from '../../testing/engine/samples.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const texts = {
  lang: 'sw',
  dir: 'ltr',
  sent: 'Imetumwa.',
  needsYou: 'Inakuhitaji.',
  news: {},
} as const;

async function aPhone(wish?: unknown) {
  const indexedDB = new IDBFactory();
  const { store } = databases(memberId, indexedDB);
  if (wish !== undefined) {
    await store.documents.put({ name: notificationTextsDocument, value: wish, fetchedAt: 0 });
  }
  return { store, databaseOptions: { indexedDB, IDBKeyRange } };
}

describe('the texts of notifications', () => {
  test('are silent until notifications are on', async () => {
    const { databaseOptions } = await aPhone();

    expect(await readNotificationTexts(memberId, databaseOptions, now)).toEqual({
      isSilent: true,
      texts: undefined,
    });
  });

  test('are read from a document of an earlier build, which had none of pushed notices', async () => {
    const { news: _news, ...earlier } = texts;
    const { databaseOptions } = await aPhone(earlier);

    expect(await readNotificationTexts(memberId, databaseOptions, now)).toEqual({
      isSilent: false,
      texts,
    });
  });

  test('are undefined, and not silent, in a document that cannot be parsed', async () => {
    const { databaseOptions } = await aPhone({ words: 7 });

    expect(await readNotificationTexts(memberId, databaseOptions, now)).toEqual({
      isSilent: false,
      texts: undefined,
    });
  });

  test('are silent during a time-out', async () => {
    const { databaseOptions, store } = await aPhone(texts);
    const taken = { length: '24h', since: now.toISOString() } as const;
    await beginTimeOut({ id: memberId, store }, taken, { backend: touchlineBackend });

    const during = await readNotificationTexts(memberId, databaseOptions, now);
    expect(during.isSilent).toBe(true);
    const later = new Date(now.getTime() + 25 * 60 * 60_000);
    const afterwards = await readNotificationTexts(memberId, databaseOptions, later);
    expect(afterwards.isSilent).toBe(false);
  });
});

describe('a new outcome', () => {
  const since = now.getTime();
  const [before, afterwards] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:01.000Z'];

  test.each([
    { state: 'acked', at: afterwards, isNew: true },
    { state: 'rejected', at: afterwards, isNew: true },
    { state: 'conflict', at: afterwards, isNew: true },
    { state: 'unknown', at: afterwards, isNew: false },
    { state: 'acked', at: before, isNew: false },
    { state: 'acked', at: undefined, isNew: false },
  ] as const)('with $state at $at is $isNew', ({ state, at, isNew }) => {
    const log = at === undefined ? [] : [{ at, what: 'x' }];
    expect(hasNewOutcome([row({ state, log })], since)).toBe(isNew);
  });

  test('is none of an empty outbox', () => {
    expect(hasNewOutcome([], since)).toBe(false);
  });
});

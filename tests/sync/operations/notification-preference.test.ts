import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { notificationPreferenceDocument } from '#sync/refresh/document-names.ts';
import { beginTimeOut } from '#sync/stored-time-out.ts';
import {
  summarizeOutcomes,
  parsePreference,
  readStoredPreference,
} from '#sync/notification-preference.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { memberId, row } from '../../testing/engine/samples.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const preference = { lang: 'sw', dir: 'ltr', sent: 'Imetumwa.', needsYou: 'Inakuhitaji.' } as const;

async function aPhone(wish?: unknown) {
  const indexedDB = new IDBFactory();
  const { store } = databases(memberId, indexedDB);
  if (wish !== undefined) {
    await store.documents.put({ name: notificationPreferenceDocument, value: wish, fetchedAt: 0 });
  }
  return { store, databaseOptions: { indexedDB, IDBKeyRange } };
}

describe('the notification preference', () => {
  test('is missing until it is stored', async () => {
    const { databaseOptions } = await aPhone();

    expect(await readStoredPreference(memberId, databaseOptions, now)).toBeUndefined();
  });

  test('uses the language that the member read last', async () => {
    const { databaseOptions } = await aPhone(preference);

    expect(await readStoredPreference(memberId, databaseOptions, now)).toEqual({ preference });
  });

  test('is undefined if its texts cannot be read', async () => {
    const { databaseOptions } = await aPhone({ words: 7 });

    expect(await readStoredPreference(memberId, databaseOptions, now)).toEqual({
      preference: undefined,
    });
    expect(parsePreference({ words: 7 })).toBeUndefined();
  });

  test('is not returned during a break', async () => {
    const { databaseOptions, store } = await aPhone(preference);
    const taken = { length: '24h', since: now.toISOString() } as const;
    await beginTimeOut({ id: memberId, store }, taken, { backend: touchlineBackend });

    expect(await readStoredPreference(memberId, databaseOptions, now)).toBeUndefined();
    const later = new Date(now.getTime() + 25 * 60 * 60_000);
    expect(await readStoredPreference(memberId, databaseOptions, later)).toEqual({ preference });
  });
});

describe('the outcomes since a moment', () => {
  const loggedAt = (state: Parameters<typeof row>[0] & {}, at: string) =>
    row({ ...state, log: [{ at, what: 'x' }] });
  const since = now.getTime();
  const [before, afterwards] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:01.000Z'];

  test.each([
    { why: 'nothing is queued', rows: [], outcomes: [] },
    { why: 'the time of sending is unknown', rows: [row({ state: 'acked' })], outcomes: [] },
    { why: 'it was sent before', rows: [loggedAt({ state: 'acked' }, before)], outcomes: [] },
    {
      why: 'it has been sent',
      rows: [loggedAt({ state: 'acked' }, afterwards)],
      outcomes: ['sent'],
    },
    {
      why: 'it is refused',
      rows: [loggedAt({ state: 'rejected' }, afterwards)],
      outcomes: ['needsYou'],
    },
    {
      why: 'it conflicts',
      rows: [loggedAt({ state: 'conflict' }, afterwards)],
      outcomes: ['needsYou'],
    },
    { why: 'no response came', rows: [loggedAt({ state: 'unknown' }, afterwards)], outcomes: [] },
  ])('are $outcomes if $why', ({ rows, outcomes }) => {
    const [sent, needsYou] = [outcomes.includes('sent'), outcomes.includes('needsYou')];
    expect(summarizeOutcomes(rows, since)).toEqual({ sent, needsYou });
  });
});

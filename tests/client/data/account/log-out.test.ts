import { describe, expect, onTestFinished, test } from 'vitest';
import { logOut } from '#client/data/account/log-out.ts';
import { storeMessage } from '#client/data/inbox.ts';
import { changeSlip, emptySlip, parseSlip } from '#client/data/tips/slip.ts';
import { clearSession, storeSession, session } from '#client/session/session.ts';
import { createEngine } from '#sync/engine.ts';
import { databaseIdDocument } from '#sync/storage/member-store.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, slipSelection, tipsterId, tokenOf } from '../../../testing/engine/samples.ts';
import { virtualClock } from '../../../testing/clock/virtual-clock.ts';

function aPong(address: string): Response {
  const response = Response.json({
    name: 'touchline',
    serverTime: '2026-03-01T10:00:00.000Z',
  });
  return Object.defineProperty(response, 'url', { value: address });
}

/** A member's phone with a request in flight that never gets a response. */
async function aPhoneThatIsSending() {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  onTestFinished(clearSession);
  const { publicStore, store, indexedDB } = databases();
  await changeSlip(store, () => ({ ...emptySlip, analysis: 'mine' }));
  const payload = { tipsterId, following: true };
  await queueOperation(store, { memberId, kind: 'follow.set', payload });
  await publicStore.documents.put({ name: 'backend', value: 'http://api.test', fetchedAt: 0 });

  const sending = Promise.withResolvers<void>();
  const engine = createEngine({
    configuration: { apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds', oddsApiKey: '' },
    origin: 'http://api.test',
    publicStore,
    memberId,
    memberStore: store,
    token: () => session.get()?.token,
    clock: virtualClock(),
    fetch: async (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      if (address.endsWith('/api/ping')) return aPong(address);
      if (init?.method === 'PUT') sending.resolve();
      return new Promise<Response>(() => {});
    },
  });
  engine.start();
  await sending.promise;
  const member = { id: memberId, store };
  return { parts: { member, engine, configuration: undefined }, indexedDB };
}

describe('a logout while a slip is being built', () => {
  test.each([
    { unsent: 'keep', games: 1, edits: 1 },
    { unsent: 'delete', games: 0, edits: 0 },
  ] as const)('with "$unsent" keeps $games of its games', async ({ unsent, games, edits }) => {
    const { parts, indexedDB } = await aPhoneThatIsSending();
    const { store } = parts.member;
    await changeSlip(store, () => ({ ...emptySlip, slip: [slipSelection()] }));
    const entered = { name: 'edit-1', value: { 'fixture-1': { odd: 2 } }, fetchedAt: 0 };
    await store.documents.bulkPut([entered, { ...entered, name: 'edit-2', value: {} }]);
    await store.documents.put({ name: 'profile', value: {}, fetchedAt: 0 });
    await store.contacts.put({ tipsterId, phoneNumber: '1' });
    await storeMessage({ id: memberId, store }, { tone: 'won', title: 'Posted' });

    await logOut({ ...parts, unsent });

    const remaining = databases(memberId, indexedDB).store;
    expect(parseSlip((await remaining.documents.get('slip'))?.value).slip).toHaveLength(games);
    const stored = remaining.documents.where('name').notEqual(databaseIdDocument);
    expect(await stored.count()).toBe(games + edits);
    expect(await remaining.contacts.count()).toBe(0);
    expect(await remaining.messages.count()).toBe(0);
  });
});

describe('a logout while a request is in flight', () => {
  test('is complete at once, and the unanswered operation stays stored for its member', async () => {
    const phone = await aPhoneThatIsSending();

    await logOut({ ...phone.parts, unsent: 'keep' });

    expect(session.get()).toBeUndefined();
    const { store } = databases(memberId, phone.indexedDB);
    const names = await store.documents.toCollection().primaryKeys();
    expect(names).toEqual([databaseIdDocument]);
    expect(await readOutbox(store)).toMatchObject([{ state: 'sending', sentEver: true }]);
  });

  test('removes the notifications of its member', async () => {
    const phone = await aPhoneThatIsSending();
    const shown = ['Something you saved waits for your decision.'];
    const getNotifications = async () => shown.map(() => ({ close: () => shown.pop() }));
    const value = { getRegistration: async () => ({ getNotifications }) };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

    await logOut({ ...phone.parts, unsent: 'keep' });

    await expect.poll(() => shown, { timeout: 20_000 }).toEqual([]);
  });

  test('deletes everything if its member wants that, and reports no loss at the next login', async () => {
    const phone = await aPhoneThatIsSending();
    localStorage.setItem(`touchline-pending:${memberId}`, '{}');

    await logOut({ ...phone.parts, unsent: 'delete' });

    const { store } = databases(memberId, phone.indexedDB);
    expect(await readOutbox(store)).toEqual([]);
    expect(localStorage.getItem(`touchline-pending:${memberId}`)).toBeNull();
  });
});

// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { logOut } from '#client/data/log-out.ts';
import { changeSlip, emptySlip } from '#client/data/use-slip.ts';
import { dropSession, keepSession, session } from '#client/session/session.ts';
import { createEngine } from '#sync/engine.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { enqueue, readOutbox } from '#sync/outbox.ts';
import { databases } from '../../sync/support/a-device.ts';
import { memberId, tipsterId, tokenOf } from '../../sync/support/samples.ts';
import { virtualClock } from '../../sync/support/virtual-clock.ts';

/** A member's phone that is sending something over a line on which no answer ever comes. */
async function aPhoneThatIsSending() {
  keepSession({ access_token: tokenOf(memberId), userId: memberId });
  onTestFinished(dropSession);
  const { publicStore, store, outbox, indexedDB } = databases();
  await changeSlip(store, () => ({ ...emptySlip, analysis: 'mine' }));
  const payload = { tipsterId, following: true };
  await enqueue(outbox, { memberId, operation: followSet, payload });
  await publicStore.documents.put({ name: 'backend', value: 'http://api.test', fetchedAt: 0 });

  const sending = Promise.withResolvers<void>();
  const engine = createEngine({
    configuration: { apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds', oddsApiKey: '' },
    origin: 'http://api.test',
    publicStore,
    memberId,
    memberStore: store,
    outboxStore: outbox,
    token: () => session.get()?.token,
    clock: virtualClock(),
    fetch: async (_, init) => {
      if (init?.method === 'PUT') sending.resolve();
      return new Promise<Response>(() => {});
    },
  });
  engine.start();
  await sending.promise;
  const member = { id: memberId, store, outbox };
  return { parts: { member, engine, configuration: undefined }, indexedDB };
}

describe('a logout while something is under way on a line that hangs', () => {
  test('is done at once, and what was not answered stays sealed for its member', async () => {
    const phone = await aPhoneThatIsSending();

    await logOut({ ...phone.parts, unsent: 'keep' });

    expect(session.get()).toBeUndefined();
    const { store, outbox } = databases(memberId, phone.indexedDB);
    expect(await store.documents.count()).toBe(0);
    expect(await readOutbox(outbox)).toMatchObject([{ state: 'sending', sentEver: true }]);
  });

  test('leaves nothing when its member says so', async () => {
    const phone = await aPhoneThatIsSending();

    await logOut({ ...phone.parts, unsent: 'delete' });

    const { outbox } = databases(memberId, phone.indexedDB);
    expect(await readOutbox(outbox)).toEqual([]);
  });
});

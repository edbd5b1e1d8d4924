import { describe, expect, test } from 'vitest';
import { readOutboxForDrain, readOutbox, retryOperation } from '#sync/outbox/outbox.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { problem, row, serverTip, tipId, tipPayload } from '../../testing/engine/samples.ts';

describe('a retry by the person', () => {
  test('keeps the key and the bytes of an operation with an unknown outcome', async () => {
    const { store } = databases();
    const sent = { method: 'PUT', path: '/x', body: '{}' };
    const waiting = row({ state: 'unknown', sentEver: true, sent, nextAt: 9e15, attempts: 5 });
    await store.operations.add(waiting);

    await retryOperation(store, waiting.id);

    expect(await readOutbox(store)).toMatchObject([
      { id: waiting.id, sent, state: 'unknown', nextAt: 0 },
    ]);
  });

  test('keeps the wait that the server requested', async () => {
    const { store } = databases();
    await store.operations.add(row({ state: 'unknown', sentEver: true, notBefore: 9e15 }));

    await retryOperation(store, row().id);

    expect(await readOutbox(store)).toMatchObject([{ notBefore: 9e15 }]);
  });

  test('sends a refused operation with a new key, and with the version that the server returned', async () => {
    const { store } = databases();
    const refused = row({
      state: 'conflict',
      sentEver: true,
      sent: { method: 'PUT', path: '/x', body: '{}' },
      baseVersion: 1,
      problem: problem('stale-version', { tip: serverTip({ version: 4 }) }),
    });
    await store.operations.add(refused);

    await retryOperation(store, refused.id);

    const [again] = await readOutbox(store);
    expect(again).toMatchObject({ state: 'pending', sentEver: false, baseVersion: 4 });
    expect(again?.id).not.toBe(refused.id);
    expect(again).not.toHaveProperty('sent');
  });

  test('uses the version that the server returned, even if this device had a higher one', async () => {
    const { store } = databases();
    const refused = row({
      state: 'conflict',
      baseVersion: 9,
      problem: problem('stale-version', { tip: serverTip({ version: 4 }) }),
    });
    await store.operations.add(refused);
    await store.versions.put({ subject: `tip:${tipId}`, version: 9 });

    await retryOperation(store, refused.id);

    const [again] = await readOutboxForDrain(store);
    expect(again).toMatchObject({ baseVersion: 4 });
    expect(again).not.toHaveProperty('ownVersion');
  });

  test('replaces a refused tip by a new one, together with the operations that follow it', async () => {
    const { store } = databases();
    const payload = tipPayload();
    const problemSeen = problem('fixture-started');
    const post = { kind: 'tip.post', payload, state: 'rejected' as const };
    await store.operations.bulkAdd([
      row({ ...post, id: payload.id, sentEver: true, problem: problemSeen }),
      row({ seq: 2, payload: { tipId: payload.id } }),
      row({ seq: 3, kind: 'text.erase', payload: { tipId: payload.id } }),
    ]);

    await retryOperation(store, payload.id);

    const [posting, ...followers] = await readOutbox(store);
    // The old tip id stays a subject: posts that wait for the withdrawal of that tip refer to it.
    const subjects = [`tip:${posting?.id}`, `tip:${payload.id}`];
    expect(posting?.id).not.toBe(payload.id);
    expect(posting).toMatchObject({ payload: { id: posting?.id }, subjects });
    const follower = { payload: { tipId: posting?.id }, subjects, state: 'pending' };
    // A drain may have read the old rows and must not write them back, so the ids are new.
    expect(followers).toMatchObject([
      { ...follower, formerly: [row({ seq: 2 }).id] },
      { ...follower, formerly: [row({ seq: 3 }).id] },
    ]);
  });

  test('replaces the id of the refused tip in subjects and payloads, but not in texts', async () => {
    const { store } = databases();
    const { id } = tipPayload();
    const payload = { ...tipPayload(), id, analysis: id };
    await store.operations.bulkAdd([
      row({ kind: 'tip.post', id, payload, state: 'rejected', sentEver: true }),
      row({ seq: 2, kind: 'tips.confirm', payload: { ids: [id, tipId] } }),
    ]);

    await retryOperation(store, id);

    const [posting, confirmation] = await readOutbox(store);
    expect(posting).toMatchObject({ payload: { id: posting?.id, analysis: id } });
    expect(confirmation).toMatchObject({ payload: { ids: [posting?.id, tipId] } });
  });

  test('replaces operations that were sent in one request with a refused tip, but not attempted', async () => {
    const { store } = databases();
    const payload = tipPayload();
    const sent = { method: 'PUT', path: `/api/tips/bookTicket/${payload.id}`, body: '{}' };
    await store.operations.bulkAdd([
      row({ kind: 'tip.post', id: payload.id, payload, state: 'rejected', sentEver: true }),
      row({ seq: 2, payload: { tipId: payload.id }, sentEver: true, sent }),
    ]);

    await retryOperation(store, payload.id);

    const [posting, following] = await readOutbox(store);
    expect(following).toMatchObject({
      payload: { tipId: posting?.id },
      subjects: posting?.subjects,
      state: 'pending',
      sentEver: false,
    });
    expect(following).not.toHaveProperty('sent');
    expect(following?.id).not.toBe(row({ seq: 2 }).id);
  });

  test.each(['sending', 'acked'] as const)('does not change one that is %s', async (state) => {
    const { store } = databases();
    await store.operations.add(row({ state, attempts: 3 }));

    await retryOperation(store, row().id);

    expect(await readOutbox(store)).toMatchObject([{ state, attempts: 3 }]);
  });
});

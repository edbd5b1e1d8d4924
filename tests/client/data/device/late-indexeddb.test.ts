import { expect, test } from 'vitest';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { LoginStore } from '#sync/storage/login-store.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { aSlowStart } from '../../../testing/components/late-storage.ts';
import { memberId, row, tipsterId } from '../../../testing/engine/samples.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

const selection = (fixtureId: string) => ({
  fixtureId,
  game: 'Arsenal Vs Chelsea',
  oddsId: 1,
  kickOff: new Date('2030-01-01T15:00:00Z'),
  sportKey: 'soccer_epl',
});

const longBreak = { length: '30d', since: '2030-01-01T00:00:00.000Z' };

const slipOf = async ({ documents }: MemberStore) => {
  const { parseSlip } = await import('#client/data/tips/slip.ts');
  return parseSlip((await documents.get('slip'))?.value);
};

const follow = (following: boolean) => ({
  memberId,
  kind: 'follow.set' as const,
  payload: { tipsterId, following },
});

test('without a connection the screens wait for a slow disk, and show its rows once it responds', async () => {
  const { disk, location, trouble, ownStore } = await aSlowStart({
    online: false,
    stored: async ({ operations }) => operations.add(row({ seq: 1, id: 'on-disk' })),
  });
  expect(trouble.get()).toBe('slow');
  const pending = readOutbox(ownStore());

  disk.answer();

  expect(await pending).toMatchObject([{ id: 'on-disk' }]);
  await eventually(() => expect(trouble.get()).toBeUndefined());
  expect(location.get()).toBe('device');
});

test('a disk that responds late gets the changes from memory after its own rows', async () => {
  const { disk, location, trouble, ownStore } = await aSlowStart({
    online: true,
    stored: async ({ operations, documents }) => {
      await operations.add(row({ seq: 8, id: 'on-disk' }));
      const slip = { slip: [selection('on-disk'), selection('in-both')] };
      await documents.put({ name: 'slip', value: slip, fetchedAt: 1 });
      await documents.put({ name: 'time-out', value: longBreak, fetchedAt: 1 });
    },
  });
  await eventually(() => expect(location.get()).toBe('memory'));
  expect(trouble.get()).toBe('silent');
  const inMemory = ownStore();
  const queued = await queueOperation(inMemory, follow(true));
  const sending = row({
    seq: 9,
    id: 'sending',
    subjects: ['tip:other'],
    state: 'sending',
    sentEver: true,
  });
  await inMemory.operations.add(sending);
  await inMemory.versions.put({ subject: 'tip:other', version: 3 });
  const slip = { slip: [selection('in-both'), selection('in-memory')], stake: 4 };
  await inMemory.documents.put({ name: 'slip', value: slip, fetchedAt: 2 });
  await inMemory.documents.put({ name: 'cursor', value: 7, fetchedAt: 2 });
  const shortBreak = { ...longBreak, length: '24h' };
  await inMemory.documents.put({ name: 'time-out', value: shortBreak, fetchedAt: 2 });
  const revocation = { session: 'session', token: 'token' };
  const logins = new LoginStore();
  await logins.table('revocations').put(revocation);
  logins.close();

  disk.answer();
  await eventually(() => expect(location.get()).toBe('device'));

  expect(trouble.get()).toBeUndefined();
  const store = ownStore();
  const outbox = await readOutbox(store);
  expect(outbox.map(({ id, state }) => [id, state])).toEqual([
    ['on-disk', 'pending'],
    [queued?.id, 'pending'],
    ['sending', 'sending'],
  ]);
  expect(outbox[2]).toEqual({ ...sending, seq: outbox[2]?.seq });
  expect(await store.versions.get('tip:other')).toMatchObject({ version: 3 });
  const { slip: games, stake } = await slipOf(store);
  expect(games.map(({ fixtureId }) => fixtureId)).toEqual(['on-disk', 'in-both', 'in-memory']);
  expect(stake).toBe(4);
  expect(await store.documents.get('time-out')).toMatchObject({ value: longBreak });
  // A pull cursor from memory does not describe the rows on the disk.
  expect(await store.documents.get('cursor')).toBeUndefined();
  const onDisk = new LoginStore();
  expect(await onDisk.table('revocations').toArray()).toEqual([revocation]);
  onDisk.close();
  await expect(queueOperation(inMemory, follow(false))).rejects.toMatchObject({ name: 'NotSaved' });
});

test('a failed return to the disk leaves the page in memory, and is tried again', async () => {
  const { disk, location, trouble, currentDatabases, ownStore } = await aSlowStart({
    online: true,
    stored: async () => {
      const logins = new LoginStore();
      await logins.open();
      logins.close();
    },
  });
  await eventually(() => expect(location.get()).toBe('memory'));
  const queued = await queueOperation(ownStore(), follow(true));
  const before = currentDatabases.get();
  disk.refuse('touchline-login');

  disk.answer();

  await eventually(() => expect(currentDatabases.get()).not.toBe(before));
  expect(location.get()).toBe('memory');
  expect((await readOutbox(ownStore())).map(({ id }) => id)).toEqual([queued?.id]);
  const later = await queueOperation(ownStore(), follow(false));

  disk.refuse();
  await eventually(() => {
    globalThis.dispatchEvent(new Event('online'));
    expect(location.get()).toBe('device');
  });

  expect(trouble.get()).toBeUndefined();
  const ids = (await readOutbox(ownStore())).map(({ id }) => id);
  expect(ids).toEqual([queued?.id, later?.id]);
});

test('a disk whose late response is an error is opened again until it works', async () => {
  const { disk, location, ownStore } = await aSlowStart({ online: true });
  await eventually(() => expect(location.get()).toBe('memory'));
  const queued = await queueOperation(ownStore(), follow(true));
  disk.break();
  disk.answer();
  await eventually(() => expect(disk.failures).toBeGreaterThan(2));
  expect(location.get()).toBe('memory');

  disk.repair();
  await eventually(() => {
    globalThis.dispatchEvent(new Event('online'));
    expect(location.get()).toBe('device');
  });

  expect((await readOutbox(ownStore())).map(({ id }) => id)).toEqual([queued?.id]);
});

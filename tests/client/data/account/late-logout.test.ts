import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { LoginStore, mirrorLogin, readIndexedDbLogin } from '#sync/storage/login-store.ts';
import { databaseIdDocument, MemberStore } from '#sync/storage/member-store.ts';
import { aSlowStart, type LateFactory } from '../../../testing/components/late-storage.ts';
import {
  loginAnswer,
  memberId,
  otherMemberId,
  row,
  serverTip,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

/** The response to a login. A renewal keeps the session id of the token that it renews. */
function aLogin(member: string, issuedAt: number, session: string = crypto.randomUUID()) {
  return loginAnswer(member, { jti: session, end: 'its end', iat: issuedAt });
}

const sessionId = 'the session';
const login = aLogin(memberId, 1000, sessionId);
const runningTimeOut = { length: '30d', since: new Date().toISOString() };

const follow = { memberId, kind: 'follow.set' as const, payload: { tipsterId, following: true } };

/**
 * A page that works in memory; the slow disk has rows of its member, an operation and a time-out.
 */
async function aPageInMemory() {
  onTestFinished(() => localStorage.clear());
  const page = await aSlowStart({
    online: true,
    stored: async (store) => {
      await store.tips.put({ ...serverTip(), booked: 0 });
      await store.operations.add(row({ seq: 1, id: 'on-disk' }));
      const value = runningTimeOut;
      await store.documents.put({ name: 'time-out', value, fetchedAt: 1 });
      await store.documents.put({ name: 'profile', value: {}, fetchedAt: 1 });
      const other = new MemberStore(otherMemberId);
      await other.tips.put({ ...serverTip(), booked: 0 });
      other.close();
      const logins = new LoginStore();
      await mirrorLogin(logins, { memberId, token: login.access_token, userId: memberId });
      logins.close();
    },
  });
  const { session } = await import('#client/session/session.ts');
  const { storeLogin } = await import('#client/session/login-mirror.ts');
  await eventually(() => expect(page.location.get()).toBe('memory'));
  await storeLogin(login);
  const parts = { engine: undefined, configuration: undefined };
  return {
    ...page,
    session,
    storeLogin,
    logsOut: async (unsent: 'keep' | 'delete' | 'everything', id = memberId) => {
      const { logOut } = await import('#client/data/account/log-out.ts');
      const { getDevice } = await import('#client/data/device/device.tsx');
      const { member } = getDevice(id);
      if (!member) throw new Error('Nobody is logged in.');
      await logOut({ ...parts, member, unsent });
    },
    returns: async () => {
      page.disk.answer();
      await eventually(() => expect(page.location.get()).toBe('device'));
    },
  };
}

/** Closes the page, and starts a new page on the same disk, which now responds. */
async function startsAgain(disk: LateFactory) {
  vi.resetModules();
  disk.closePage();
  Object.assign(Dexie.dependencies, { indexedDB: disk, IDBKeyRange });
  const { session } = await import('#client/session/session.ts');
  const { reconcileLogin } = await import('#client/session/login-mirror.ts');
  const { openDatabases } = await import('#client/data/device/device.tsx');
  await Promise.all([openDatabases(session.get()?.memberId), reconcileLogin()]);
  return session;
}

/** Reads all data of a member that the disk still has. */
async function remaining(id = memberId) {
  const store = new MemberStore(id);
  const documents = await store.documents.where('name').notEqual(databaseIdDocument).primaryKeys();
  const operations = (await readOutbox(store)).map(({ id }) => id);
  const tips = await store.tips.count();
  store.close();
  const logins = new LoginStore();
  const mirrored = (await readIndexedDbLogin(logins))?.token;
  const revoked = (await logins.revocations.toArray()).map((one) => one.session);
  logins.close();
  return { documents, operations, tips, mirrored, revoked };
}

const sealed = { documents: ['time-out'], operations: ['on-disk'], tips: 0 };

test('a logout while the disk does not respond removes its rows later, and keeps unsent operations', async () => {
  const { session, ownStore, logsOut, returns } = await aPageInMemory();
  const queued = await queueOperation(ownStore(), follow);

  await logsOut('keep');
  await returns();

  const operations = ['on-disk', queued?.id];
  const ended = { mirrored: undefined, revoked: [sessionId] };
  await eventually(async () =>
    expect(await remaining()).toEqual({ ...sealed, operations, ...ended }),
  );
  expect(session.get()).toBeUndefined();
});

test('the next start removes the rows, and does not restore the login', async () => {
  const { disk, logsOut } = await aPageInMemory();
  await logsOut('keep');

  const after = await startsAgain(disk);

  expect(after.get()).toBeUndefined();
  const ended = { mirrored: undefined, revoked: [sessionId] };
  expect(await remaining()).toEqual({ ...sealed, ...ended });
});

test('a logout ends a renewed login, and does not restore its older token', async () => {
  const { disk, storeLogin, logsOut } = await aPageInMemory();
  await storeLogin(aLogin(memberId, 2000, sessionId));
  await logsOut('keep');

  const after = await startsAgain(disk);

  expect(after.get()).toBeUndefined();
  expect(await remaining()).toMatchObject({ mirrored: undefined, revoked: [sessionId] });
});

test('a login that was renewed in memory is mirrored once the disk responds', async () => {
  const { session: current, storeLogin, returns } = await aPageInMemory();
  const renewed = aLogin(memberId, 2000, sessionId);
  await storeLogin(renewed);

  await returns();

  expect(current.get()?.token).toBe(renewed.access_token);
  expect(await remaining()).toMatchObject({ mirrored: renewed.access_token, tips: 1 });
});

test('a logout that deletes unsent operations deletes them on the disk later, and reports no loss', async () => {
  const { disk, logsOut } = await aPageInMemory();
  localStorage.setItem(`touchline-pending:${memberId}`, '{}');
  await logsOut('delete');

  await startsAgain(disk);

  expect(await remaining()).toMatchObject({ documents: ['time-out'], operations: [], tips: 0 });
  expect(localStorage.getItem(`touchline-pending:${memberId}`)).toBeNull();
});

test('a deleted account leaves nothing on the disk', async () => {
  const { disk, logsOut } = await aPageInMemory();
  await logsOut('everything');

  await startsAgain(disk);

  expect(await remaining()).toMatchObject({ documents: [], operations: [], tips: 0 });
});

test('another member who logs in before the disk responds finds no rows of the first', async () => {
  const { session: current, returns } = await aPageInMemory();
  const { switchLogin } = await import('#client/data/account/login.ts');
  const other = aLogin(otherMemberId, 2000);

  await switchLogin(other);
  await returns();

  expect(current.get()?.memberId).toBe(otherMemberId);
  expect(await remaining()).toMatchObject({ ...sealed, mirrored: other.access_token });
});

test('the logout of a second member before the disk responds also removes that member’s rows', async () => {
  const { storeLogin, logsOut, returns } = await aPageInMemory();
  await logsOut('keep');
  await storeLogin(aLogin(otherMemberId, 2000));
  await logsOut('delete', otherMemberId);

  await returns();

  await eventually(async () => expect(await remaining(otherMemberId)).toMatchObject({ tips: 0 }));
});

test('a member who logs in again finds the former rows removed, and later changes stored', async () => {
  const { disk, ownStore, storeLogin, logsOut, returns } = await aPageInMemory();
  await logsOut('delete');
  await storeLogin(aLogin(memberId, 2000));
  const queued = await queueOperation(ownStore(), follow);

  await returns();

  expect(await remaining()).toMatchObject({ operations: [queued?.id], tips: 0 });
  await startsAgain(disk);
  expect(await remaining()).toMatchObject({ operations: [queued?.id] });
});

test('a slow start shows a member no rows from before their logout', async () => {
  const { disk, storeLogin, logsOut } = await aPageInMemory();
  await logsOut('keep');
  await storeLogin(aLogin(memberId, 2000));
  disk.closePage();
  const { ownStore } = await aSlowStart({ online: false, disk });
  const tips = ownStore().tips.count();

  disk.answer();

  expect(await tips).toBe(0);
});

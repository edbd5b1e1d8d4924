import { describe, expect, onTestFinished, test } from 'vitest';
import { closeMemberDatabase, getDevice } from '#client/data/device/device.tsx';
import { switchLogin } from '#client/data/account/login.ts';
import { changeSlip, emptySlip } from '#client/data/tips/slip.ts';
import { clearSession, session } from '#client/session/session.ts';
import { databaseIdDocument, MemberStore } from '#sync/storage/member-store.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import {
  memberId,
  otherMemberId,
  profile,
  slipSelection,
  serverTip,
  tipsterId,
  tokenOf,
} from '../../../testing/engine/samples.ts';

const logsIn = (userId: string) => switchLogin({ access_token: tokenOf(userId), userId });

/** A device with a logged-in member, private rows, a slip and an unsent operation. */
async function aDeviceInUse() {
  await logsIn(memberId);
  const { member } = getDevice(memberId);
  if (member === undefined) throw new Error('Nobody is logged in.');
  onTestFinished(async () => {
    clearSession();
    closeMemberDatabase(memberId);
    await new MemberStore(memberId).delete();
  });
  await member.store.tips.put({ ...serverTip(), booked: 0 });
  await member.store.documents.put({ name: 'profile', value: profile(), fetchedAt: 0 });
  await changeSlip(member.store, () => ({ ...emptySlip, slip: [slipSelection()] }));
  const payload = { tipsterId, following: true };
  await queueOperation(member.store, { memberId, kind: 'follow.set', payload });
  return member;
}

/** Reads the remaining rows of the first member on the device, as a new page does. */
async function remainingRows() {
  const store = new MemberStore(memberId);
  const rows = { tips: await store.tips.count(), pending: (await readOutbox(store)).length };
  const documents = await store.documents.where('name').notEqual(databaseIdDocument).primaryKeys();
  store.close();
  return { ...rows, documents };
}

describe('another member who logs in without a logout of the first', () => {
  test('finds no private rows of the first, whose unsent operations stay stored', async () => {
    await aDeviceInUse();

    await logsIn(otherMemberId);

    expect(session.get()?.memberId).toBe(otherMemberId);
    expect(await remainingRows()).toEqual({ tips: 0, documents: ['slip'], pending: 1 });
  });
});

test('a member who logs in again keeps their rows', async () => {
  await aDeviceInUse();

  await logsIn(memberId);

  expect(await remainingRows()).toEqual({ tips: 1, documents: ['profile', 'slip'], pending: 1 });
});

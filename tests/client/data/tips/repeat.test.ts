import { describe, expect, test } from 'vitest';
import { postGame, postSlip } from '#client/data/outbox/queue.ts';
import { changeSlip, emptySlip, parseSlip } from '#client/data/tips/slip.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import {
  leg,
  memberId,
  problem,
  row,
  slipSelection,
  serverTip,
  tipId,
  tipPayload,
} from '../../../testing/engine/samples.ts';

const now = new Date('2026-03-01T12:00:00Z');
const pick = slipSelection();
const started = { ...pick, fixtureId: 'fixture-0', kickOff: new Date('2026-03-01T11:00:00Z') };

/** A member's phone with these tips, and a slip with a pick that a tip may have already. */
async function aPhone(...tips: Tip[]) {
  const { publicStore, store } = databases();
  await store.tips.bulkPut(tips.map(toTipRow));
  await changeSlip(store, () => ({ ...emptySlip, slip: [pick] }));
  const device = { publicStore, member: { id: memberId, store } };
  return {
    store,
    device,
    posts: async () => postSlip(device, now),
    queues: async (values: Partial<OperationRow>) => {
      const { seq: _, ...queued } = row(values);
      await store.operations.add({ ...queued, id: values.id ?? createId() });
    },
    slip: async () => parseSlip((await store.documents.get('slip'))?.value).slip,
  };
}

const sameTip = { problem: { code: 'already-tipped', tipId } };

describe('a slip with the selections of an own tip', () => {
  test('is not posted, and the slip stays unchanged', async () => {
    const phone = await aPhone(serverTip());

    expect(await phone.posts()).toEqual(sameTip);
    expect(await readOutbox(phone.store)).toEqual([]);
    expect(await phone.slip()).toHaveLength(1);
  });

  test('is not posted if it differs only in started games', async () => {
    const phone = await aPhone(serverTip());
    await changeSlip(phone.store, (slip) => ({ ...slip, slip: [started, pick] }));

    expect(await phone.posts()).toEqual(sameTip);
  });

  test('is not posted while that tip waits to be sent', async () => {
    const phone = await aPhone();
    const payload = tipPayload();
    await queueOperation(phone.store, { memberId, kind: 'tip.post', payload });

    expect(await phone.posts()).toEqual({ problem: { code: 'already-tipped', tipId: payload.id } });
  });

  test('is posted if the other tip is a copy, is decided, or was refused', async () => {
    const decided = { id: createId(), outcome: 'void' as const };
    const phone = await aPhone(serverTip({ copiedFrom: createId() }), serverTip(decided));
    const payload = tipPayload();
    await phone.queues({
      kind: 'tip.post',
      payload,
      state: 'rejected',
      sentEver: true,
      problem: problem('fixture-started'),
    });

    expect(await phone.posts()).toHaveProperty('postedId');
  });

  test('waits for the withdrawal of that tip, and is not posted if that was refused', async () => {
    const phone = await aPhone(serverTip());
    const withdrawal = { id: createId(), kind: 'tip.withdraw', payload: { tipId } };
    await phone.queues(withdrawal);

    expect(await phone.posts()).toHaveProperty('postedId');
    const post = (await readOutbox(phone.store)).find(({ kind }) => kind === 'tip.post');
    expect(post?.subjects).toContain(`tip:${tipId}`);

    const other = await aPhone(serverTip());
    await other.queues({
      ...withdrawal,
      state: 'conflict',
      sentEver: true,
      problem: problem('too-late-to-withdraw'),
    });
    expect(await other.posts()).toEqual(sameTip);
  });
});

test('one option cannot be in a sixth tip, neither from the slip nor from the page of its game', async () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    serverTip({ id: createId(), options: [leg(), leg({ fixtureId: name })] }),
  );
  const phone = await aPhone(...others);
  const single = { id: createId(), selection: pick, stake: 0, analysis: '' };

  expect(await phone.posts()).toMatchObject({ problem: { code: 'selection-limit' } });
  expect(await postGame(phone.device, single, now)).toMatchObject({
    problem: { code: 'selection-limit', selections: [{ fixtureId: pick.fixtureId }] },
  });
  expect(await readOutbox(phone.store)).toEqual([]);
});

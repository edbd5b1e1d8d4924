import { expect, test } from 'vitest';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { leg, profile, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';

/** A server that answers pulls with these pages in order. */
function aServerOf(...pages: Record<string, unknown>[]) {
  const serverTime = '2026-03-01T12:00:00.000Z';
  const empty = { serverTime, more: false, tips: [], removed: [], follows: [], operations: [] };
  return anHttpServer(() => ({ status: 200, body: { ...empty, ...pages.shift() } }));
}

test('stores every field of a decided leg', async () => {
  const decided = leg({
    status: true,
    result: 'won',
    confirmedAt: '2026-03-02T17:00:00.000Z',
    reason: 'The goal was given afterwards.',
    fact: { code: 'ended', fullTime: { home: 2, away: 1 } },
  });
  await using server = await aServerOf({
    cursor: 5,
    tips: [serverTip({ options: [decided] })],
  });
  const device = aDevice(server);

  await device.pulls();

  expect((await device.store.tips.get(tipId))?.options).toEqual([decided]);
});

test('removes tickets of other members once the role is lost', async () => {
  await using server = await aServerOf(
    { cursor: 5, profile: profile({ role: 'administrator' }) },
    { cursor: 6, profile: profile({ role: 'member' }) },
  );
  const device = aDevice(server);
  await device.store.adminTips.put(serverTip({ tipsterId }));
  await device.store.documents.bulkPut(
    ['desk', 'admin-tips'].map((name) => ({ name, value: null, fetchedAt: 1 })),
  );
  await device.pulls();
  expect(await device.store.adminTips.count()).toBe(1);

  await device.pulls();

  expect(await device.store.adminTips.count()).toBe(0);
  expect(await device.store.documents.bulkGet(['desk', 'admin-tips'])).toEqual([
    undefined,
    undefined,
  ]);
});

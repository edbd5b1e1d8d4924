import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { aDemoTipster, type Person } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { serveLaterBuild, theWorkerOf } from '../../testing/phone/service-worker.ts';

test.use({ phones: 'wake their worker' });

/** Posts a tip while the page has no connection; the worker still has one. */
async function aTipOnThisPhone(phone: Phone, member: Person): Promise<string> {
  await member.startsAt('/tips/create');
  await phone.isReadyForOffline();
  await member.receivesOwnTips();
  await phone.page().route('**/api/**', async (route) => route.abort());
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  return game;
}

async function isOneMore(backend: Backend, member: Person, before: readonly unknown[]) {
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length + 1);
}

type Worker = Awaited<ReturnType<typeof theWorkerOf>>;

/** Wakes the worker repeatedly until a check passes, as a browser does while operations remain. */
async function isWokenUntil(worker: Worker, isDone: () => Promise<void>, lastChance = false) {
  await expect(async () => {
    await worker.isWokenToSend({ lastChance });
    await isDone();
  }).toPass();
}

test('changes made offline are sent once while no page is open, and a page shows them as sent', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoTipster(phone, 2);
  const before = await tipsOf(sharedServer, member.email);
  const game = await aTipOnThisPhone(phone, member);
  const worker = await theWorkerOf(phone);
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(before.length);

  await phone.page().goto('about:blank');
  await isWokenUntil(worker, async () => isOneMore(sharedServer, member, before));

  await worker.isWokenToSend();
  await phone.page().unroute('**/api/**');
  await phone.opens('/tips/my-tips');
  await member.seesTip(game, 'Posted');
  const sent = await tipsOf(sharedServer, member.email);
  expect(sent).toHaveLength(before.length + 1);

  // On the last sync attempt the worker sends although a page is visible.
  const next = await aTipOnThisPhone(phone, member);
  await isWokenUntil(worker, async () => isOneMore(sharedServer, member, sent), true);
  await member.seesTip(next, 'Posted');
});

test('a worker that is stopped while it sends a tip later sends the same tip, not another', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = aDemoTipster(phone, 4);
  const before = await tipsOf(sharedServer, member.email);
  const game = await aTipOnThisPhone(phone, member);
  const worker = await theWorkerOf(phone);
  await phone.page().goto('about:blank');

  const stopped = connection.onceItReached('POST /api/tips', worker.isStopped);
  await isWokenUntil(worker, async () => {
    expect(connection.carried('POST /api/tips')).not.toHaveLength(0);
  });
  await stopped;

  await isWokenUntil(worker, async () => isOneMore(sharedServer, member, before));
  await phone.page().unroute('**/api/**');
  await phone.opens('/tips/my-tips');
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(before.length + 1);
});

test('a worker that is woken to refresh stores the new rows for a start without a connection', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = aDemoTipster(phone, 6);
  await member.logsIn();
  await member.opensSaved();
  await phone.isReadyForOffline();
  const worker = await theWorkerOf(phone);
  await phone.page().goto('about:blank');
  const other = aDemoTipster(await given.aPhone(sharedServer.origin), 6);
  await other.logsIn();
  await other.receivesOwnTips();
  await other.opensCreate();
  const game = await other.postsATip();
  await other.seesTip(game, 'Posted');

  // The worker fetches the games last, so then its refresh is complete.
  const asked = connection.onceItReached('GET /api/fixtures', async () => undefined);
  await worker.isWokenToRefresh();
  await asked;
  await connection.close();

  await phone.opens('/tips/my-tips');
  await member.seesTip(game);
});

test('a login survives an empty battery right afterwards', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoTipster(phone, 7);
  await member.logsIn();
  await phone.isReadyForOffline();

  await phone.dies();
  await phone.reopens('/tips/my-tips');

  await expect(member.heading('My Saved Tips')).toBeVisible();
});

test('accepting a new version while the worker sends loses no change', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = aDemoTipster(phone, 9);
  const before = await tipsOf(sharedServer, member.email);
  const game = await aTipOnThisPhone(phone, member);
  const worker = await theWorkerOf(phone);
  await serveLaterBuild(connection);
  await phone.reloads();

  // The new worker waits for the old one, so the response must not wait for the new worker.
  let accepted: Promise<void> | undefined;
  const reached = connection.onceItReached('POST /api/tips', async () => {
    accepted = member.acceptsTheNewVersion();
  });
  await isWokenUntil(worker, async () => expect(accepted).toBeDefined(), true);
  await reached;
  await accepted;

  await isWokenUntil(worker, async () => isOneMore(sharedServer, member, before), true);
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(before.length + 1);
});

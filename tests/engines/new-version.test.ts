import { expect } from '@playwright/test';

import { tipsOf } from '../testing/database/backend-rows.ts';
import { serveLaterBuild } from '../testing/phone/service-worker.ts';
import type { EnginePhone } from './engine-phone.ts';
import { test } from './journey.ts';
import { logInForOffline } from './unsent-tip.ts';

/** Waits until the registration has one active worker, and none that is installing or waiting. */
async function waitForOneWorker(phone: EnginePhone): Promise<void> {
  await phone.eventually(async () => {
    const workers = await phone.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const { active, installing, waiting } = registration ?? {};
      return [active, installing, waiting].map(Boolean);
    });
    expect(workers, 'active, installing, waiting').toEqual([true, false, false]);
  });
}

test('offers a new version on an open page, and keeps the slip when it reloads', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const member = await logInForOffline(phone, { server });
  const games = await member.pickLastGames(2);

  await serveLaterBuild(connection);
  await member.seesNewVersion();
  await member.acceptNewVersion();

  await member.seesPicks(games);
  await waitForOneWorker(phone);
  await member.post();
  await member.seesTip(games[0] ?? '', 'Posted', '2 games');
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});

test('reloads into a new version offline, and sends an unsent tip once', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const member = await logInForOffline(phone, { server });
  await serveLaterBuild(connection);
  await member.seesNewVersion();

  await connection.breaks();
  const [game = ''] = await member.pickLastGames(1);
  await member.post();
  await member.seesTip(game, 'Saved on this phone');
  await member.acceptNewVersion();
  await member.seesTip(game, 'Saved on this phone');
  await phone.chip('Offline · 1 saved');
  await waitForOneWorker(phone);

  await connection.mends();
  await phone.reportOnline();
  await member.seesTip(game, 'Posted');
  const keys = connection.carried('POST /api/tips').map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});

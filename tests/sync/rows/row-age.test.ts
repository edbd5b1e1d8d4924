import { expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aClosedApp } from '../../testing/engine/a-closed-app.ts';
import { aPage } from '../../testing/engine/a-page.ts';
import { profile } from '../../testing/engine/samples.ts';

const fiveYears = 5 * 365 * 24 * 3_600_000;

test('rows have the age by the server’s time, with any clock of the device', async () => {
  await using backend = await aBackend();
  await using device = aPage(backend);
  backend.servesProfile(profile());
  device.clock.passes(fiveYears);
  device.engine.start();

  await device.engine.refresh('own');

  const stored = await device.store.documents.get('cursor');
  expect(Math.abs((stored?.fetchedAt ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('rows that a worker fetches also have the age by the server’s time', async () => {
  await using backend = await aBackend();
  const phone = await aClosedApp(backend);
  backend.servesProfile(profile());
  phone.clock.passes(fiveYears);

  await phone.refreshes();

  const stored = await phone.store.documents.get('profile');
  expect(Math.abs((stored?.fetchedAt ?? 0) - Date.now())).toBeLessThan(60_000);
});

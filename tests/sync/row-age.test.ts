import { expect, test } from 'vitest';
import { aBackend } from './support/a-backend.ts';
import { aPage } from './support/a-page.ts';
import { profile } from './support/samples.ts';

test('rows are as old as the server says, whatever clock this device has', async () => {
  await using backend = await aBackend();
  await using device = aPage(backend);
  backend.servesProfile(profile());
  device.clock.passes(5 * 365 * 24 * 3_600_000);
  device.engine.start();

  await device.engine.refresh('own');

  const stored = await device.store.documents.get('cursor');
  expect(Math.abs((stored?.fetchedAt ?? 0) - Date.now())).toBeLessThan(60_000);
});

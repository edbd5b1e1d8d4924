import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

test('a first start without a configuration shows the reason, Retry continues, and later starts need none', async ({
  given,
  sharedServer,
}) => {
  // Only a server that serves the app itself sends the configuration with the page.
  const host = await given.aStaticHost();
  const connection = await given.aConnection(sharedServer.origin, host.origin);
  const phone = await given.aPhone(host.origin);
  const visitor = aVisitor(phone);
  const start = phone.page().getByRole('main').getByRole('alert');
  const words = 'We are moving house until noon.';
  const refusesConfiguration = () =>
    host.answers('/config.production.json', {
      status: 503,
      type: 'application/json',
      text: JSON.stringify({ error: { message: words } }),
    });
  refusesConfiguration();

  await phone.opens('/');
  await expect(start).toContainText(words);

  const { origin } = connection;
  await host.namesBackend({ apiBaseUrl: origin, oddsBaseUrl: `${origin}/odds` });
  await start.getByRole('button', { name: 'Retry', exact: true }).click();
  await visitor.seesUpcomingEvents();

  refusesConfiguration();
  await phone.reloads();
  await phone.settles();

  await visitor.seesUpcomingEvents();
  await expect(phone.page().getByText(words)).toBeHidden();
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

const shipped = join(import.meta.dirname, '..', '..', '..', 'public', 'config.production.json');
const config = '/config.production.json';
const portal = '<!doctype html><title>Welcome</title>Buy an hour of network';

const answers = [
  ['is missing', { status: 404, type: 'text/html', text: portal }, 'Server error'],
  [
    'is refused with a reason',
    {
      status: 503,
      type: 'application/json',
      text: JSON.stringify({ error: { message: 'We are moving house until noon.' } }),
    },
    'We are moving house until noon.',
  ],
] as const;

for (const [situation, answer, words] of answers) {
  test(`a first start whose configuration ${situation} says so, Retry goes on, and later ones do without it`, async ({
    given,
    sharedServer,
  }) => {
    // A server that serves its own site sends the configuration with the page; any other host does not.
    const host = await given.aStaticHost();
    const connection = await given.aConnection(sharedServer.origin, host.origin);
    const phone = await given.aPhone(host.origin);
    const visitor = aVisitor(phone);
    host.answers(config, answer);

    await phone.opens('/');
    await visitor.seesThatItCannotStart(words);

    const api = { apiBaseUrl: connection.origin, oddsBaseUrl: `${connection.origin}/odds` };
    const valid: unknown = JSON.parse(await readFile(shipped, 'utf8'));
    host.answers(config, {
      type: 'application/json',
      text: JSON.stringify({ ...Object(valid), ...api }),
    });
    await visitor.retries();
    await visitor.seesUpcomingEvents();

    host.answers(config, answer);
    await phone.reloads();
    await phone.settles();

    await visitor.seesUpcomingEvents();
    await expect(phone.page().getByText(words)).toBeHidden();
  });
}

import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aVisitor } from '../support/person.ts';

test.use({ phones: 'stay online' });

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
    const connection = await given.aConnection(sharedServer.origin);
    const phone = await given.aPhone(connection.origin);
    const visitor = aVisitor(phone);
    connection.answers(config, answer);

    await phone.opens('/');
    await visitor.seesThatItCannotStart(words);

    connection.answers(config, undefined);
    await visitor.retries();
    await visitor.seesUpcomingEvents();

    connection.answers(config, answer);
    await phone.reloads();
    await phone.settles();

    await visitor.seesUpcomingEvents();
    await expect(phone.page().getByText(words)).toBeHidden();
  });
}

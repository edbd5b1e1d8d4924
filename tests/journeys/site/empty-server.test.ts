import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { asOf } from '../../testing/known-season/journey.ts';
import { aPerson } from '../../testing/phone/person.ts';
import { readsFigures } from '../../testing/screen/screen-text.ts';
import { clockSetting, offsetClock, offsetTo } from '../../testing/clock/offset-clock.ts';

test.use({ phones: 'stay online' });

const noGames = 'No games to come right now.';

/** The texts and figures of each page for the first member of a server. */
const pages = [
  { path: '/', says: [noGames, 'No recent Tips'], figures: ['new, 0 of 10'] },
  {
    path: '/tips',
    says: ['Nobody has posted a tip yet.'],
    figures: ['Nobody has a rank in November 2026 yet: it takes 5 settled tickets.', asOf],
  },
  {
    path: '/tipster',
    says: ['Ada Obi'],
    figures: [
      'Min odds Filter by Odds 1 2 3 4 5 6 7 8 9 10',
      asOf,
      'new, 0 of 10',
      '+44 7700 900461',
    ],
  },
  { path: '/competitions', says: [noGames], figures: [] },
  { path: '/competitions?view=results', says: [noGames], figures: [] },
  { path: '/tips/create', says: [noGames], figures: [] },
  { path: '/tips/my-tips', says: ['No saved tips yet.'], figures: [] },
  { path: '/tips/booked-ticket', says: ['No booked tickets yet.'], figures: [] },
  { path: '/admin', says: ['No ticket waits for odds'], figures: [`No ticket is open. ${asOf}`] },
  { path: '/admin/tickets', says: ['No ticket available'], figures: [asOf] },
  { path: '/admin/prices', says: ['Nothing waits for odds.'], figures: [asOf] },
  { path: '/admin/history', says: ['Nothing was done yet.'], figures: [] },
];

test('every page reports that there are no games or tips yet, and shows no invented figure', async ({
  given,
}) => {
  const ahead = offsetTo('2026-11-17T12:05:00Z');
  const server = await given.aServer(clockSetting(ahead));
  const phone = await given.aPhone(server.origin);
  await phone.context().addInitScript(offsetClock, ahead);
  const member = aPerson(phone, {
    email: 'ada@example.org',
    password: 'a song from the terrace',
    firstName: 'Ada',
    lastName: 'Obi',
  });
  await member.registers();
  await member.followsTheMailedLink(server);
  await member.logsIn();
  await member.completesTheProfile();
  await member.readsMessage('Profile Updated');
  await server.command('admin', 'grant', member.email);
  await member.startsAt('/terms');

  for (const { path, says, figures } of pages) {
    await phone.page().setViewportSize({ width: 390, height: 844 });
    await phone.opens(path);
    for (const words of says) {
      await expect(phone.page().getByRole('main').getByText(words).first()).toBeVisible();
    }
    await readsFigures(phone, figures);
  }
});

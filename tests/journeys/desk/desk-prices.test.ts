import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { asShown } from '../../testing/phone/person.ts';

test('a game is priced from the keys of a phone, without a connection, in every ticket at once', async ({
  given,
  sharedServer,
}) => {
  const member = await aNewcomer(await given.aPhone(sharedServer.origin), sharedServer);
  await member.startsAt('/tips/create');
  const game = await member.anEvenGame();
  const other = await aNewcomer(await given.aPhone(sharedServer.origin), sharedServer);
  await other.startsAt('/tips/create');
  // Options that nobody else tips here.
  const posts = [
    [member, 'HF/FT - 2/1'],
    [member, 'HF/FT - 1/2'],
    [other, 'HF/FT - 2/1'],
  ] as const;
  for (const [poster, option] of posts) {
    await poster.opensCreate();
    await poster.picks(game, option);
    await poster.postsFromReview();
  }
  const emails = [member.email, other.email];
  await expect
    .poll(async () =>
      sharedServer.query(
        'select count(*)::int from tips join members on members.id = owner_id where email = any($1)',
        [emails],
      ),
    )
    .toEqual([{ count: 3 }]);

  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const administrator = await aNewcomer(phone, sharedServer);
  await sharedServer.query("update members set role = 'administrator' where email = $1", [
    administrator.email,
  ]);
  await administrator.startsAt('/admin/prices');
  await phone.isReadyForOffline();
  const page = phone.page();
  const form = page.getByRole('form', { name: asShown(game) });
  const closed = page.getByRole('button', { name: asShown(game) });
  await expect(form.or(closed).first()).toBeVisible();
  if (await closed.isVisible()) await closed.click();
  const [first, second] = [
    form.getByLabel(/Half-time: .*, full time: .*/).first(),
    form.getByLabel(/Half-time: .*, full time: .*/).nth(1),
  ];
  await expect(first).toBeVisible();
  await connection.breaks();

  await first.fill('29');
  await first.press('Enter');
  await expect(second).toBeFocused();
  await second.fill('31,50');
  await second.press('Control+Enter');

  const state = page.getByRole('status').filter({ hasText: asShown(game) });
  await expect(state).toContainText('Saved on this phone');
  await connection.mends();
  await phone.findsANetwork();
  await expect(state).toContainText('Odds saved:');
  await expect
    .poll(async () =>
      sharedServer.query(
        `select odds_id as "oddsId", odd::float8 as odd from legs
         join tips on tips.id = tip_id join members on members.id = owner_id
         where email = any($1) order by odds_id, tips.id`,
        [emails],
      ),
    )
    .toEqual([
      { oddsId: 26, odd: 29 },
      { oddsId: 30, odd: 31.5 },
      { oddsId: 30, odd: 31.5 },
    ]);
});

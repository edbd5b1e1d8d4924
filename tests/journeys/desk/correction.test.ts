import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMatchDay } from '../../testing/people/match-day.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { aDemoAdministrator, asShown } from '../../testing/phone/person.ts';
import { onTheDesk } from '../../testing/phone/phone.ts';

const reason = 'The second goal was never scored.';

test('a wrong result and its confirmed ticket are corrected, and its owner reads what it was, what it is and why', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const owner = await aNewcomer(phone, sharedServer);
  const day = aMatchDay(sharedServer);
  const tip = await day.posts(owner);
  await day.isPriced(tip);
  await day.isWon(tip);
  await sharedServer.query(
    `update fixtures set status = 'played', full_time_home = 1, full_time_away = 1,
       updated_at = now() where id = $1`,
    [tip.fixtureId],
  );
  await owner.startsAt('/inbox');
  await expect(phone.page().getByText('Your tip has won')).toBeVisible();

  const desk = await given.aPhone(sharedServer.origin, onTheDesk);
  const administrator = aDemoAdministrator(desk);
  await administrator.startsAt('/admin/results');
  const page = desk.page();
  await page.getByRole('searchbox').fill(tip.game.replace(' – ', ' '));
  await page.getByRole('link', { name: asShown(tip.game.replace(' – ', ' Vs ')) }).click();
  await expect(page.getByText('Nothing is to be corrected.')).toBeVisible();
  await page
    .getByLabel(/^Full time: /)
    .last()
    .fill('0');
  await administrator.button(/^Save /).click();
  await expect(page.getByText(owner.name)).toBeVisible();
  await administrator.field('Reason').fill(reason);
  await administrator.button('Correct 1 ticket').click();
  await desk.chip('Up to date');
  const legs = async () =>
    sharedServer.query('select result from legs where tip_id = $1', [tip.id]);
  await expect.poll(legs).toEqual([{ result: 'lost' }]);

  await phone.opens('/inbox');
  const notice = phone.page().getByRole('link', { name: /A decision on your tip was corrected/ });
  await notice.click();
  await expect(phone.page()).toHaveURL(new RegExp(`/${tip.id}$`));
  const leg = phone.page().getByRole('main').getByRole('listitem').filter({ hasText: reason });
  await expect(leg.locator('s')).toHaveText('Won');
  await expect(leg).toContainText('Corrected by an administrator');
  await expect(leg).toContainText('Lost');
});

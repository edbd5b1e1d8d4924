import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aDemoAdministrator } from '../../testing/phone/person.ts';
import { onTheDesk } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

test('a ticket that is not among the newest opens by its address, and a missing one says so', async ({
  given,
  sharedServer,
}) => {
  const [oldest] = await sharedServer.query<{ id: string; tipster: string }>(
    `select tips.id, last_name as tipster from tips join members on members.id = owner_id
     where withdrawn_at is null order by tips.created_at limit 1`,
  );
  const desk = await given.aPhone(sharedServer.origin, onTheDesk);
  const administrator = aDemoAdministrator(desk);
  await administrator.startsAt(`/admin/tickets?tip=${oldest?.id}`);
  const details = desk.page().getByRole('region', { name: 'Ticket Details' });

  await expect(details).toContainText(oldest?.tipster ?? 'nobody');

  await desk.opens(`/admin/tickets?tip=${randomUUID()}`);
  await expect(details).toContainText('There is no such ticket.');
});

test('who asks for more tickets by key goes on from there', async ({ given, sharedServer }) => {
  const desk = await given.aPhone(sharedServer.origin, onTheDesk);
  const administrator = aDemoAdministrator(desk);
  await administrator.startsAt('/admin/tickets');
  const page = desk.page();
  const more = administrator.button('Load more tips');
  await expect(page.getByText('Showing recent 100 tickets')).toBeVisible();

  await more.press('Enter');

  await expect(page.getByText('Showing recent 200 tickets')).toBeVisible();
  await expect(more).toBeFocused();
});

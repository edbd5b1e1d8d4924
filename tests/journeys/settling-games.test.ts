import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aDemoAdministrator } from '../support/person.ts';
import type { Backend } from '../support/backend.ts';
import { onTheDesk } from '../support/phone.ts';

test.use({ phones: 'stay online' });

type Played = { id: string; home: string; away: string };

/** Three games with open tickets that were over an hour ago, and that nobody has said a result of. */
async function threeGamesAreOver(backend: Backend): Promise<Played[]> {
  const games = await backend.query<Played>(
    `select fixtures.id, home, away from fixtures
     join legs on fixture_id = fixtures.id join tips on tips.id = tip_id
     where confirmed_at is null and withdrawn_at is null and status = 'scheduled'
       and kick_off > now()
     group by fixtures.id having count(*) > 1
     order by count(*) desc, fixtures.id limit 3`,
  );
  await backend.query(
    `update fixtures set kick_off = now() - interval '3 hours', updated_at = now()
     where id = any($1)`,
    [games.map(({ id }) => id)],
  );
  return games;
}

test('three games are typed, accepted, and their tickets confirmed, each as the rules say', async ({
  given,
}) => {
  const server = await given.aServer({ DEMO: '1' });
  const games = await threeGamesAreOver(server);
  const desk = await given.aPhone(server.origin, onTheDesk);
  const administrator = aDemoAdministrator(desk);
  const page = desk.page();

  await administrator.startsAt('/admin/results');
  for (const { home, away } of games) {
    const row = page.getByRole('form', { name: `Result: ${home} – ${away}` });
    await row.getByRole('textbox', { name: `Half-time: ${home}` }).focus();
    // Each digit leads to the next box.
    await page.keyboard.type('1021');
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: /^Save/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }
  const results = () =>
    server.query(
      `select status, half_home, half_away, full_home, full_away from fixtures
       where id = any($1)`,
      [games.map(({ id }) => id)],
    );
  const entered = { status: 'played', half_home: 1, half_away: 0, full_home: 2, full_away: 1 };
  await expect.poll(results).toEqual(games.map(() => entered));

  await desk.opens('/admin/confirm-tickets?view=games');
  for (const { home, away } of games) {
    await page.getByRole('button', { name: new RegExp(`${home}.*${away}`) }).click();
    await page.getByRole('button', { name: /^Accept (all )?\d+ legs?$/ }).click();
  }
  const pending = async () =>
    server.query(
      `select tips.id from legs join tips on tips.id = tip_id
       where fixture_id = any($1) and result = 'pending'
         and confirmed_at is null and withdrawn_at is null`,
      [games.map(({ id }) => id)],
    );
  await expect.poll(pending).toEqual([]);
});

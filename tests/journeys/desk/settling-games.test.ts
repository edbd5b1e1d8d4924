import { expect } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { aDemoAdministrator } from '../../testing/phone/person.ts';
import { onTheDesk } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

type Game = { id: string; home: string; away: string };

/** Moves three games with open tickets into the past; nobody has entered their results. */
async function threeGamesAreOver(server: Backend): Promise<Game[]> {
  const games = await server.query<Game>(
    `select fixtures.id, home, away from fixtures
     join legs on fixture_id = fixtures.id join tips on tips.id = tip_id
     where confirmed_at is null and withdrawn_at is null
       and status = 'scheduled' and kick_off > now()
     group by fixtures.id order by count(*) desc, fixtures.id limit 3`,
  );
  await server.query(
    `update fixtures set updated_at = now(), source = 'test',
       kick_off = now() - interval '3 hours' + array_position($1, id) * interval '1 second'
     where id = any($1)`,
    [games.map(({ id }) => id)],
  );
  return games;
}

/** Selects unconfirmed tickets of members whose legs are all decided. */
const readyTickets = `select tips.id from tips join legs on legs.tip_id = tips.id
  join members on members.id = owner_id
  where confirmed_at is null and withdrawn_at is null and members.role <> 'administrator'
  group by tips.id having bool_and(result <> 'pending')`;

test('an administrator types three results on a phone, accepts the legs, and confirms all ready tickets', async ({
  given,
}) => {
  const server = await given.aServer({ DEMO: '1' });
  const games = await threeGamesAreOver(server);
  const ids = games.map(({ id }) => id);
  const desk = await given.aPhone(server.origin, onTheDesk);
  const administrator = aDemoAdministrator(desk);
  const page = desk.page();

  // The height that the keyboard of a phone leaves.
  await page.setViewportSize({ width: 390, height: 560 });
  await administrator.startsAt('/admin/results');
  for (const [place, { home, away }] of games.entries()) {
    const row = page.getByRole('form', { name: `Result: ${home} – ${away}` });
    const box = row.getByRole('textbox', { name: `Half-time: ${home}` });
    if (place === 0) await box.focus();
    // After a save, the next game has the focus and is fully visible.
    await expect(box).toBeFocused();
    await expect(row.getByRole('button', { name: /^Save/ })).toBeInViewport({
      ratio: 1,
    });
    await page.keyboard.type('1021');
    await page.keyboard.press('Enter');
  }
  await expect
    .poll(async () =>
      server.query(
        `select status, array[half_time_home, half_time_away] as half,
           array[full_time_home, full_time_away] as full from fixtures where id = any($1)`,
        [ids],
      ),
    )
    .toEqual(ids.map(() => ({ status: 'played', half: [1, 0], full: [2, 1] })));

  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.opens('/admin/confirm-tickets?view=games');
  for (const { home, away } of games) {
    const game = page
      .getByRole('list')
      .getByRole('button', { name: new RegExp(`${home}.*${away}`) });
    await game.click();
    // Until the new game is current, the button below belongs to the previous game.
    await expect(game).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: /^Accept (all )?\d+ legs?$/ }).click();
  }
  const pending = `select from legs join tips on tips.id = tip_id
    where fixture_id = any($1) and withdrawn_at is null and result = 'pending'`;
  await expect.poll(async () => server.query(pending, [ids])).toEqual([]);

  // On a phone with letters of double size, no row is visible between the two lower bars.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(':root').evaluate((root) => root.style.setProperty('font-size', '200%'));
  await expect
    .poll(async () =>
      page.getByRole('navigation', { name: 'Sections' }).evaluate((sections) => {
        const { top } = sections.getBoundingClientRect();
        return document.elementFromPoint(innerWidth / 2, top - 4)?.textContent;
      }),
    )
    .toContain('Undo · ');
  await page.locator(':root').evaluate((root) => root.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: /^Confirm \d+ tickets?$/ }).click();
  // The dialog shows the effect on the records first.
  const summary = page.getByRole('dialog', { name: /^Confirm \d+ tickets?$/ });
  await expect(summary.getByRole('heading', { name: /tipsters?$/ })).toBeVisible();
  await summary.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(async () => server.query(readyTickets)).toEqual([]);
});

import { expect, type Page } from '@playwright/test';

import { type CompetitionRow, competitionTable } from '#contract/records.ts';

import { test } from '../../testing/phone/journey.ts';
import { lastMonth } from '../../testing/clock/last-month.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aDemoMember, aDemoTipster } from '../../testing/phone/person.ts';
import { callerWith } from '../../testing/server/api-caller.ts';

test.use({ phones: 'stay online' });

/** The path and hash that the Share button passes to the browser. */
async function sharedPath(page: Page): Promise<string> {
  await page.evaluate(() => {
    navigator.share = async ({ url = '' } = {}) => {
      document.title = url;
    };
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page).toHaveTitle(/#/);
  const { pathname, hash } = new URL(await page.title());
  return pathname + hash;
}

const nothing = 'Nothing settled yet';

/** The rows of a table: the name, then the units or the text for no settled tip. */
async function rowsOn(page: Page): Promise<string[]> {
  const rows = page.getByRole('main').locator('ol > li');
  await expect(rows.first()).toBeVisible();
  return rows.evaluateAll(
    (all, words) =>
      all.map((row) => {
        const units = [...row.querySelectorAll('.figure')].at(-1)?.textContent;
        const isNothing = row.textContent.includes(words);
        return `${row.querySelector('a')?.textContent} ${isNothing ? words : units}`;
      }),
    nothing,
  );
}

/** The text of a row in the table of the month. */
function lineOf({ firstName, lastName, flatProfit }: CompetitionRow): string {
  const units = Math.abs(flatProfit).toFixed(2);
  // A number that is rounded to zero has no sign.
  const sign = units === '0.00' ? '' : flatProfit < 0 ? '−' : '+';
  return `${firstName} ${lastName} ${sign}${units}`;
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

test('a pool is created, a friend joins by its link, and its table equals that of the month', async ({
  given,
  sharedServer,
}) => {
  const { origin } = sharedServer;
  const month = lastMonth();
  const [phone, other] = [await given.aPhone(origin), await given.aPhone(origin)];
  const [owner, friend] = [aDemoMember(phone), aDemoTipster(other, 3)];
  const page = phone.page();
  await owner.startsAt('/');
  await page.getByRole('button', { name: 'My Account', exact: true }).click();
  await page.getByRole('link', { name: 'Pools', exact: true }).click();

  await page.getByLabel('Name').fill('Friday five');
  await page.getByText('Other days').click();
  await page.getByLabel('First day').fill(`${month}-01`);
  await page.getByLabel('Last day').fill(lastDayOf(month));
  await page.getByRole('button', { name: 'Make the pool', exact: true }).click();
  await expect(owner.heading('Friday five')).toBeVisible();
  const path = await sharedPath(page);

  // A visitor returns to the page after the login, and the address does not contain the invitation.
  await other.opens(path);
  await expect(other.page()).toHaveURL(/\/account\/login\?returnUrl=%2Fpools%2Fjoin$/);
  await friend.logsInIfRequired();
  const card = other.page().getByRole('main');
  await expect(card).toContainText('Friday five');
  await expect(card).toContainText('1 member');
  expect(new URL(other.page().url()).hash).toBe('');
  await other.page().getByRole('button', { name: 'Join', exact: true }).click();

  await expect(friend.heading('Friday five')).toBeVisible();
  await expect(card).toContainText(/Sam Taylor/);
  const answer = await callerWith(origin)('GET', `${competitionTable.path}?month=${month}`);
  const lines = competitionTable.reply.parse(answer).rows.map(lineOf);
  const players = [owner, friend].map(({ name }) => `${name} `);
  const theirs = lines.filter((line) => players.some((name) => line.startsWith(name)));
  expect(theirs.length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const seen = await rowsOn(other.page());
      const settled = seen.filter((line) => !line.endsWith(nothing));
      return { players: seen.length, settled };
    })
    .toEqual({ players: 2, settled: theirs });

  await page.reload();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await owner.readsMessage(/is removed/);
  await other.page().reload();
  await expect(card).toContainText('There is no such pool, or you are not in it any more.');
});

test.describe('without a connection', () => {
  test.use({ phones: 'go offline' });

  test('a pool can be read, and actions that need a connection say so', async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
    const page = phone.page();
    await phone.opens('/pools');
    await page.getByLabel('Name').fill('Alone');
    await page.getByRole('button', { name: 'Make the pool', exact: true }).click();
    await expect(member.heading('Alone')).toBeVisible();
    await connection.breaks();

    await phone.opens('/pools');
    await page.getByRole('link', { name: /^Alone/ }).click();

    await expect(member.heading('Alone')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('Nothing settled yet');
    await expect(main).toContainText(
      'A new link, removing, leaving and deleting need a connection.',
    );
    await page.goBack();
    await expect(main).toContainText('Making a pool needs a connection.');
  });
});

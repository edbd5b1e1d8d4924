import { expect, type Locator, type Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from '../../testing/people/demo-members.ts';
import { aCaller, postsTips } from '../../testing/server/api-caller.ts';
import { test } from '../../testing/phone/journey.ts';
import { aDemoMember } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

/** Returns the number of rows of a list, and the rows in the window with their positions. */
async function sightOf(page: Page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('main li, main [aria-setsize]')].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return { top: Math.round(top), bottom, text: row.textContent.slice(0, 60) };
    });
    return {
      rows: document.querySelector('main [aria-setsize]')?.getAttribute('aria-setsize'),
      inSight: rows
        .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
        .map(({ top, text }) => `${top} ${text}`),
    };
  });
}

/** Waits until the visible rows are equal in two consecutive measurements. */
async function standsStill(page: Page): Promise<void> {
  let last = '';
  await expect(async () => {
    const now = JSON.stringify(await sightOf(page));
    const same = now === last;
    last = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [300] });
}

/** Expects that the page shows the earlier view again, and that the view stays. */
async function returnsTo(page: Page, left: Awaited<ReturnType<typeof sightOf>>): Promise<void> {
  await expect.poll(async () => sightOf(page)).toEqual(left);
  await standsStill(page);
  expect(await sightOf(page)).toEqual(left);
}

/** Taps an element at its position; unlike Playwright's click, this never scrolls first. */
async function tapsOn(target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? nowhere;
  await target.page().mouse.click(x + width / 2, y + height / 2);
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/** Scrolls in steps, so that rows are drawn and measured on the way, as when a person scrolls. */
async function scrollsTo(page: Page, share: number): Promise<void> {
  const end = await page.evaluate((part) => {
    return (document.documentElement.scrollHeight - innerHeight) * part;
  }, share);
  while (Math.ceil(await page.evaluate(() => scrollY)) < Math.floor(end)) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 700);
    await standsStill(page);
    if ((await page.evaluate(() => scrollY)) === before) return;
  }
}

/** Returns the first of these links in the middle of the window; scrolls up until there is one. */
async function linkInSight(links: Locator): Promise<Locator> {
  await expect(links.first()).toBeVisible();
  const find = async () =>
    links.evaluateAll((all) =>
      all.findIndex((link) => {
        const { top } = link.getBoundingClientRect();
        return top > 150 && top < 650;
      }),
    );
  let index = await find();
  // The demo season changes every day, and only games with tips have links.
  for (let step = 0; index < 0 && step < 5; step += 1) {
    await links.page().mouse.wheel(0, -150);
    await standsStill(links.page());
    index = await find();
  }
  expect(index, 'a link in sight').toBeGreaterThanOrEqual(0);
  return links.nth(index);
}

/** Follows a link and goes back; expects the earlier view, with the focus on the link. */
async function goesThereAndBack(page: Page, links: Locator): Promise<void> {
  const link = await linkInSight(links);
  const href = await link.getAttribute('href');
  const left = await sightOf(page);
  const from = page.url();

  await tapsOn(link);
  await expect(page).not.toHaveURL(from);
  await expect(page.locator('main h1:focus')).toHaveCount(1);
  await page.goBack();

  await expect(page).toHaveURL(from);
  const focused = page.locator('main a:focus');
  await expect(focused).toHaveAttribute('href', href ?? '');
  await returnsTo(page, left);
}

test('Back from a profile restores the scroll position and the loaded rows of the tips', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoMember(phone);
  await member.startsAt('/tips');
  const page = phone.page();
  await phone.settles();
  await scrollsTo(page, 0.3);
  await standsStill(page);
  const people = page.locator('main article header a');
  await goesThereAndBack(page, people);

  await scrollsTo(page, 1);
  await member.button('Load more tips').click();
  await expect(page.locator('main [aria-setsize="200"]').first()).toBeAttached();
  await phone.settles();
  await scrollsTo(page, 0.8);
  await standsStill(page);
  await goesThereAndBack(page, people);
});

for (const [path, links] of [
  ['/', 'main a[href^="/tipster/profile/"]'],
  ['/competitions', 'main a[href^="/fixture/"]'],
  ['/tipster', 'main a[href^="/tipster/profile/"]'],
] as const) {
  test(`Back to ${path} restores its scroll position`, async ({ given, sharedServer }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await aDemoMember(phone).startsAt(path);
    const page = phone.page();
    await phone.settles();
    const last = page.locator(links).last();
    await last.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await standsStill(page);

    await goesThereAndBack(page, page.locator(links));
  });
}

for (const { path, opener, more, tips } of [
  { path: '/tips/create', opener: / v .*, all options$/, more: 'More games', tips: 0 },
  { path: '/tips/my-tips', opener: /^3 games/, more: 'Load more tips', tips: 24 },
]) {
  test(`Back to ${path} restores its scroll position and its loaded rows`, async ({
    given,
    sharedServer,
  }) => {
    const { origin } = sharedServer;
    const phone = await given.aPhone(origin);
    await postsTips(origin, await aCaller(origin, demoMember.email, demoPassword), tips);
    const member = aDemoMember(phone);
    await member.startsAt(path);
    const page = phone.page();
    await phone.settles();
    await scrollsTo(page, 1);
    await member.button(more).click();
    await phone.settles();
    await scrollsTo(page, 0.7);
    await standsStill(page);
    const left = await sightOf(page);

    // The opened dialog covers the list, and Back closes it.
    const item = await linkInSight(member.button(opener));
    await tapsOn(item);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(item).toBeFocused();
    await returnsTo(page, left);

    await tapsOn(page.getByRole('navigation', { name: 'Sections' }).getByText('Leagues'));
    await expect(member.heading('Leagues')).toBeFocused();
    await page.goBack();
    await expect(member.button(opener).first()).toBeAttached();
    await returnsTo(page, left);
  });
}

test('Back skips a login, leaves an unchanged form at once, and asks before leaving a changed form', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoMember(phone);
  const page = phone.page();
  await phone.opens('/terms');
  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click();
  await member.logsInIfRequired();
  await page.goBack();
  await expect(member.heading('Terms and Conditions')).toBeVisible();

  await phone.opens('/settings');
  const opensTheForm = async () => {
    await phone.tapsInTheTopBar(member.button(/^My Account$/));
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(member.field('First Name')).not.toHaveValue('');
  };

  await opensTheForm();
  await page.goBack();
  await expect(page).toHaveURL(/\/settings$/);

  await opensTheForm();
  await member.field('Address').fill('Nowhere');
  for (const [answer, path] of [
    ['Stay', /\/edit-profile$/],
    ['Leave', /\/settings$/],
  ] as const) {
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog')).toBeHidden();
    if (answer === 'Stay') await expect(member.field('Address')).toHaveValue('Nowhere');
  }
});

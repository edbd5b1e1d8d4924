import { expect, type Page } from '@playwright/test';

import { aCaller, postsTips } from '../../testing/server/api-caller.ts';
import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { movedRowsOf, recordMovedRows } from '../../testing/screen/moved-rows.ts';
import { aDemoAdministrator } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

const rows = ':is(main, footer) :is(a, button, label, li, h1, h2, h3)';
const toast = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');
const anyToast = (page: Page) => page.locator('[data-sonner-toast]');

/** A dialog that cannot be fetched raises a message on every page, which stays until it is closed. */
async function losesADialog(phone: Phone): Promise<void> {
  await phone.page().route(/logout-dialog/, async (route) => route.abort());
  phone.forgives(/MissingPart/);
}

async function raisesMessage(page: Page): Promise<void> {
  // Playwright would scroll the page for a button that lies within its scroll padding.
  const account = page.getByRole('banner').getByRole('button', { name: 'My Account' });
  const menu = page.getByRole('navigation', { name: 'My Account' });
  for (const button of [account, menu.getByRole('button', { name: 'Logout' })]) {
    await button.evaluate((each: HTMLElement) => each.click());
  }
  await expect(toast(page)).toContainText('This could not be opened');
}

async function closesMessage(page: Page): Promise<void> {
  await toast(page).getByRole('button', { name: 'Close message' }).click();
  await expect(anyToast(page)).toHaveCount(0);
}

/** Has the message grow by a few lines, and then shrink to less than it was, as another one in its place would. */
async function resizesMessage(page: Page): Promise<void> {
  for (const height of [170, 40]) {
    await page.evaluate((px) => {
      const card = document.querySelector<HTMLElement>('[data-sonner-toast] .\\@container');
      card?.style.setProperty('min-height', '0');
      card?.style.setProperty('height', `${px}px`);
    }, height);
    await expect
      .poll(async () =>
        page.evaluate(() => document.documentElement.style.getPropertyValue('--message-room')),
      )
      .toBe(`${height + 8}px`);
  }
}

/** Scrolls in steps, so that rows are drawn and measured on the way as under a finger. */
async function scrollsTo(phone: Phone, share: number): Promise<void> {
  const page = phone.page();
  await page.evaluate(async (part) => {
    const end = () => (document.documentElement.scrollHeight - innerHeight) * part;
    const frame = async () => new Promise(requestAnimationFrame);
    for (let last = -1; scrollY < end() - 1 && scrollY !== last;) {
      last = scrollY;
      scrollBy({ top: Math.min(600, end() - scrollY), behavior: 'instant' });
      for (let frames = 0; frames < 3; frames += 1) await frame();
    }
  }, share);
  await phone.settles();
}

/** Until what a scroll draws stands. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    async () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

async function seesNothingMove(phone: Phone, path: string, share: number): Promise<void> {
  const page = phone.page();
  await scrollsTo(phone, share);
  await twoFrames(page);
  expect(await page.evaluate(recordMovedRows, rows), path).toBeGreaterThan(0);

  await raisesMessage(page);
  await resizesMessage(page);
  await closesMessage(page);

  await twoFrames(page);
  expect(await movedRowsOf(page), `${path} scrolled to ${share}`).toEqual([]);
}

const lists = {
  'a member': [
    '/tips/create',
    '/tips',
    '/tips/my-tips',
    '/tips/booked-ticket',
    '/tipster',
    '/competitions',
    '/inbox',
    '/settings',
    '/',
  ],
  'an administrator': [
    '/admin',
    '/admin/tickets',
    '/admin/confirm-tickets',
    '/admin/results',
    '/admin/prices',
  ],
} as const;

for (const [who, paths] of Object.entries(lists)) {
  test(`nothing on the lists of ${who} moves when a message comes, is replaced or goes`, async ({
    given,
    sharedServer,
  }) => {
    const { origin } = sharedServer;
    const phone = await given.aPhone(origin);
    await losesADialog(phone);
    const person =
      who === 'a member' ? await aNewcomer(phone, sharedServer) : aDemoAdministrator(phone);
    if (who === 'a member') {
      await postsTips(origin, await aCaller(origin, person.email, person.password), 12);
    }
    await person.startsAt(paths[0] ?? '/');
    for (const path of paths) {
      await phone.opens(path);
      await expect(phone.page().locator('main h1')).toBeVisible();
      await phone.settles();
      for (const share of [0, 0.5, 1]) await seesNothingMove(phone, path, share);
    }
  });
}

import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

import { test } from '../../testing/phone/journey.ts';
import { aDemoMember } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

const grounds = { light: '#f4f3ec', dark: '#0b0f0c' };

/** Returns the background colour, read from a pixel between the placeholders of rows. */
async function groundOf(page: Page): Promise<string> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (info.width * Math.round(info.height * 0.8) + 4) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

const barOf = async (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    return metas.find(({ media }) => matchMedia(media).matches)?.content;
  });

for (const { device, chosen, shown } of [
  { device: 'light', chosen: undefined, shown: 'light' },
  { device: 'dark', chosen: undefined, shown: 'dark' },
  { device: 'light', chosen: 'night', shown: 'dark' },
  { device: 'dark', chosen: 'day', shown: 'light' },
] as const) {
  test(`the first frame on a ${device} phone is ${shown} if the chosen theme is ${chosen ?? 'none'}, and stays so`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    const page = phone.page();
    await page.emulateMedia({ colorScheme: device });
    await phone.opens('/env.json');
    await page.evaluate((theme) => {
      if (theme) localStorage.setItem('touchline-theme', theme);
    }, chosen);
    // Delays the app's code until the first frame was checked.
    const { promise: looked, resolve: look } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await looked;
      await route.continue();
    });

    await page.goto('/help', { waitUntil: 'commit' });
    await expect(page.locator('.shell-rows')).toBeVisible();

    expect(await groundOf(page)).toBe(grounds[shown]);
    expect(await barOf(page)).toBe(grounds[shown]);
    look();
    await expect(page.locator('main h1')).toBeVisible();
    expect(await groundOf(page)).toBe(grounds[shown]);
    expect(await barOf(page)).toBe(grounds[shown]);
  });
}

test('pulling down reloads a list, but no page with a form or a dialog; no tap is delayed or flashes', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoMember(phone);
  const page = phone.page();
  const pull = async () =>
    page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);
  await member.startsAt('/tips');
  await expect(member.button(/^Details/).first()).toBeVisible();
  // Rows that arrive later would replace the focused button.
  await phone.settles();
  expect(await pull()).toBe('auto');
  // Presses Enter, because links to the games can cover the middle of the button.
  await member
    .button(/^Details/)
    .first()
    .press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await pull()).toBe('contain');

  await phone.opens('/tipster/edit-profile');
  await expect(member.field('First Name')).toBeVisible();
  expect(await pull()).toBe('contain');

  const taps = await page
    .locator('a, button, select, label, summary')
    .evaluateAll((all) => [
      ...new Set(
        all.map(
          (one) =>
            `${getComputedStyle(one).touchAction} ${Reflect.get(getComputedStyle(one), 'webkitTapHighlightColor')}`,
        ),
      ),
    ]);
  expect(taps).toEqual(['manipulation rgba(0, 0, 0, 0)']);
});

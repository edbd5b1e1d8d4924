import { expect } from '@playwright/test';

import { slowDown } from '../../testing/phone/browser-limits.ts';
import { test } from '../../testing/phone/journey.ts';
import { lastMonth } from '../../testing/clock/last-month.ts';
import { layoutShiftOf, noteShifts, whatJumped } from '../../testing/screen/layout-shifts.ts';

test.use({ phones: 'stay online' });

// Of a month that has only begun there may be nobody to show.
const screens = [
  { path: '/', row: 'main article' },
  { path: '/tipster', row: 'main article' },
  { path: `/competitions?month=${lastMonth()}`, row: 'main ol li' },
];

for (const { path, row } of screens) {
  test(`nothing jumps while ${path} comes over a slow connection for the first time`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await noteShifts(phone.context());
    await slowDown(phone.page());

    await phone.opens(path);
    await expect(phone.page().locator(row).first()).toBeVisible();
    await phone.settles();

    const jumped = await whatJumped(phone.page());
    expect(await layoutShiftOf(phone.page()), jumped).toBeLessThanOrEqual(0.02);
  });
}

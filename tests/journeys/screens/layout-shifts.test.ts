import { expect } from '@playwright/test';

import { slowDown } from '../../testing/phone/browser-limits.ts';
import { test } from '../../testing/phone/journey.ts';
import { lastMonth } from '../../testing/clock/last-month.ts';
import { layoutShiftOf, recordShifts, describeShifts } from '../../testing/screen/layout-shifts.ts';

test.use({ phones: 'stay online' });

// The previous month, because the current month may have no rows in its first days.
const screens = [
  { path: '/', row: 'main article' },
  { path: '/tipster', row: 'main article' },
  { path: `/competitions?month=${lastMonth()}`, row: 'main ol li' },
];

for (const { path, row } of screens) {
  test(`no element jumps during the first visit to ${path} over a slow connection`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await recordShifts(phone.context());
    await slowDown(phone.page());

    await phone.opens(path);
    await expect(phone.page().locator(row).first()).toBeVisible();
    await phone.settles();

    const jumped = await describeShifts(phone.page());
    expect(await layoutShiftOf(phone.page()), jumped).toBeLessThanOrEqual(0.02);
  });
}

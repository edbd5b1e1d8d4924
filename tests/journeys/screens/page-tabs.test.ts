import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aDemoAdministrator } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

for (const { path, label, tabs } of [
  { path: '/competitions', label: 'Views', tabs: ['Fixtures', 'Results', 'Tipster table'] },
  { path: '/admin/confirm-tickets', label: 'Confirm Ticket', tabs: ['Tickets', 'Games'] },
  { path: 'a game', label: 'This game', tabs: ['Overview', 'Post Tip'] },
]) {
  test(`Back leads through the tabs of ${path}, one by one`, async ({ given, sharedServer }) => {
    const phone = await given.aPhone(sharedServer.origin);
    const page = phone.page();
    await aDemoAdministrator(phone).startsAt(path === 'a game' ? '/competitions' : path);
    if (path === 'a game') {
      const href = await page.locator('main a[href^="/fixture/"]').last().getAttribute('href');
      await phone.opens(String(href).replace('/fixture/', '/tips/details/'));
    }
    const tab = (name: string) =>
      page.getByRole('navigation', { name: label }).getByRole('link', { name, exact: true });
    const isOpen = async (name: string) =>
      expect(tab(name)).toHaveAttribute('aria-current', 'page');
    const [first = '', ...others] = tabs;
    await isOpen(first);

    for (const name of others) {
      await tab(name).click();
      await isOpen(name);
    }
    for (const name of tabs.slice(0, -1).toReversed()) {
      await page.goBack();
      await isOpen(name);
    }
    await page.goForward();
    await isOpen(others[0] ?? '');
  });
}

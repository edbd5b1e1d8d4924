import { expect } from '@playwright/test';

import type { Phone } from './phone.ts';

/** Somebody without a login, who looks. */
export function aVisitor(phone: Phone) {
  const page = () => phone.page();
  return {
    async seesThatItCannotStart(words: string) {
      await expect(page().getByRole('alert')).toContainText(words);
    },

    async retries() {
      await page().getByRole('button', { name: 'Retry' }).click();
    },

    async seesUpcomingEvents() {
      const events = page().getByRole('region', { name: 'Upcoming Events' });
      await expect(events.getByRole('article')).toHaveCount(3);
    },

    async seesHeading(name: string | RegExp) {
      await expect(page().getByRole('heading', { level: 1, name })).toBeVisible();
    },

    /** The window's title names the page and the site. */
    async readsTitle(name: string) {
      await expect(page()).toHaveTitle(`${name} · Touchline, football tipster site`);
    },
  };
}

import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { mailedLink } from '../../testing/outside/mailbox.ts';
import { aPerson } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

/** Records every text on the pages of a phone from now on, even if it is visible only briefly. */
async function everyWordOn(phone: Phone) {
  const texts: string[] = [];
  await phone.context().exposeFunction('noteWords', (words: string) => {
    texts.push(words);
  });
  await phone.context().addInitScript(() => {
    const note: unknown = Reflect.get(globalThis, 'noteWords');
    new MutationObserver((changes) => {
      // A changed text is read with its whole element.
      for (const { target, addedNodes } of changes) {
        const places = target instanceof Text ? [target.parentElement] : [...addedNodes];
        for (const place of places) {
          const words = place?.textContent?.trim();
          if (words && typeof note === 'function') note(words);
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });

  return {
    /** Expects that all of these sentences appeared since the last call. */
    async says(...sentences: readonly string[]) {
      await expect(async () => {
        const missing = sentences.filter((each) => !texts.some((words) => words.includes(each)));
        expect(missing).toEqual([]);
      }).toPass();
      texts.length = 0;
    },
  };
}

/** Delays responses of an address until `arrive`, so that the waiting screen can be read. */
async function heldUp(phone: Phone, path: string): Promise<{ arrive: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await phone.context().route(
    (url) => url.pathname === path,
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return { arrive: resolve };
}

test('a newcomer sees a text for every wait, from the registration to the first ticket', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = await everyWordOn(phone);
  const newcomer = aPerson(phone, {
    email: 'olive@example.org',
    password: 'a word for everything',
    firstName: 'Olive',
    lastName: 'Okafor',
  });
  await newcomer.registers();
  await page.says('Processing...');
  await phone.page().goto(await mailedLink(sharedServer.dataDir, newcomer.email));
  await page.says('Validating your email. Please wait...', 'Email Verification Successful');

  const rows = await heldUp(phone, '/api/sync');
  await newcomer.logsIn();
  await page.says('Attempting to log in', 'Fetching User Profile');
  rows.arrive();
  // The form is prefilled with the values of the registration.
  await expect(newcomer.field('First Name')).toHaveValue('olive');
  await expect(newcomer.field('Phone Number')).toHaveValue('+44 7700 900461');
  await newcomer.completesTheProfile();
  await page.says('Processing...', 'Profile Updated');

  await newcomer.opensCreate();
  const [game = ''] = await newcomer.gamesFromTheLast();
  await newcomer.picks(game, '1X2 - 1');
  await newcomer.postsFromReview();
  await page.says('Create your tip', 'Your Tip has been created Successfully');
  await newcomer.books(game);
  await page.says('Booking ticket', 'Your ticket has been booked');

  const tipsters = await heldUp(phone, '/api/tipsters');
  await phone.opens('/tipster');
  await page.says('Fetching tipsters');
  tipsters.arrive();
});

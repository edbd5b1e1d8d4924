import { expect, type Locator } from '@playwright/test';

import { recentTips, type Tip } from '#contract/tips.ts';
import { callerWith } from '../../testing/server/api-caller.ts';
import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { mailedLink } from '../../testing/outside/mailbox.ts';
import { aPerson } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

const maxTaps = 8;

test('a newcomer follows the tipster of a shared link in at most eight taps', async ({
  given,
  sharedServer,
}) => {
  const { tipsterId } = await anOpenTip(sharedServer);
  const phone = await given.aPhone(sharedServer.origin);
  const newcomer = aNewcomer(phone, 'rook@example.org');
  await phone.opens(`/tipster/profile/${tipsterId}`);

  await newcomer.taps(phone.page().getByRole('link', { name: 'Follow', exact: true }));
  await newcomer.signsUp(/^Sign up to follow /);
  // Opens the link of the mail in the tab that waits for it.
  await newcomer.followsTheMailedLink(sharedServer);
  await newcomer.logsIn(/^Log in to follow /);

  await expect(newcomer.button(/^Following/)).toBeVisible();
  await expect(phone.page()).toHaveURL(new RegExp(`/tipster/profile/${tipsterId}$`));
  await newcomer.readsMessage('You are now following this tipster');
  expect(newcomer.tapCount()).toBeLessThanOrEqual(maxTaps);
  await expect
    .poll(async () =>
      sharedServer.query(
        `select tipster_id from follows
         where member_id = (select id from members where email = $1)`,
        [newcomer.email],
      ),
    )
    .toEqual([{ tipster_id: tipsterId }]);
});

test('a newcomer copies the tip of a shared link in at most eight taps, with another tab', async ({
  given,
  sharedServer,
}) => {
  const tip = await anOpenTip(sharedServer);
  const phone = await given.aPhone(sharedServer.origin);
  const newcomer = aNewcomer(phone, 'wren@example.org');
  await phone.opens(`/tip/${tip.id}`);

  await newcomer.taps(phone.page().getByRole('link', { name: /^Copy/ }));
  await newcomer.signsUp('Sign up to copy this tip.');
  await newcomer.followsTheMailedLink(sharedServer, 'another tab');
  await newcomer.logsIn('Log in to copy this tip.');

  await expect(newcomer.heading('My Saved Tips')).toBeVisible();
  await newcomer.seesTip(tip.options[0]?.game ?? '');
  expect(newcomer.tapCount()).toBeLessThanOrEqual(maxTaps);
  await expect
    .poll(async () =>
      sharedServer.query(
        `select copied_from from tips
         where owner_id = (select id from members where email = $1)`,
        [newcomer.email],
      ),
    )
    .toEqual([{ copied_from: tip.id }]);
});

/** Returns the newest tip without a game that starts within an hour. */
async function anOpenTip(backend: Backend): Promise<Tip> {
  const answer = await callerWith(backend.origin)('GET', `${recentTips.path}?open=true`);
  const tips = recentTips.reply.parse(answer);
  const soon = Date.now() + 3_600_000;
  const tip = tips.find(({ options }) =>
    options.every(({ startDateOfGame }) => Date.parse(startDateOfGame) > soon),
  );
  if (!tip) throw new Error('The demo season has no open tip.');
  return tip;
}

/** A person without an account; counts every tap, including the tap on the first field of a form. */
function aNewcomer(phone: Phone, email: string) {
  const password = 'a word for everything';
  const person = aPerson(phone, { email, password, firstName: 'Wren', lastName: 'Stone' });
  const { button, field, heading } = person;
  const page = () => phone.page();
  const passwordField = (label: string) => page().getByLabel(label, { exact: true });
  let tapCount = 0;
  const taps = async (target: Locator) => {
    tapCount += 1;
    await target.tap();
  };
  return {
    ...person,
    taps,
    tapCount: () => tapCount,

    async signsUp(reason: string | RegExp) {
      await expect(heading('Sign Up Now')).toBeVisible();
      await expect(page().getByText(reason)).toBeVisible();
      await taps(field('User name'));
      await field('User name').fill('wren');
      // The Next key of the keyboard moves from field to field, so this needs no tap.
      await field('Phone number').fill('+44 7700 900461');
      await field('Email').fill(email);
      await passwordField('Password').fill(password);
      await passwordField('Confirm password').fill(password);
      await taps(page().getByRole('checkbox', { name: /I am at least/ }));
      await taps(button('Sign Up'));
      await expect(page().getByText('Your registration is successful')).toBeVisible();
    },

    async followsTheMailedLink(backend: Backend, where: 'this tab' | 'another tab' = 'this tab') {
      const link = await mailedLink(backend.dataDir, email);
      tapCount += 1;
      if (where === 'this tab') await page().goto(link);
      else await phone.opensAnotherTab(new URL(link).pathname);
      await expect(page().getByText('Email Verification Successful')).toBeVisible();
      await taps(page().getByRole('main').getByRole('link', { name: 'Login', exact: true }));
    },

    async logsIn(reason: string | RegExp) {
      await expect(page().getByText(reason)).toBeVisible();
      await expect(field(/Username/)).toHaveValue(email);
      await taps(passwordField('Password'));
      await passwordField('Password').fill(password);
      await taps(button('Login'));
    },
  };
}

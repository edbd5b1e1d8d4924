import { expect, type Page } from '@playwright/test';

import type { ReplyOf } from '#contract/route.ts';
import {
  changePassword,
  listResetGuards,
  type SecuritySettings,
  securitySettings,
} from '#contract/account/security.ts';
import { demoPassword } from '#server/demo/recording.ts';

import type { Hands, Screen } from './screens.ts';

const path = '/settings/security';
const at = '2026-11-01T10:00:00.000Z';
const device = 'Chrome on Android';

/** An account with every kind of login guard, and a login on another device. */
const guarded: SecuritySettings = {
  email: 'ada@example.org',
  nextEmail: 'a.rather.long.address.for.a.phone@mail.example.org',
  devices: [true, false].map((here, index) => ({
    id: `0192d0c0-0000-7000-8000-00000000000${index}`,
    device: here ? device : '',
    startedAt: at,
    lastUsedAt: at,
    here,
  })),
  passkeys: [
    { id: 'one', device, createdAt: at, lastUsedAt: null },
    { id: 'other', device: '', createdAt: at, lastUsedAt: at },
  ],
  authenticator: { on: true, device, addedAt: at, recoveryCodesLeft: 1, required: true },
};

/** The security screens in every state of an account. */
export const securityScreens: readonly Screen[] = [
  state('the password form', opens('Password')),
  state('errors in the password form', async (hands) => {
    await opens('Password')(hands);
    await sendsNothing(hands);
  }),
  state('the email form', opens('Email')),
  state('errors in the email form', async (hands) => {
    await opens('Email')(hands);
    await sendsNothing(hands);
  }),
  state('the password asked', opens('Passkeys', 'Add a passkey')),
  state('errors where the password is asked', async (hands) => {
    await opens('Passkeys', 'Add a passkey')(hands);
    await sendsNothing(hands);
  }),
  state('the secret of an app', requiresSecret),
  state('recovery codes', showsRecoveryCodes),
  state('every guard', async ({ page }) => {
    await answers(page, guarded);
    for (const row of await page.locator('main h2 button').all()) {
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
    }
  }),
  state('a code asked beside the password', async (hands) => {
    await answers(hands.page, guarded);
    await opens('Authenticator app', 'Turn it off')(hands);
  }),
  state('what else logs in, after a new password', changesThePassword),
  {
    who: 'a visitor',
    path: '/account/reset-password/nonsense',
    with: 'what else logs in',
    prepare: openResetWithGuards,
  },
  state('an app that is required', async ({ page }) => {
    const authenticator = {
      on: false,
      device: null,
      addedAt: null,
      recoveryCodesLeft: 0,
      required: true,
    };
    await answers(page, { ...guarded, authenticator, passkeys: [], nextEmail: null });
  }),
];

function state(shown: string, prepare: (hands: Hands) => Promise<void>): Screen {
  return { who: 'a newcomer', path, with: shown, prepare };
}

function opens(...names: string[]) {
  return async ({ page, say }: Hands): Promise<void> => {
    for (const name of names) {
      await page.getByRole('button', { name: say(name), exact: true }).click();
    }
    await expect(page.locator('main form [type=password]').first()).toBeVisible();
  };
}

async function sendsNothing({ page }: Hands): Promise<void> {
  await page.locator('main form [type=submit]').first().click();
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
}

async function requiresSecret(hands: Hands): Promise<void> {
  const { page } = hands;
  await opens('Authenticator app', 'Turn it on')(hands);
  await page.locator('main form [type=password]').fill(demoPassword);
  await page.locator('main form [type=submit]').click();
  await expect(page.locator('main form [autocomplete=one-time-code]')).toBeVisible();
}

/** The response is faked, because an active authenticator app would be required at later logins. */
async function showsRecoveryCodes(hands: Hands): Promise<void> {
  const { page, say } = hands;
  await requiresSecret(hands);
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `abcd-efg${n}-hjkm`);
  await page.route(
    '**/api/auth/authenticator/confirm',
    async (route) => route.fulfill({ json: { recoveryCodes } }),
    { times: 1 },
  );
  await page.locator('main form [autocomplete=one-time-code]').fill('123456');
  await page.locator('main form [type=submit]').click();
  await expect(page.getByText(say('The authenticator app is on'))).toBeVisible();
}

/** The response is faked, because later screens log in with the demo's password. */
async function changesThePassword(hands: Hands): Promise<void> {
  const { page, say } = hands;
  await answers(page, guarded);
  await opens('Password')(hands);
  const json = { message: 'Done.' };
  await page.route(`**${changePassword.path}`, async (route) => route.fulfill({ json }), {
    times: 1,
  });
  await page.route(
    `**${securitySettings.path}`,
    async (route) => route.fulfill({ json: guarded }),
    {
      times: 1,
    },
  );
  const fields = page.locator('main form [type=password]');
  await fields.nth(0).fill(demoPassword);
  await fields.nth(1).fill('a song from the terrace');
  await fields.nth(2).fill('a song from the terrace');
  await page.locator('main form [type=submit]').click();
  await expect(page.getByText(say('All of these are mine'))).toBeVisible();
}

async function openResetWithGuards({ page, say }: Hands): Promise<void> {
  const guard = { kind: 'passkey' as const, device, addedAt: at };
  const json: ReplyOf<typeof listResetGuards> = {
    guards: [
      { ...guard, id: 'one', mayStay: true },
      { ...guard, id: 'authenticator', kind: 'authenticator', device: '', mayStay: true },
      { ...guard, id: 'other', mayStay: false },
    ],
  };
  await page.route(`**${listResetGuards.path}`, async (route) => route.fulfill({ json }), {
    times: 1,
  });
  await page.goto('/account/reset-password/nonsense');
  await expect(page.getByText(say('Which of these are yours?'))).toBeVisible();
}

/** Replaces the account's security settings in responses. */
async function answers(page: Page, json: SecuritySettings): Promise<void> {
  // The page's first request must receive the earlier response.
  await expect(page.locator('main h2 button').first()).toBeVisible();
  await page.route(`**${securitySettings.path}`, async (route) => route.fulfill({ json }), {
    times: 1,
  });
  await page.reload();
  await expect(page.getByText(json.email)).toBeVisible();
}

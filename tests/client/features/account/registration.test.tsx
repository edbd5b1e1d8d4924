import { beforeEach, describe, expect, test } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { RegisterPage } from '#client/features/account/register-page.tsx';
import { createTipSignUpLinks, createFollowSignUpLink } from '#client/session/aim.ts';
import type { LoginPageSearch } from '#client/session/guard.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { tipId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { aScreen, type Screen } from '../../../testing/components/a-screen.tsx';

beforeEach(() => localStorage.clear());

const { copy, book } = createTipSignUpLinks({ id: tipId, tipsterId });
const toPost = { returnUrl: '/tips/create', aim: 'post' } as const;

test.each<{ search: LoginPageSearch; reason: string }>([
  { search: createFollowSignUpLink(tipsterId).search, reason: 'Sign up to follow Kofi Mensah.' },
  { search: createFollowSignUpLink('unknown').search, reason: 'Sign up to follow this tipster.' },
  { search: copy.search, reason: 'Sign up to copy this tip.' },
  { search: book.search, reason: 'Sign up to book this tip.' },
  { search: toPost, reason: 'Sign up to post a tip.' },
])('the login link beside "$reason" has the same aim', async ({ search, reason }) => {
  const phone = databases();
  await phone.publicStore.tipsters.put(aTipster({ firstName: 'Kofi', lastName: 'Mensah' }));
  const screen = await aScreen(<RegisterPage search={search} />, phone);

  await screen.shows(reason);

  const href = (await screen.link('Login - Now !')).getAttribute('href') ?? '';
  const login = new URL(href, location.origin);
  expect(login.pathname).toBe('/account/login');
  expect(Object.fromEntries(login.searchParams)).toEqual(search);
});

async function open(answer = () => Response.json({ message: 'Look into your mail.' })) {
  const { requests } = aBackend({ '/api/users': answer });
  const screen = await aScreen(<RegisterPage search={{}} />, databases(), { configuration });
  return { screen, sent: () => requests.flatMap(({ body }) => body ?? []) };
}

async function signUp(screen: Screen, values: Record<string, string> = {}): Promise<void> {
  const fields = {
    'User name': 'ada',
    'Phone number': '+44 7700 900112',
    Email: 'ada@example.org',
    Password: 'terrace-song-42',
    'Confirm password': 'terrace-song-42',
    ...values,
  };
  for (const [label, text] of Object.entries(fields)) await screen.types(label, text);
  await screen.chooses(/I am at least 18/);
  await screen.presses('Sign Up');
}

describe('the registration form', () => {
  test('lists all missing fields', async () => {
    const { screen, sent } = await open();

    await screen.presses('Sign Up');

    await screen.shows('Check 6 fields');
    for (const words of [
      'User name is required',
      'Phone Number is required',
      'Email is required',
      'Password is required',
      'Confirm Password is required',
      'Please confirm that you are at least 18 years old',
    ]) {
      expect(screen.text()).toContain(words);
    }
    expect(sent()).toEqual([]);
  });

  test.each([
    {
      field: 'User name',
      text: 'Touchline Admin',
      words: 'kept for the people who run this site',
    },
    { field: 'Email', text: 'ada@', words: 'Email must be a valid email address' },
    { field: 'Password', text: 'short', words: 'At least 8 characters' },
  ])('does not send "$text" as $field', async ({ field, text, words }) => {
    const { screen, sent } = await open();

    await signUp(screen, { [field]: text });

    await screen.until(() => screen.names('[id$=-error]').join().includes(words), words);
    expect(sent()).toEqual([]);
  });

  test('says that the passwords differ, beside other errors, until one of them is corrected', async () => {
    const { screen } = await open();
    await screen.types('Password', 'terrace-song-42');
    await screen.types('Confirm password', 'terrace-song-43');

    await screen.presses('Sign Up');

    await screen.shows('Email is required');
    expect(screen.text()).toContain('The two passwords do not match');
    await screen.types('Password', 'terrace-song-43');
    await screen.hides('The two passwords do not match');
  });

  test('asks for confirmation before the page is left with unsaved text', async () => {
    const { screen } = await open();
    await screen.types('User name', 'ada');

    await screen.until(async () => {
      (await screen.link('Login - Now !')).click();
      return screen.text().includes('Leave without saving?');
    }, 'the question');

    await screen.presses('Stay');
    await screen.hides('Leave without saving?');
    expect(await screen.field('User name')).toHaveProperty('value', 'ada');
  });

  test('states the consent above its button, with links that open in another tab', async () => {
    const { screen } = await open();

    await screen.shows('say that you have read the Privacy page, and that you are 18 or older.');
    for (const [name, href] of [
      ['Terms and Conditions', '/terms'],
      ['Privacy', '/privacy'],
    ] as const) {
      const link = await screen.link(name);
      expect(link.getAttribute('href')).toBe(href);
      expect(link.getAttribute('target')).toBe('_blank');
      const button = await screen.button('Sign Up');
      expect(link.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  test('sends the typed values, shows the address, and fills it in at the login', async () => {
    const { screen, sent } = await open();
    await signUp(screen);

    await screen.shows('The link was sent to');
    expect(screen.text()).toContain('ada@example.org');
    expect(sent()).toEqual([
      {
        userName: 'ada',
        phoneNumber: '+44 7700 900112',
        email: 'ada@example.org',
        password: 'terrace-song-42',
        password_confirmation: 'terrace-song-42',
        ageConfirmed: true,
        isTipster: true,
        clientBaseUrl: `${location.origin}/account/verify-email`,
      },
    ]);
    screen.leaves();
    const login = await aScreen(<LoginPage search={{}} />, databases());
    expect(await login.field(/Username/)).toMatchObject({ value: 'ada@example.org' });
  });

  test('shows an error of the server at its field', async () => {
    const { screen } = await open(refused('invalid-input', { password: ['too-common'] }));

    await signUp(screen);

    await screen.shows('This is too easy to guess');
    expect(document.activeElement?.getAttribute('name')).toBe('password');
  });
});

test.each([
  {
    form: 'the login',
    page: <LoginPage search={{}} />,
    tokens: ['email username', 'password current-password'],
  },
  {
    form: 'the registration',
    page: <RegisterPage search={{}} />,
    tokens: [
      'userName nickname',
      'phoneNumber tel',
      'email email',
      'password new-password',
      'password_confirmation new-password',
    ],
  },
])('password managers find their autocomplete tokens in $form', async ({ page, tokens }) => {
  const screen = await aScreen(page, databases());
  await screen.field('Password');

  const inputs = [...document.querySelectorAll('input')];
  const found = inputs.map(({ name, autocomplete }) => `${name} ${autocomplete}`);
  expect(found).toEqual(expect.arrayContaining(tokens));
});

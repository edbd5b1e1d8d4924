// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { RegisterPage } from '#client/features/account/register-page.tsx';
import { tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { aPhone, aScreen, patiently } from '../../../testing/components/a-screen.tsx';

async function aLoginForm() {
  const { requests } = aBackend({});
  const screen = await aScreen(<LoginPage search={{}} />, aPhone(), { configuration });
  return { screen, sent: () => bodiesTo('/api/auth', requests) };
}

async function aRegisterForm(answer = () => Response.json({ message: 'Look into your mail.' })) {
  const { requests } = aBackend({ '/api/users': answer });
  const screen = await aScreen(<RegisterPage search={{}} />, aPhone(), { configuration });
  return { screen, sent: () => bodiesTo('/api/users', requests) };
}

function bodiesTo(address: string, requests: ReturnType<typeof aBackend>['requests']): unknown[] {
  return requests.filter(({ path }) => path === address).map(({ body }) => body);
}

type Screen = Awaited<ReturnType<typeof aScreen>>;

async function fillsRegistration(screen: Screen, values: Record<string, string> = {}) {
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
}

describe('the login page', () => {
  test.each([
    ['/tips', 'Log in to read all recent tips.'],
    ['/tips/create?league=soccer_epl', 'Log in to post a tip.'],
    ['/tips/create#slip=g1.1', 'Log in to post your slip. It stays on this phone.'],
    ['/tips/details/g1', 'Log in to read the tips on this game.'],
    ['/tips/booked-ticket', 'Log in to see your tickets.'],
    ['/sync', 'Log in to send your changes. They stay on this phone.'],
    ['/pools/join', 'Log in to join the pool you are invited to.'],
    ['/settings', 'Log in to go on.'],
  ])('says what it is for to who was headed for %s', async (returnUrl, reason) => {
    const screen = await aScreen(<LoginPage search={{ returnUrl }} />, aPhone());

    await expect.poll(screen.text, patiently).toContain(reason);
  });

  test.each([
    ['follow', 'Log in to follow Kofi Mensah.'],
    ['copy', 'Log in to copy this tip.'],
    ['book', 'Log in to book this tip.'],
    ['send', 'Log in to send your changes. They stay on this phone.'],
  ] as const)('says what a tap was for: %s', async (aim, reason) => {
    const phone = aPhone();
    await phone.publicStore.tipsters.put(aTipster({ firstName: 'Kofi', lastName: 'Mensah' }));
    const search = { returnUrl: '/', aim, tipster: tipsterId };
    const screen = await aScreen(<LoginPage search={search} />, phone);

    await expect.poll(screen.text, patiently).toContain(reason);
  });

  test('names nobody whom this phone does not know', async () => {
    const search = { returnUrl: '/', aim: 'follow', tipster: 'Kofi' } as const;
    const screen = await aScreen(<LoginPage search={search} />, aPhone());

    await expect.poll(screen.text, patiently).toContain('Log in to follow this tipster.');
  });

  test.each([undefined, 'https://elsewhere.example/'])(
    'gives no reason where there is nowhere to go on to: %s',
    async (returnUrl) => {
      const screen = await aScreen(
        <LoginPage search={{ ...(returnUrl !== undefined && { returnUrl }) }} />,
        aPhone(),
      );
      await screen.button('Login');

      expect(screen.text()).not.toContain('Log in to');
    },
  );
});

describe('the login form', () => {
  test('says nothing before it was sent, and then what is missing', async () => {
    const { screen, sent } = await aLoginForm();
    await screen.button('Login');
    expect(screen.text()).not.toContain('is required');

    await screen.presses('Login');

    await screen.shows('Email is required');
    await screen.shows('Password is required');
    expect(sent()).toEqual([]);
  });

  test('leads to the first field that is wrong and ties the words to it', async () => {
    const { screen } = await aLoginForm();

    await screen.presses('Login');
    await screen.shows('Email is required');

    const field = document.activeElement;
    expect(field?.getAttribute('name')).toBe('email');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    const words = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toBe('Email is required');
  });

  test('wants an address that looks like one', async () => {
    const { screen } = await aLoginForm();

    await screen.types(/Username/, 'ada at example');
    await screen.presses('Login');

    await expect.poll(screen.text, patiently).toContain('Email format error');
  });

  test('sends email, password and that the member stays logged in', async () => {
    const { screen, sent } = await aLoginForm();

    await screen.types(/Username/, 'ada@example.org');
    await screen.types('Password', ' spaces count ');
    await screen.presses('Login');

    await screen.until(() => sent().length === 1, 'a login');
    expect(sent()).toEqual([
      { email: 'ada@example.org', password: ' spaces count ', rememberMe: true },
    ]);
  });
});

describe('a login that was refused', () => {
  test('says so in its report, and in the form once that is closed', async () => {
    aBackend({ '/api/auth': refused('wrong-credentials') });
    const screen = await aScreen(<LoginPage search={{}} />, aPhone(), { configuration });
    await screen.types(/Username/, 'ada@example.org');
    await screen.types('Password', 'not-the-one');
    await screen.presses('Login');

    const report = await screen.dialog('Oops!');
    expect(report.textContent).toContain('The email or the password is not right.');
    await screen.presses('close');

    await screen.until(() => document.querySelector('[role=dialog]') === null, 'no report');
    const form = document.querySelector('form');
    expect(form?.textContent).toContain('The email or the password is not right.');
  });

  test('offers the mail that activates an account', async () => {
    aBackend({ '/api/auth': refused('wrong-credentials') });
    const screen = await aScreen(<LoginPage search={{}} />, aPhone(), { configuration });
    await screen.types(/Username/, 'ada@example.org');
    await screen.types('Password', 'not-the-one');
    await screen.presses('Login');
    await screen.presses('close');

    expect(await screen.button('Resend the mail')).toBeDefined();
  });
});

describe('a password field', () => {
  test('shows what was typed to whoever asks, and hides it again', async () => {
    const { screen } = await aLoginForm();
    const kind = () => document.querySelector<HTMLInputElement>('[name=password]')?.type;
    await screen.types('Password', 'terrace-song-42');
    expect(kind()).toBe('password');

    await screen.presses('Show Password');
    await screen.until(() => kind() === 'text', 'letters');

    // The label is the state: "Hide, pressed" would mean the contrary.
    const hide = await screen.button('Hide Password');
    expect(hide.hasAttribute('aria-pressed')).toBe(false);
    hide.click();
    await screen.until(() => kind() === 'password', 'dots');
  });

  test('says that the caps lock is on, for as long as it is', async () => {
    const { screen } = await aLoginForm();
    const field = await screen.field('Password');
    const key = (locked: boolean) => {
      const event = new KeyboardEvent('keyup', { key: 'A', bubbles: true });
      Object.defineProperty(event, 'getModifierState', {
        value: (name: string) => locked && name === 'CapsLock',
      });
      field.dispatchEvent(event);
    };

    key(true);
    await screen.shows('Caps lock is on');

    key(false);
    await screen.hides('Caps lock is on');
    expect(field.getAttribute('aria-describedby')).toBeNull();
  });
});

describe('what a password manager is told', () => {
  const tokens = () =>
    [...document.querySelectorAll('input')].map(
      ({ name, autocomplete }) => `${name} ${autocomplete}`,
    );

  test('of the login', async () => {
    const { screen } = await aLoginForm();
    await screen.button('Login');

    expect(tokens()).toEqual(
      expect.arrayContaining(['email username', 'password current-password']),
    );
  });

  test('of a registration', async () => {
    const { screen } = await aRegisterForm();
    await screen.button('Sign Up');

    expect(tokens()).toEqual(
      expect.arrayContaining([
        'userName nickname',
        'phoneNumber tel',
        'email email',
        'password new-password',
        'password_confirmation new-password',
      ]),
    );
  });
});

describe('the registration form', () => {
  test('refuses a name of the site’s own people, and sends nothing', async () => {
    const { screen, sent } = await aRegisterForm();
    await fillsRegistration(screen, { 'User name': 'Touchline Admin' });

    await screen.presses('Sign Up');

    await screen.shows('kept for the people who run this site');
    expect(sent()).toEqual([]);
  });

  test('names everything that is missing', async () => {
    const { screen, sent } = await aRegisterForm();

    await screen.presses('Sign Up');

    await screen.shows('User name is required');
    for (const words of [
      'Phone Number is required',
      'Email is required',
      'Password is required',
      'Confirm Password is required',
      'Please confirm that you are at least 18 years old',
      'Check 6 fields',
    ]) {
      expect(screen.text()).toContain(words);
    }
    expect(sent()).toEqual([]);
  });

  test.each([
    { field: 'Email', text: 'ada@', words: 'Email must be a valid email address' },
    { field: 'Password', text: 'short', words: 'At least 8 characters' },
    { field: 'Confirm password', text: 'another song', words: 'The two passwords do not match' },
  ])('says "$words"', async ({ field, text, words }) => {
    const { screen, sent } = await aRegisterForm();
    await fillsRegistration(screen, { [field]: text });

    await screen.presses('Sign Up');

    await screen.until(() => document.querySelector('[id$=-error]')?.textContent === words, words);
    expect(sent()).toEqual([]);
  });

  test('says that the passwords differ beside what else is missing, until either is mended', async () => {
    const { screen } = await aRegisterForm();
    await screen.types('Password', 'terrace-song-42');
    await screen.types('Confirm password', 'terrace-song-43');

    await screen.presses('Sign Up');

    await screen.shows('Email is required');
    expect(screen.text()).toContain('The two passwords do not match');
    await screen.types('Password', 'terrace-song-43');
    await screen.hides('The two passwords do not match');
  });

  test('asks before it is left with something in it', async () => {
    const screen = await aScreen(<RegisterPage search={{}} />, aPhone());
    await screen.types('User name', 'ada');

    await screen.until(async () => {
      (await screen.link('Login - Now !')).click();
      return screen.text().includes('Leave without saving?');
    }, 'the question');

    await screen.presses('Stay');
    await screen.hides('Leave without saving?');
    expect(document.querySelector<HTMLInputElement>('[name=userName]')?.value).toBe('ada');
  });

  test('says above its button what signing up means, and where to read it without losing the form', async () => {
    const { screen } = await aRegisterForm();

    await screen.shows(
      'By signing up you agree to the Terms and Conditions, say that you have read the Privacy page, and that you are 18 or older.',
    );
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

  test('does not send without the tick about the age', async () => {
    const { screen, sent } = await aRegisterForm();
    await fillsRegistration(screen);
    await screen.chooses(/I am at least 18/);

    await screen.presses('Sign Up');

    await screen.shows('Please confirm that you are at least 18 years old');
    expect(sent()).toEqual([]);
  });

  test('sends what was typed and says to whom', async () => {
    const { screen, sent } = await aRegisterForm();
    await fillsRegistration(screen);

    await screen.presses('Sign Up');

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
  });

  test("puts the server's objection at its field", async () => {
    const { screen } = await aRegisterForm(refused('invalid-input', { password: ['too-common'] }));
    await fillsRegistration(screen);

    await screen.presses('Sign Up');

    await screen.shows('This is too easy to guess');
    expect(document.activeElement?.getAttribute('name')).toBe('password');
  });

  test('keeps what was typed when there is no connection', async () => {
    const { screen } = await aRegisterForm(() => {
      throw new TypeError('Failed to fetch');
    });
    await fillsRegistration(screen);

    await screen.presses('Sign Up');

    await screen.shows('There is no connection to the server right now');
    expect(document.querySelector<HTMLInputElement>('[name=userName]')?.value).toBe('ada');
  });
});

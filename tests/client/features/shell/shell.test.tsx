import { describe, expect, onTestFinished, test } from 'vitest';
import { BottomNavigation, Header } from '#client/features/shell/navigation.tsx';
import { VerifyEmailBanner } from '#client/features/shell/banners.tsx';
import { Footer } from '#client/features/shell/footer.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { OperationOutcomeNotifier } from '#client/features/shell/outcome-reporter.tsx';
import { LiveDeviceProvider } from '#client/data/device/live-device.tsx';
import { reportOutcome, EngineContext } from '#client/data/device/engine-state.ts';
import { createFollowSignUpLink } from '#client/session/aim.ts';
import { clearSession, readSession } from '#client/session/session.ts';
import { Configuration } from '#contract/site/site.ts';
import { StatusChip } from '#client/features/shell/status-chip.tsx';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { createObservable } from '#sync/observable.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { memberId, row, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

async function follows(phone: Phone): Promise<void> {
  const payload = { tipsterId, following: true };
  await queueOperation(phone.store, { memberId, kind: 'follow.set', payload });
}

describe('the chip in the header', () => {
  test('says that all is sent, but not that rows are fresh, before the first response', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);

    await screen.button('All sent');

    expect(screen.text()).not.toContain('Up to date');
  });

  test('counts saved operations, and follows the outbox', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);
    await screen.button('All sent');

    await follows(phone);

    const chip = await screen.button('1 saved');
    expect(chip.getAttribute('aria-haspopup')).toBe('dialog');
  });
});

test('the chip of an ended session links to the login, with a return to the page', async () => {
  const chip = <StatusChip chip={{ kind: 'sign-in', count: 2 }} sheet={SyncSheet} />;
  const screen = await aScreen(chip, aPhone());

  const link = await screen.link('Log in');

  expect(link.getAttribute('href')).toBe('/account/login?returnUrl=%2Fhere');
});

describe('the header', () => {
  test('has the links of a visitor, and no chip', async () => {
    const screen = await aScreen(<Header session={undefined} sheet={SyncSheet} />, aPhone());

    await screen.link('Login');
    await screen.link('Sign Up');
    await screen.link('Post a tip');
    expect(screen.names('nav a')).toEqual(['Home', 'Tips', 'Leagues', 'Tipsters']);
    await screen.until(() => screen.names('[role=status]').length > 0, 'an empty status');
    expect(screen.text()).not.toContain('All sent');
  });

  const signUp = '/account/register?returnUrl=%2Ftips%2Fcreate&aim=post';
  test.each([
    { who: 'a visitor', loggedIn: false, last: 'Tipsters', post: signUp },
    { who: 'a member', loggedIn: true, last: 'Tickets', post: '/tips/create' },
  ])('has five links at the bottom for $who', async ({ loggedIn, last, post }) => {
    const phone = aPhone();
    if (!loggedIn) clearSession();
    const screen = await aScreen(<BottomNavigation loggedIn={loggedIn} />, phone);

    expect((await screen.link('Post')).getAttribute('href')).toBe(post);
    expect(screen.names('nav a')).toEqual(['Home', 'Tips', 'Post', 'Leagues', last]);
  });

  test('has a login link with the aim of the registration page', async () => {
    const { search } = createFollowSignUpLink(tipsterId);
    const at = `/account/register?${new URLSearchParams(search).toString()}`;
    const header = <Header session={undefined} sheet={SyncSheet} />;
    const screen = await aScreen(header, aPhone(), { at });

    const login = new URL((await screen.link('Login')).getAttribute('href') ?? '', location.origin);

    expect(login.pathname).toBe('/account/login');
    expect(Object.fromEntries(login.searchParams)).toEqual(search);
  });

  test.each(['/tips/my-tips', '/tips/booked-ticket'])('marks Tickets on %s', async (at) => {
    const screen = await aScreen(<BottomNavigation loggedIn />, aPhone(), { at });

    const tickets = await screen.link('Tickets');

    await screen.until(() => tickets.getAttribute('aria-current') === 'page', 'the section');
    expect(document.querySelectorAll('nav [aria-current=page]')).toHaveLength(1);
  });

  test('has Booked Ticket at every width; a narrow window leaves out Home', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);
    await screen.link('Booked Ticket');
    await screen.link('My Tips');
    await screen.button('My Account');
    expect(screen.names('a')).not.toContain('Login');

    const hiddenLinks = [...document.querySelectorAll('nav a')].filter(({ className }) =>
      className.includes('hidden'),
    );
    expect(hiddenLinks.map(({ textContent }) => textContent)).toEqual(['Home']);
  });
});

describe('the footer', () => {
  test('shows the minimum age, the help pages, and the current year', async () => {
    const screen = await aScreen(<Footer />, aPhone());

    await screen.link('Terms and Conditions');
    await screen.link('Help');
    await screen.link('Privacy');
    await screen.link('Play responsibly');
    expect(screen.text()).toContain('18+');
    expect(screen.text()).toContain(`© ${new Date().getFullYear()} Touchline`);
  });

  test('shows the helplines of the site as phone links, and the configured social networks', async () => {
    const helplines = [
      { country: 'GB', name: 'GamCare', phone: '0808 8020 133', url: 'https://gamcare.example' },
      { country: 'KE', name: 'Somebody', url: 'https://help.example' },
    ];
    const configuration = Configuration.parse({
      apiBaseUrl: '',
      oddsBaseUrl: '/odds',
      helplines,
      socialLinks: [{ name: 'Mastodon', url: 'https://social.example/@touchline' }],
    });

    const screen = await aScreen(<Footer />, aPhone(), { configuration });

    expect((await screen.link('GamCare 0808 8020 133')).getAttribute('href')).toBe(
      'tel:08088020133',
    );
    expect((await screen.link('Somebody')).getAttribute('href')).toBe('https://help.example');
    expect((await screen.link('Mastodon')).getAttribute('rel')).toContain('noopener');
    expect(screen.text()).not.toMatch(/facebook|twitter/i);
  });
});

describe('a failed start', () => {
  const page = (retry: () => void = () => undefined) => (
    <EngineContext
      value={{ engine: undefined, configuration: undefined, failure: 'Server error', retry }}
    >
      <Shell sheet={SyncSheet}>The tickets of this phone</Shell>
    </EngineContext>
  );

  test('is reported above the stored tickets, with Retry', async () => {
    const phone = aPhone();
    await phone.store.tips.put({ ...serverTip(), booked: 0 });
    let tries = 0;
    const screen = await aScreen(
      page(() => (tries += 1)),
      phone,
    );

    await screen.shows('Server error');
    expect(screen.text()).toContain('The tickets of this phone');
    await screen.presses('Retry');

    expect(tries).toBe(1);
  });

  test('is the only content on a phone without data', async () => {
    const screen = await aScreen(page(), aPhone());

    await screen.shows('This phone has not been here before');
    await screen.button('Retry');
    expect(screen.text()).not.toContain('The tickets of this phone');
  });

  test.each([
    { count: 0, shownText: 'What had been sent is safe and comes back with the connection.' },
    { count: 2, shownText: '2 changes had not been sent and are gone.' },
  ])('is not called a first visit after a loss of data, with $count unsent', async (sample) => {
    const phone = aPhone();
    const note = { born: 'before', count: sample.count, at: '2026-03-01T10:00:00.000Z' };
    localStorage.setItem(`touchline-pending:${memberId}`, JSON.stringify(note));
    onTestFinished(() => localStorage.removeItem(`touchline-pending:${memberId}`));
    const screen = await aScreen(page(), phone);

    await screen.shows('The browser removed what was kept on this phone.');

    expect(screen.text()).toContain(sample.shownText);
    expect(screen.text()).not.toContain('has not been here before');
  });

  test('is not called a server error without a network', async () => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
    const screen = await aScreen(page(), aPhone());

    await screen.shows('You are offline');

    expect(screen.text()).not.toContain('Server error');
  });

  test('is called a server error with a network, and the start is retried when the browser is online', async () => {
    const phone = aPhone();
    let tries = 0;
    const start = async () => {
      tries += 1;
      return { failure: 'No connection' };
    };
    const screen = await aScreen(
      <LiveDeviceProvider
        open={() => ({ publicStore: phone.publicStore, member: undefined })}
        start={start}
      >
        <Shell sheet={SyncSheet}>The page</Shell>
      </LiveDeviceProvider>,
      phone,
    );
    await screen.shows('Server error');
    expect(screen.text()).not.toContain('You are offline');
    expect(tries).toBe(1);

    globalThis.dispatchEvent(new Event('online'));

    await screen.until(() => tries === 2, 'another try');
  });
});

describe('the outcome of an operation', () => {
  const dropped = { dropped: [{ fixtureId: 'a', game: 'Lens Vs Brest' }] };
  const leftOut = { text: 'Left out, because they had kicked off: Lens – Brest' };
  const refused = [
    {
      kind: 'odds.set',
      code: 'own-tip',
      shownText: {
        title: 'Error Updating Tip',
        text: 'Nobody prices or confirms their own ticket.',
      },
    },
    {
      kind: 'tip.confirm',
      code: 'legs-undecided',
      shownText: { title: 'Error Confirming Ticket. Make sure all tip status has been confirmed' },
    },
    {
      kind: 'tip.confirm',
      code: 'stale-version',
      shownText: {
        title: 'Error Updating Tip',
        text: 'Somebody changed this ticket meanwhile. Look at it again.',
      },
    },
    {
      kind: 'tip.post',
      code: 'something-newer',
      shownText: { title: 'Tip not posted', text: 'No.' },
    },
    {
      kind: 'tip.withdraw',
      code: 'too-late-to-withdraw',
      shownText: {
        title: 'Your tip was not withdrawn',
        text: 'It was too late to withdraw this tip: that takes two minutes at most, and no kick-off in between.',
      },
    },
  ];

  test.each([
    { kind: 'tip.post', reply: dropped, shownText: leftOut },
    { kind: 'tip.post', shownText: { title: 'Your Tip has been created Successfully' } },
    { kind: 'tip.book', shownText: { title: 'Yay!', text: 'Your ticket has been booked' } },
    {
      kind: 'profile.save',
      shownText: {
        title: 'Profile Updated',
        text: 'Your profile has been updated. You can now post a tip',
      },
    },
    {
      kind: 'follow.set',
      payload: { tipsterId, following: true },
      shownText: { title: 'You are now following this tipster' },
    },
    { kind: 'tip.withdraw', shownText: { title: 'Your tip has been withdrawn' } },
    { kind: 'odds.set', shownText: { title: 'Odd added', text: 'Tip has been updated' } },
    { kind: 'leg.settle', shownText: { title: 'Game status has been set successfully' } },
    { kind: 'tip.confirm', shownText: { title: 'Ticket has been successfully confirmed' } },
    { kind: 'text.erase', shownText: { title: 'The text was removed' } },
  ])('is reported when $kind was accepted', async ({ kind, payload, reply, shownText }) => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

    reportOutcome({ operation: row({ kind, state: 'acked', payload }), reply });

    expect(await screen.messages()).toMatchObject([{ tone: 'won', ...shownText }]);
  });

  test('does not say that the member can post if the email is not verified', async () => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());
    const reply = { emailVerified: false };

    reportOutcome({ operation: row({ kind: 'profile.save', state: 'acked' }), reply });

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts[0]?.title).toBe('Profile Updated');
    expect(screen.toasts[0]?.text).toBeUndefined();
  });

  test.each(refused)('is reported when $kind was refused', async ({ kind, code, shownText }) => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());
    const problem = { code, message: 'No.' };

    reportOutcome({ operation: row({ kind, state: 'rejected', problem }) });

    expect(await screen.messages()).toMatchObject([{ tone: 'lost', ...shownText }]);
  });

  test.each([
    { state: 'acked' as const, title: '5 changes were sent' },
    { state: 'rejected' as const, title: '5 changes wait for your decision' },
  ])('is reported once for several operations that are $state', async ({ state, title }) => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

    for (let seq = 1; seq <= 5; seq += 1) {
      reportOutcome({ operation: row({ seq, kind: 'tip.book', state }) });
    }

    expect(await screen.messages()).toMatchObject([{ title }]);
  });

  test('is not reported while the operation waits for a login', async () => {
    const screen = await aScreen(<OperationOutcomeNotifier />, aPhone());

    reportOutcome({ operation: row({ state: 'blocked', blockedBy: 'auth' }) });
    reportOutcome({ operation: row({ kind: 'tip.book', state: 'acked' }) });

    expect(await screen.messages()).toMatchObject([{ title: 'Yay!' }]);
  });
});

test('a member with an unverified email sees a banner until the login has ended', async () => {
  const words = 'Please check your mail and activate your account.';
  const phone = aPhone();
  const session = createObservable<'signed-in' | 'refused'>('signed-in');
  const engine = { ...anEngine(phone), session };
  const screen = await aScreen(<VerifyEmailBanner email="ada@example.org" />, phone, { engine });
  await screen.shows(words);

  // Without a login this device cannot know whether the email was verified meanwhile.
  session.set('refused');

  await screen.hides(words);
  expect(screen.names('button')).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { FixturePage } from '#client/features/slip/fixture-page.tsx';
import { PublicFixturePage } from '#client/features/slip/public-fixture-page.tsx';
import { clearSession } from '#client/session/session.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { toFixtureRow } from '#sync/refresh/fixtures.ts';
import { leg, scheduledFixture, serverTip } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

beforeEach(() => localStorage.clear());

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();

function fixture(values: Partial<Fixture> = {}): Fixture {
  const prices = { home: 2.1, draw: 3.4, away: 3.6 };
  return scheduledFixture({ kickOff: inHours(2), prices, ...values });
}

const played = fixture({ kickOff: inHours(-72), status: 'played', score: { fullTime: [2, 1] } });

async function aPhoneWith(...fixtures: Fixture[]): Promise<Phone> {
  const phone = aPhone();
  await phone.publicStore.fixtures.bulkPut(fixtures.map(toFixtureRow));
  return phone;
}

const page = (id = 'arsenal-chelsea') => <PublicFixturePage id={id} tips="The tips that hold it" />;

describe('the public page of a game', () => {
  test('of a finished game shows the result, without options to pick', async () => {
    const screen = await aScreen(page(), await aPhoneWith(played));

    await screen.shows('2–1');

    expect(screen.text()).toContain('The tips that hold it');
    expect(document.querySelectorAll('details button:enabled')).toHaveLength(0);
    expect(screen.names('a')).not.toContain('Post a tip');
  });

  test('links a member to the page for posting', async () => {
    const screen = await aScreen(page(), await aPhoneWith(fixture()));

    const link = await screen.link('Post a tip');

    expect(link.getAttribute('href')).toBe('/tips/details/arsenal-chelsea?tab=post');
    await screen.presses(/^Draw, /);
    await expect.poll(screen.path).toBe('/tips/details/arsenal-chelsea');
    expect(screen.search()).toEqual({ tab: 'post', option: 2 });
  });

  test('links a visitor to the registration, and then to the tapped option', async () => {
    const phone = await aPhoneWith(fixture());
    clearSession();
    const screen = await aScreen(page(), phone);

    const link = await screen.link('Post a tip');

    const toSignUp = new URL(link.getAttribute('href') ?? '', location.origin);
    expect(toSignUp.pathname).toBe('/account/register');
    expect(toSignUp.searchParams.get('returnUrl')).toBe('/tips/details/arsenal-chelsea?tab=post');
    await screen.presses(/^Draw, /);
    await expect.poll(screen.path).toBe('/account/register');
    expect(screen.search()).toEqual({
      aim: 'post',
      returnUrl: '/tips/details/arsenal-chelsea?tab=post&option=2',
    });
  });

  test.each([
    {
      stored: 'a page that was opened earlier',
      put: async ({ publicStore }: Phone) =>
        publicStore.documents.put({ name: `fixture:${played.id}`, value: played, fetchedAt: 1 }),
    },
    {
      stored: 'the results of its league',
      put: async ({ publicStore }: Phone) => {
        const results = [{ ...played, tips: 0, won: 0, lost: 0 }];
        const lists = { fixtures: [], results, rows: [] };
        const value = { sportKey: 'soccer_epl', month: '2026-03', minimum: 5, ...lists };
        return publicStore.documents.put({ name: 'league:soccer_epl', value, fetchedAt: 1 });
      },
    },
    {
      stored: 'a tip that holds it',
      put: async ({ publicStore }: Phone) => {
        const score: Fixture['score'] = { fullTime: [2, 1] };
        const of = { fixtureId: played.id, startDateOfGame: played.kickOff, score };
        const options = [leg({ ...of, fixtureStatus: 'played' })];
        return publicStore.tips.put(serverTip({ options }));
      },
    },
  ])('opens without a connection by $stored', async ({ put }) => {
    const phone = aPhone();
    await put(phone);
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(page(), phone, { engine });

    await screen.shows('2–1');
    expect(document.querySelector('h1')?.textContent).toBe('Arsenal v Chelsea');
  });

  test('fetches a game that is in no list on this device', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, ({ pathname }) =>
      pathname === '/api/fixtures/arsenal-chelsea' ? { body: played } : undefined,
    );

    const screen = await aScreen(page(), phone, { engine });

    await screen.shows('2–1');
    expect(document.querySelector('h1')?.textContent).toBe('Arsenal v Chelsea');
  });

  test('says offline that an unknown game is not on this phone, not that it does not exist', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(page('unknown'), phone, { engine });

    await screen.shows('This is not on this phone yet. It comes when you are online.');
    expect(screen.text()).not.toContain('There is no such game.');
  });

  test('says that the game does not exist if the id is impossible', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(page('x'.repeat(65)), phone, { engine });

    await screen.shows('There is no such game.');
    expect((await screen.link('Leagues')).getAttribute('href')).toBe('/competitions');
  });
});

test('the page for members opens the tip with the option in its address', async () => {
  const members = <FixturePage id="arsenal-chelsea" tab="post" option={2} tips="" />;
  const at = '/tips/details/arsenal-chelsea?tab=post&option=2';
  const screen = await aScreen(members, await aPhoneWith(fixture()), { at });

  const dialog = await screen.dialog('Post Tip');

  expect(dialog.textContent).toContain('Draw');
  expect((await screen.link('Post Tip')).getAttribute('aria-current')).toBe('page');
});

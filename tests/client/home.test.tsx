// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Fixture } from '#contract/fixtures.ts';
import type { Tipster } from '#contract/members.ts';
import { HomePage } from '#client/features/home/home-page.tsx';
import { leg, serverTip, tipsterId } from '../sync/support/samples.ts';
import { aTipster } from './support/a-tipster.ts';
import { aPhone, aScreen, type Phone } from './support/a-screen.tsx';

const hour = 3_600_000;

function aFixture(id: string, sportKey: string, startsIn: number, values: Partial<Fixture> = {}) {
  const kickOffAt = Date.now() + startsIn;
  return {
    id,
    sportKey,
    home: `Home of ${id}`,
    away: `Away of ${id}`,
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled' as const,
    ...values,
  };
}

async function holdsTipsters(phone: Phone, ...tipsters: Tipster[]): Promise<void> {
  const value = { ids: tipsters.map(({ id }) => id), reader: '' };
  await phone.publicStore.tipsters.bulkPut(tipsters);
  await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
}

const games = () =>
  [...document.querySelectorAll('li h3')]
    .map((name) => name.textContent)
    .filter((name) => name.includes('versus'));

describe('the next games on the home page', () => {
  test("are three: the first league's, then others by kick-off, none that has started", async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.bulkPut([
      aFixture('started', 'soccer_epl', -hour),
      aFixture('late', 'soccer_epl', 72 * hour),
      aFixture('soon', 'soccer_germany_bundesliga', hour),
      aFixture('sooner', 'soccer_italy_serie_a', hour / 2),
      aFixture('soonest', 'soccer_spain_la_liga', hour / 3),
      aFixture('put off', 'soccer_spain_la_liga', hour / 4, { status: 'postponed' }),
    ]);

    const screen = await aScreen(<HomePage />, phone);

    await screen.link('Tips Home of late v Away of late');
    expect(games()).toEqual([
      'Home of lateversusAway of late',
      'Home of soonestversusAway of soonest',
      'Home of soonerversusAway of sooner',
    ]);
  });

  test('carry the real number of tips and lead to them', async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.put(aFixture('derby', 'soccer_epl', hour));
    const value = { activeTips: 312, tipsByFixture: { derby: 7 } };
    await phone.publicStore.documents.put({ name: 'stats', value, fetchedAt: 0 });

    const screen = await aScreen(<HomePage />, phone);

    const link = await screen.link('7 tips Home of derby v Away of derby');
    expect(link.getAttribute('href')).toBe('/tips/details/derby');
    expect(screen.text()).toContain('312 active tips');
  });

  test('come without any count when nobody has counted', async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.put(aFixture('derby', 'soccer_epl', hour));

    const screen = await aScreen(<HomePage />, phone);

    await screen.says('Home of derby');
    expect(screen.text()).not.toMatch(/active tips?|\d+ tips?/);
    expect(screen.text()).toContain('Get todays Tips');
  });
});

describe('a tipster on the home page', () => {
  test('shows stars, the rating out of ten and the recent tickets by word and letter', async () => {
    const phone = aPhone();
    const outcomes = ['won', 'lost', 'void', 'open'] as const;
    const tips = outcomes.map((outcome, index) =>
      serverTip({ id: `0195a000-0000-7000-8000-0000000000b${index}`, outcome }),
    );
    await holdsTipsters(phone, aTipster({ tips }));

    const screen = await aScreen(<HomePage />, phone);

    await screen.says('4 Recent Tickets');
    expect(screen.text()).toContain('4.2 of 5 stars');
    expect(screen.text()).toContain('Average Rating : 8.4');
    const balls = [...document.querySelectorAll('li li button')];
    expect(balls.map((ball) => ball.textContent)).toEqual(['W', 'L', 'V', '']);
    expect(balls.map((ball) => ball.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'Won',
      'Lost',
      'Void',
      'Waiting',
    ]);
  });

  test('is new below ten settled tickets and says so when there are no tips', async () => {
    const phone = aPhone();
    const record = { settled: 4, won: 2, lost: 2, flatProfit: 1 };
    await holdsTipsters(phone, aTipster({ record }));

    const screen = await aScreen(<HomePage />, phone);

    await screen.says('No recent Tips');
    expect(screen.text()).toContain('new, 4 of 10');
    expect(screen.text()).not.toContain('Average Rating');
  });

  test('opens a ticket over the page', async () => {
    const phone = aPhone();
    const tip = serverTip({ tipsterId, tipsterName: 'Amara Okafor', options: [leg()] });
    await holdsTipsters(phone, aTipster({ tips: [tip] }));
    const screen = await aScreen(<HomePage />, phone);

    await screen.presses(/^Waiting,/);
    const dialog = await screen.dialog('Ticket Details');
    expect(dialog.textContent).toContain('Arsenal – Chelsea');

    const [close] = [...dialog.querySelectorAll('button')].filter(
      (button) => button.textContent === 'Close',
    );
    close?.click();
    await screen.saysNoMore('Ticket Details');
  });
});

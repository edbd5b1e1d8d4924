import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { FixtureTips } from '#client/features/feed/feed-tips.tsx';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import { type FeedSearch, parseFeedSearch } from '#client/features/feed/feed-search.ts';
import { feedDocument, feedSearchKey } from '#sync/refresh/document-names.ts';
import { competition, competitionRow } from '../../../testing/engine/records.ts';
import { leg, otherMemberId, publicTip } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { tallRows } from '../../../testing/components/tall-rows.ts';

const hour = 3_600_000;

/** A tip with a number as its id; a higher number means a newer tip. */
function tip(number: number, values: Partial<Tip> = {}): Tip {
  return publicTip({
    id: `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    creationTime: new Date(Date.UTC(2026, 1, 1, 0, number)).toISOString(),
    options: [leg({ game: `Game ${number}.` })],
    ...values,
  });
}

async function holds(phone: Phone, ...tips: Tip[]): Promise<void> {
  await phone.publicStore.tips.bulkPut(tips);
  const value = { next: null };
  const fetchedAt = Date.UTC(2026, 2, 1, 14, 5);
  await phone.publicStore.documents.put({ name: 'feed', value, fetchedAt });
}

/** The page with its search parameters in component state instead of the router. */
function Tips({ first = {} }: { first?: FeedSearch }) {
  const [search, setSearch] = useState(first);
  return <FeedPage search={search} onSearch={setSearch} />;
}

const games = () =>
  [...document.querySelectorAll('li li p > span:first-child > bdi:first-child')].map(
    (game) => game.textContent,
  );

describe('the newest tips', () => {
  test('show their number and age, and warn that odds may change', async () => {
    const phone = aPhone();
    await holds(phone, tip(1), tip(2));

    const screen = await aScreen(<Tips />, phone);

    await screen.shows('Showing all 2 tips');
    expect(screen.text()).toContain('Please note that odds may be subject to change');
    expect(screen.text()).toMatch(/As of .*1 Mar|As of .*Mar 1/);
  });

  test('are a hundred at first, and more on demand', async () => {
    tallRows();
    const phone = aPhone();
    await holds(phone, ...Array.from({ length: 120 }, (_, index) => tip(index)));

    const screen = await aScreen(<Tips />, phone);
    await screen.shows('Showing recent 100 tips');
    await screen.presses('Load more tips');

    await screen.shows('Showing all 120 tips');
    await screen.until(() => document.querySelector('[aria-setsize="120"]') !== null, 'its size');
    expect(screen.text()).not.toContain('Load more tips');
    expect(games().length).toBeLessThan(60);
  });

  test('are fetched page by page until the server names no next page', async () => {
    tallRows();
    const phone = aPhone();
    const newest = Array.from({ length: 100 }, (_, index) => tip(index + 10)).toReversed();
    const before = tip(10).id;
    const engine = anAnsweredEngine(phone, ({ pathname, searchParams }) => {
      if (pathname !== '/api/feed') return undefined;
      if (searchParams.get('before') === before) return { body: [tip(1)] };
      return { body: newest, next: `/api/feed?before=${before}` };
    });

    const screen = await aScreen(<Tips />, phone, { engine });
    await screen.presses('Load more tips');

    await screen.shows('Showing all 101 tips');
    await screen.hides('Load more tips');
    expect(engine.requests.filter(({ pathname }) => pathname === '/api/feed')).toHaveLength(2);
  });

  test('stay visible without a connection, and the page says so', async () => {
    const phone = aPhone();
    await holds(phone, tip(1));

    const screen = await aScreen(<Tips />, phone, {
      engine: anAnsweredEngine(phone, () => undefined),
    });

    await screen.shows('New tips come when you are online.');
    expect(screen.names('button')).not.toContain('Retry');
    expect(games()).toEqual(['Game 1.']);
  });

  test('can be empty, and then the page links to the page for posting', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, ({ pathname }) =>
      pathname === '/api/feed' ? { body: [] } : undefined,
    );

    const screen = await aScreen(<Tips />, phone, { engine });

    const post = await screen.link('Post a tip');
    expect(post.getAttribute('href')).toBe('/tips/create');
    expect(screen.text()).toContain('Nobody has posted a tip yet.');
  });
});

describe('filtering the stored tips', () => {
  async function aPhoneWithFour(): Promise<Phone> {
    const phone = aPhone();
    const later = new Date(Date.now() + hour).toISOString();
    await holds(
      phone,
      tip(1, { tipsterId: otherMemberId, tipsterName: 'Luís Marques', totalOdds: 1.9 }),
      tip(2, { totalOdds: 4 }),
      tip(3, { totalOdds: 4.1, expiryTime: later }),
      tip(4, { tipsterName: 'Nobody here', tipsterId: 'unknown', totalOdds: 0 }),
    );
    const record = { settled: 20, won: 12, lost: 8, flatProfit: 4 };
    await phone.publicStore.tipsters.bulkPut([
      aTipster({ record: { ...record, stars: 3.93 } }),
      aTipster({
        id: otherMemberId,
        firstName: 'Luís',
        lastName: 'Marques',
        record: { ...record, stars: 4.2 },
      }),
    ]);
    return phone;
  }

  test.each<{ search: FeedSearch; finds: string[] }>([
    { search: { search: 'luis' }, finds: ['Game 1.'] },
    { search: { stars: 4 }, finds: ['Game 1.'] },
    { search: { search: 'amara', stars: 3, minOdds: 4, open: true }, finds: ['Game 3.'] },
  ])('by $search finds $finds', async ({ search, finds }) => {
    const phone = await aPhoneWithFour();

    const screen = await aScreen(<Tips first={search} />, phone);

    await screen.shows(finds.length === 1 ? '1 tip matches' : `${finds.length} tips match`);
    expect(games()).toEqual(finds);
  });

  test('works for a typed name and a chosen filter, and can be reset', async () => {
    const screen = await aScreen(<Tips />, await aPhoneWithFour());
    await screen.shows('Showing all 4 tips');

    await screen.presses('Search Tipster');
    await screen.types('Search Tipster', 'LUIS');
    await screen.presses('Search');
    await screen.shows('1 tip matches');
    await screen.presses('Show all tips');
    await screen.shows('Showing all 4 tips');
    await screen.presses('Filters');
    await screen.chooses('3 stars or more');

    await screen.shows('3 tips match');
    expect(games()).toEqual(['Game 3.', 'Game 2.', 'Game 1.']);
  });

  test('also shows tips from the server that the phone could not find', async () => {
    const phone = await aPhoneWithFour();
    const engine = anAnsweredEngine(phone, ({ pathname, searchParams }) =>
      pathname === '/api/feed' && searchParams.get('stars') === '4'
        ? { body: [tip(4, { tipsterName: 'Nobody here', tipsterId: otherMemberId })] }
        : undefined,
    );

    const screen = await aScreen(<Tips first={{ stars: 4 }} />, phone, { engine });

    await screen.shows('2 tips match');
    expect(games()).toEqual(['Game 4.', 'Game 1.']);
  });

  test('does not show a tip as open that has started since the response', async () => {
    const phone = await aPhoneWithFour();
    const search = { search: 'amara', open: true };
    const value = { ids: [tip(3).id, tip(2).id], next: null };
    const name = feedDocument(feedSearchKey(search));
    await phone.publicStore.documents.put({ name, value, fetchedAt: 1 });

    const screen = await aScreen(<Tips first={search} />, phone);

    await screen.shows('1 tip matches');
    expect(games()).toEqual(['Game 3.']);
  });

  test.each([
    { where: 'the filters', search: { minOdds: 4 }, which: 0, shownText: '2 tips match' },
    {
      where: 'an empty list',
      search: { search: 'zzz' },
      which: 1,
      shownText: 'No tip on this phone matches. Go online to look for more.',
    },
  ])('ends in $where, with the focus on the list', async ({ search, which, shownText }) => {
    const phone = await aPhoneWithFour();
    const engine = anAnsweredEngine(phone, () => undefined);
    const screen = await aScreen(<Tips first={search} />, phone, { engine });
    const showAll = () =>
      [...document.querySelectorAll('button')].filter(
        ({ textContent }) => textContent === 'Show all tips',
      );
    await screen.until(() => showAll().length > which, 'the way back');
    await screen.shows(shownText);

    showAll()[which]?.click();

    await screen.shows('Showing all 4 tips');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Tips');
  });
});

test('the tips on a game are found behind any number of newer tips on other games', async () => {
  const phone = aPhone();
  const others = Array.from({ length: 120 }, (_, index) => tip(index + 2));
  const options = [leg({ fixtureId: 'derby', game: 'Derby.' })];
  await holds(phone, tip(1, { options }), ...others);

  await aScreen(<FixtureTips id="derby" />, phone);

  await expect.poll(games).toEqual(['Derby.']);
});

test.each([
  { input: {}, reads: {} },
  {
    input: { search: ' Ada ', minOdds: 3, stars: 5, open: true },
    reads: { search: 'Ada', minOdds: 3, stars: 5, open: true },
  },
  { input: { search: '', minOdds: 0, stars: 0, open: false }, reads: {} },
  { input: { minOdds: 11, stars: 2.5, open: 'yes', search: {} }, reads: {} },
])('the search parameters $input are parsed as $reads', ({ input, reads }) => {
  expect(parseFeedSearch(input)).toEqual(reads);
});

describe('the tipster of the month', () => {
  test('is shown with hit rates, each with a follow button', async () => {
    const phone = aPhone();
    const rows = [
      competitionRow({ hitRate: 0.6667 }),
      competitionRow({ rank: 2, tipsterId: otherMemberId, firstName: 'Luís', hitRate: 0.5 }),
    ];
    const value = competition({ rows });
    await phone.publicStore.documents.put({ name: 'competition', value, fetchedAt: 1 });
    const screen = await aScreen(<Tips />, phone);

    await screen.shows('Tipster of the month');
    await screen.shows('66.7% won');
    await screen.presses(/^Follow Luís/);

    await screen.button(/^Following Luís/);
    expect(await screen.queued()).toMatchObject([
      { kind: 'follow.set', payload: { tipsterId: otherMemberId, following: true } },
    ]);
  });

  test('does not exist until somebody has a rank', async () => {
    const phone = aPhone();
    const { rank: _, ...unranked } = competitionRow({ settled: 0 });
    const value = competition({ rows: [unranked], minimum: 1 });
    await phone.publicStore.documents.put({ name: 'competition', value, fetchedAt: 1 });

    const screen = await aScreen(<Tips />, phone);

    await screen.shows('Nobody has a rank in November 2026 yet: it takes 1 settled ticket.');
    expect(screen.names('ol')).toEqual([]);
  });
});

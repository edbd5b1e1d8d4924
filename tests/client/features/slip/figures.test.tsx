import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { emptySlip } from '#client/data/tips/slip.ts';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { FeedFilters } from '#client/features/feed/feed-filters.tsx';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import { MemberHome } from '#client/features/home/member-home.tsx';
import { toTipRow } from '#sync/storage/member-store.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import { aScreen, aPulledPhone, type Phone } from '../../../testing/components/a-screen.tsx';
import { aFixtureRow, putGames } from '../../../testing/components/fixture-rows.ts';
import { tallRows } from '../../../testing/components/tall-rows.ts';

const soon = new Date(Date.now() + 5 * 3_600_000).toISOString();
const open = leg({ startDateOfGame: soon });

/** Sets a browser language whose numbers have Arabic digits. */
function writesArabicDigits(): void {
  const { languages } = navigator;
  Object.defineProperty(navigator, 'languages', { value: ['en-u-nu-arab'], configurable: true });
  onTestFinished(() => {
    Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  });
}

async function holdsTips({ store }: Phone): Promise<void> {
  const saved = serverTip({ options: [open], expiryTime: soon, stake: 3 });
  const counts = { totalGamesWon: 1, totalGamesLost: 2 };
  const booked = serverTip({ ...counts, id: crypto.randomUUID(), options: [open], IsBooked: true });
  await store.tips.bulkPut([saved, booked].map(toTipRow));
  await store.adminTips.put(saved);
  await store.documents.put({ name: 'admin-tips', value: null, fetchedAt: 0 });
}

async function holdsAGame(phone: Phone): Promise<void> {
  await putGames(phone, aFixtureRow());
  const picked = { fixtureId: 'arsenal-chelsea', game: 'Arsenal Vs Chelsea', oddsId: 1 };
  const slip = [{ ...picked, sportKey: 'soccer_epl', kickOff: new Date(soon) }];
  await phone.store.documents.put({ name: 'slip', value: { ...emptySlip, slip }, fetchedAt: 0 });
}

async function holdsManyTips({ publicStore }: Phone): Promise<void> {
  tallRows();
  const tips = Array.from({ length: 101 }, () => serverTip({ id: crypto.randomUUID() }));
  await publicStore.tips.bulkPut(tips);
}

async function holdsATicketInPlay({ store }: Phone): Promise<void> {
  const played = leg({
    startDateOfGame: new Date(Date.now() - 3_600_000).toISOString(),
    score: { fullTime: [2, 1] },
  });
  await store.tips.put(toTipRow(serverTip({ options: [played], outcome: 'open', stake: 3 })));
}

const saved = <SavedTips />;
const booked = <BookedTips />;
const create = <CreateTipPage league="soccer_epl" onLeague={() => undefined} />;
const home = <MemberHome />;
const feed = <FeedPage search={{}} onSearch={() => undefined} />;
const nothing = () => undefined;
const filters = (
  <FeedFilters search={{}} onSearch={nothing} onShowAll={nothing} onSearched={nothing} />
);
const desk = (
  <TipDesk search={{}} onSearch={() => undefined} loadMore="Load more tickets">
    {() => undefined}
  </TipDesk>
);

type Row = {
  what: string;
  page: ReactNode;
  holds: (phone: Phone) => Promise<void>;
  shownText: string;
};

test.each<Row>([
  { what: 'the stake of a saved tip', page: saved, holds: holdsTips, shownText: 'Stake٣ units' },
  { what: 'the stake of a ticket', page: home, holds: holdsATicketInPlay, shownText: 'Stake ٣' },
  { what: 'the goals so far', page: home, holds: holdsATicketInPlay, shownText: '٢–١' },
  { what: 'the games won', page: booked, holds: holdsTips, shownText: 'Total Games Won١' },
  { what: 'the games lost', page: booked, holds: holdsTips, shownText: 'Total Games Lost٢' },
  { what: 'the games at the desk', page: desk, holds: holdsTips, shownText: 'Games١' },
  {
    what: 'the games on the slip',
    page: create,
    holds: holdsAGame,
    shownText: '١game on your slip',
  },
  { what: 'the further options', page: create, holds: holdsAGame, shownText: '+٤٨' },
  {
    what: 'the stars of a tipster',
    page: filters,
    holds: async () => undefined,
    shownText: '٣ ★',
  },
  {
    what: 'the newest tips',
    page: feed,
    holds: holdsManyTips,
    shownText: 'Showing recent ١٠٠ tips',
  },
])('a reader with other digits sees these in $what', async ({ page, holds, shownText }) => {
  writesArabicDigits();
  const phone = await aPulledPhone();
  await holds(phone);

  const screen = await aScreen(page, phone);

  await screen.shows(shownText);
  expect(screen.text()).not.toMatch(/Games ?\d/);
});

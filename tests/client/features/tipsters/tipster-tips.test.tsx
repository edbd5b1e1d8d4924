import { useLocation } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { parseProfileSearch } from '#contract/site/pages.ts';
import type { Tip } from '#contract/tips.ts';
import { tipsterTipsDocument } from '#sync/refresh/document-names.ts';
import { fullRecord } from '../../../testing/engine/records.ts';
import { leg, tipsterId, publicTip } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWith, aTipster } from '../../../testing/components/a-tipster.ts';

const path = `/tipster/profile/${tipsterId}`;

/** A tip with a number as its id, posted two hours before its game. */
function tip(number: number, values: Partial<Tip> = {}): Tip {
  return publicTip({
    id: `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    expiryTime: '2026-03-01T12:00:00.000Z',
    options: [leg({ game: `Home ${number} Vs Away ${number}`, result: 'won' })],
    outcome: 'won',
    IsGameSuccessful: true,
    ...values,
  });
}

const lost = tip(2, { outcome: 'lost', totalOdds: 3.1 });
const open = tip(3, { outcome: 'open', IsGameSuccessful: false });

/** Opens the profile with these query parameters; its server has two settled tips and an open one. */
async function aProfile(query = '') {
  const phone = await aPhoneWith(aTipster());
  const engine = anAnsweredEngine(phone, ({ pathname, searchParams }) => {
    if (pathname.endsWith('/record')) return { body: fullRecord() };
    if (pathname === `/api/tipsters/${tipsterId}`) return { body: aTipster() };
    if (!pathname.endsWith('/tips')) return undefined;
    if (searchParams.get('state') === 'open') return { body: [open] };
    if (searchParams.has('at')) return { body: [lost] };
    return searchParams.has('before')
      ? { body: [lost] }
      : { body: [tip(1)], next: `${pathname}?before=${tip(1).id}` };
  });
  const screen = await aScreen(<AtAddress />, phone, { engine, at: `${path}${query}` });
  const lists = () =>
    engine.requests
      .filter(({ pathname }) => pathname.endsWith('/tips'))
      .map(({ search }) => search);
  return { screen, lists };
}

function AtAddress() {
  const search: Record<string, unknown> = useLocation().search;
  return <TipsterPage id={tipsterId} search={parseProfileSearch(search)} />;
}

const cards = () =>
  [...document.querySelectorAll('[aria-label="Recent Tickets"] article')].map(({ textContent }) =>
    textContent.replaceAll(/[\u2066-\u2069\u2060]/g, ''),
  );

describe('the tips of a profile', () => {
  test('show the open ones first for a member, with a link to the settled ones', async () => {
    const { screen } = await aProfile();
    await screen.shows('Home 3 – Away 3');
    expect(cards()).toHaveLength(1);

    (await screen.link('Settled')).click();

    await screen.shows('Home 1 – Away 1');
    expect(cards()).toHaveLength(1);
    expect(screen.search()).toEqual({ tips: 'settled' });
  });

  test('are loaded page by page', async () => {
    const { screen, lists } = await aProfile('?tips=settled');

    await screen.presses('Load more tips');

    await screen.shows('Home 2 – Away 2');
    expect(cards()).toHaveLength(2);
    expect(lists()).toEqual([
      '?state=settled&limit=20',
      `?state=settled&limit=20&before=${tip(1).id}`,
    ]);
  });

  test('are filtered by league, market and month in words, and the address contains the filters', async () => {
    const { screen, lists } = await aProfile('?tips=settled');
    const chooses = async (label: string, words: string) => {
      await screen.until(() => document.querySelector(`[aria-label="${label}"]`) !== null, label);
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
      const option = [...(select?.options ?? [])].find(({ text }) => text === words);
      if (!select || !option) throw new Error(`There is no ${words} in ${label}.`);
      select.value = option.value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };

    await chooses('League', 'EPL');
    await screen.until(() => 'league' in screen.search(), 'the league is in the address');
    await chooses('Market', 'Over/Under 2.5');
    await screen.until(() => 'option' in screen.search(), 'the market is in the address');
    await chooses('Month', 'Oct 2026');
    await screen.until(() => 'played' in screen.search(), 'the month is in the address');

    const chosen = { league: 'soccer_epl', option: 'O/U 2.5' };
    expect(screen.search()).toEqual({ tips: 'settled', ...chosen, played: '2026-10' });
    const month = '2026-10';
    const last = new URLSearchParams({ state: 'settled', limit: '20', ...chosen, month });
    await screen.until(() => lists().at(-1) === `?${last}`, 'the server is asked for them');

    await screen.presses('Show all tips');
    await screen.until(() => !('league' in screen.search()), 'nothing is chosen any more');
  });

  test('with a market that is only in the address show its name', async () => {
    await aProfile('?tips=settled&option=DNB');

    const chosen = () =>
      document.querySelector<HTMLSelectElement>('select[aria-label="Market"]')?.selectedOptions[0];
    await expect.poll(() => chosen()?.text).toBe('Draw no bet');
  });

  test('are those of a figure if its link was opened', async () => {
    const { screen, lists } = await aProfile('?month=2026-10&played=2026-10&figure=in-time');

    await screen.shows('Only tips that arrived before kick-off');

    await screen.shows('Home 1 – Away 1');
    expect(lists()).toEqual(['?state=settled&limit=20&month=2026-10&figure=in-time']);
    await screen.until(
      () => document.activeElement?.textContent === 'Recent Tickets',
      'the focus is where they begin',
    );
  });
});

test('the stored tips of a followed tipster are shown offline, with their age', async () => {
  const phone = await aPhoneWith(aTipster());
  const { tips, documents } = phone.publicStore;
  await tips.bulkPut([tip(1), lost]);
  const value = { ids: [lost.id, tip(1).id], next: null };
  const name = tipsterTipsDocument(tipsterId, { state: 'settled' });
  await documents.put({ name, value, fetchedAt: Date.UTC(2026, 2, 1, 14, 5) });
  const engine = anAnsweredEngine(phone, () => undefined);

  const screen = await aScreen(<AtAddress />, phone, { engine, at: `${path}?tips=settled` });

  await screen.shows('Home 1 – Away 1');
  expect(cards().map((card) => /Home \d/.exec(card)?.[0])).toEqual(['Home 2', 'Home 1']);
  await screen.shows('As of Sun, Mar 1');
});

test('a point of the chart links to its tip', async () => {
  const { screen, lists } = await aProfile();
  const slider = await screen.field('Tips on the chart');
  expect(slider.getAttribute('aria-valuetext')).toContain('+9.5');

  await screen.types('Tips on the chart', '0');

  const link = await screen.link(/Home 2 – Away 2/);
  expect(link.getAttribute('href')).toBe(`/tip/${lost.id}`);
  expect(link.textContent).toContain('−1.00');
  expect(slider.getAttribute('aria-valuetext')).toContain('+12');
  const at = encodeURIComponent('2026-09-12T15:00:00.000Z');
  expect(lists()).toContain(`?state=settled&limit=100&at=${at}&figure=settled`);
});

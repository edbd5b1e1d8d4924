import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useServerQuery } from '#client/data/account/server-query.ts';
import { FetchFailure } from '#client/features/desk/fetch-failure.tsx';
import type { AdminSearch } from '#client/features/tickets/admin-search.ts';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import type { RefreshTarget, PlainRefreshTargetName } from '#sync/engine.ts';
import { createObservable } from '#sync/observable.ts';
import { idOf } from '../../../testing/engine/a-list-reader.ts';
import { serverTip, tipId, tipsterId } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

async function aPhoneWithATip(): Promise<Phone> {
  const phone = aPhone();
  await phone.store.adminTips.put(serverTip({ tipsterId, tipsterName: 'Luís Marques' }));
  return phone;
}

/** A desk with its search parameters in component state; records the refreshes it requests. */
async function aDesk(at: AdminSearch, phone: Phone, answer: 'fresh' | 'failed' = 'fresh') {
  const requests: (RefreshTarget | PlainRefreshTargetName)[] = [];
  const engine = {
    ...anEngine(phone),
    refresh: async (target: RefreshTarget | PlainRefreshTargetName) => {
      requests.push(target);
      return answer;
    },
  };
  function Desk() {
    const [search, setSearch] = useState(at);
    return (
      <>
        <TipDesk search={search} onSearch={setSearch} loadMore="Load more tickets">
          {() => 'The ticket'}
        </TipDesk>
        <button onClick={() => setSearch({})}>Back</button>
      </>
    );
  }
  return { screen: await aScreen(<Desk />, phone, { engine, configuration }), requests };
}

test('choosing a state also searches for the typed text, without outer spaces', async () => {
  const { screen, requests } = await aDesk({}, await aPhoneWithATip());
  await screen.types('Search Ticket', ' köln ');
  const select = document.querySelector('select') ?? expect.unreachable('no choice of state');

  select.value = 'undecided';
  select.dispatchEvent(new Event('change', { bubbles: true }));

  const search = { what: 'admin-tips', state: 'undecided', search: 'köln' };
  await expect.poll(() => requests.at(-1)).toEqual(search);
});

test('a search in the address is sent to the server, and Back ends it', async () => {
  const { screen, requests } = await aDesk({ search: 'köln' }, await aPhoneWithATip());
  const field = await screen.field('Search Ticket');
  expect(field).toHaveProperty('value', 'köln');
  await expect.poll(() => requests).toEqual([{ what: 'admin-tips', state: 'all', search: 'köln' }]);

  await screen.presses('Back');

  await expect.poll(() => field).toHaveProperty('value', '');
  await screen.shows('Luís Marques');
});

test('a ticket that is opened from the list is not fetched again', async () => {
  const { screen, requests } = await aDesk({}, await aPhoneWithATip());

  await screen.presses(/^Luís Marques/);
  await screen.shows('The ticket');

  expect(requests).toEqual(['admin-tips']);
});

test('a ticket in the address that is not on this device is fetched, or reported as missing', async () => {
  const phone = aPhone();
  const { screen, requests } = await aDesk({ tip: tipId }, phone);

  await screen.shows('There is no such ticket.');
  expect(requests).toContainEqual({ what: 'admin-tip', id: tipId });

  await phone.store.adminTips.put(serverTip());
  await screen.shows('The ticket');
});

test('loading more tickets keeps the focus on its button', async () => {
  const phone = aPhone();
  const tips = Array.from({ length: 250 }, (_, index) => serverTip({ id: idOf(index) }));
  await phone.store.adminTips.bulkPut(tips);
  const { screen } = await aDesk({}, phone);
  const more = await screen.button('Load more tickets');
  more.focus();

  more.click();

  await screen.shows('Showing recent 200 tickets');
  expect(document.activeElement).toBe(more);
});

test('the list returns to its scroll position on a phone', async () => {
  const scrolled: number[] = [];
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    const [shownAddress] = to;
    if (typeof shownAddress !== 'object' || shownAddress === null || !('top' in shownAddress))
      return;
    scrolled.push(Number(shownAddress.top));
  });
  onTestFinished(() => scroll.mockRestore());
  const { screen } = await aDesk({}, await aPhoneWithATip());
  const row = await screen.button(/^Luís Marques/);
  const scrollPosition = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(640);
  onTestFinished(() => scrollPosition.mockRestore());

  row.click();
  await screen.shows('The ticket');
  scrollPosition.mockReturnValue(0);
  await screen.presses('All tickets');

  await screen.until(() => scrolled.at(-1) === 640, 'the place it was left at');
  expect(scrolled.at(-2)).toBe(0);
});

test('an administrator who is refused without an authenticator app is told where to activate one', async () => {
  aBackend({
    '/api/auth/security': () =>
      Response.json({
        email: 'ada@example.org',
        nextEmail: null,
        devices: [],
        passkeys: [],
        authenticator: {
          on: false,
          device: null,
          addedAt: null,
          recoveryCodesLeft: 0,
          required: true,
        },
      }),
  });
  const { screen } = await aDesk({}, aPhone(), 'failed');

  await screen.shows('An administrator needs an authenticator app first.');
  expect(screen.text()).not.toContain('could not be fetched');
});

test('the login guards are not requested from a spec-only backend', async () => {
  const phone = aPhone();
  const { requests } = aBackend({});
  const engine = {
    ...anEngine(phone),
    backend: createObservable<Backend | undefined>(specBackend),
  };
  // If the notice sent a request, this component's request would come after it.
  function LaterQuery() {
    useServerQuery('later', (accounts) => accounts.validateEmail('token'));
    return null;
  }
  const screen = await aScreen(
    <>
      <FetchFailure onRetry={() => undefined} />
      <LaterQuery />
    </>,
    phone,
    { engine, configuration },
  );

  await screen.shows('The newest tickets could not be fetched.');
  await expect.poll(() => requests).not.toEqual([]);
  expect(requests.map(({ path }) => path)).not.toContain('/api/auth/security');
});

import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { type AdminSearch, parseAdminSearch } from '#client/features/tickets/admin-search.ts';
import { AdministratorsOnly } from '#client/features/desk/administrators-only.tsx';
import { OddsPanel } from '#client/features/prices/odds-panel.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import {
  leg,
  memberId,
  profile,
  serverTip,
  tipId,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const soon = new Date(Date.now() + 5 * hour).toISOString();
const before = new Date(Date.now() - hour).toISOString();
const open = leg({ startDateOfGame: soon, odd: 0 });

const theirs = (values: Partial<Tip> = {}) =>
  serverTip({ tipsterId, tipsterName: 'Luís Marques', options: [open], ...values });

async function aPhoneWith(...tips: Tip[]): Promise<Phone> {
  const phone = aPhone();
  await phone.store.adminTips.bulkPut(tips);
  await phone.store.documents.put({ name: 'admin-tips', value: null, fetchedAt: Date.now() });
  return phone;
}

async function pricing(ticket: Tip, phone?: Phone) {
  return desk({ tip: ticket.id }, phone ?? (await aPhoneWith(ticket)), (tip) => (
    <OddsPanel tip={tip} />
  ));
}

async function desk(
  search: AdminSearch,
  phone: Phone,
  panel: Parameters<typeof TipDesk>[0]['children'],
  onSearch: (search: AdminSearch) => void = () => undefined,
) {
  return aScreen(
    <TipDesk search={search} onSearch={onSearch} loadMore="Load more tickets">
      {panel}
    </TipDesk>,
    phone,
    { width: 1280 },
  );
}

describe('the area of administrators', () => {
  test.each([
    { role: 'member' as const, allowed: false },
    { role: 'administrator' as const, allowed: true },
  ])('opens for a $role: $allowed', async ({ role, allowed }) => {
    const phone = aPhone();
    await phone.store.documents.put({ name: 'profile', value: profile({ role }), fetchedAt: 0 });
    const screen = await aScreen(<AdministratorsOnly>The desk</AdministratorsOnly>, phone);

    await expect.poll(screen.text).toContain(allowed ? 'The desk' : 'You are not allowed in here.');
  });
});

describe('the list of all tickets', () => {
  test('says that it is empty and that no ticket is selected', async () => {
    const screen = await desk({}, aPhone(), () => null);

    await screen.shows('No ticket available');
    await screen.shows('No Ticket Selected');
    await screen.shows('Recent Tickets');
    expect(screen.text()).not.toContain('Showing');
  });

  test('can be searched by tipster and game, and filtered by state', async () => {
    const priced = theirs({
      id: memberId,
      tipsterName: 'Chi Obi',
      options: [leg({ game: 'Lens Vs Brest' })],
    });
    const phone = await aPhoneWith(theirs(), priced);

    const bySearch = await desk({ search: 'brest' }, phone, () => null);
    await bySearch.shows('Chi Obi');
    expect(bySearch.text()).not.toContain('Luís Marques');

    const byState = await desk({ state: 'unpriced' }, phone, () => null);
    await byState.shows('Luís Marques');
    await byState.shows('Showing 1 ticket');
  });

  test('shows the number of tickets, and whether older ones are left out', async () => {
    const many = Array.from({ length: 101 }, () => theirs({ id: crypto.randomUUID() }));

    const short = await desk({}, await aPhoneWith(...many.slice(0, 2)), () => null);
    await short.shows('Showing 2 tickets');
    expect(short.text()).not.toContain('recent');
    const newest = await desk({}, await aPhoneWith(...many), () => null);
    await newest.shows('Showing recent 100 tickets');
  });

  test.each([
    [
      { state: 'unpriced', search: 'x', tip: 'y' },
      { state: 'unpriced', search: 'x', tip: 'y' },
    ],
    [{ state: 'nonsense', search: '7', fixture: 'x' }, { search: '7' }],
  ])('reads %j from the address', (address, read) => {
    expect(parseAdminSearch(address)).toEqual(read);
  });
});

describe("updating a ticket's odds", () => {
  test('refuses invalid odds, and keeps the typed text', async () => {
    const screen = await pricing(theirs());

    await screen.presses(/Arsenal – Chelsea/);
    await screen.types('Odd', '0.5');
    await screen.presses('Add odd');

    await screen.shows('Odds are 0 or between 1 and 1000, with at most two decimals.');
    expect(document.querySelector<HTMLInputElement>('[name=odd]')?.value).toBe('0.5');
  });

  test('collects changes on the phone and saves them together', async () => {
    const phone = await aPhoneWith(theirs());
    const screen = await pricing(theirs(), phone);
    const save = await screen.button('Edit Ticket');
    expect(save.getAttribute('aria-disabled')).toBe('true');

    await screen.presses(/Arsenal – Chelsea/);
    await screen.types('Odd', '2,35');
    await screen.presses('Add odd');
    await screen.shows('Odd added. Not saved yet.');
    expect(await screen.pending()).toEqual([]);
    expect((await phone.store.documents.get(`edit-${tipId}`))?.value).toMatchObject({
      'fixture-1': { odd: 2.35 },
    });
    save.focus();
    save.click();

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'odds.set',
        payload: { tipId, changes: [{ fixtureId: 'fixture-1', odd: 2.35 }] },
        baseVersion: 1,
      },
    ]);
    await screen.hides('Changed');
    await screen.shows('2.35');
    expect(document.activeElement).toBe(save);
  });

  test('does not count equal odds as a change', async () => {
    const phone = await aPhoneWith(theirs());
    const screen = await pricing(theirs(), phone);

    await screen.presses(/Arsenal – Chelsea/);
    await screen.types('Odd', '0');
    await screen.presses('Add odd');

    await screen.hides('Odds are 0');
    expect(screen.text()).not.toMatch(/Changed|Odd added/);
    expect((await screen.button('Edit Ticket')).getAttribute('aria-disabled')).toBe('true');
  });

  test('asks for a reason once the game has started', async () => {
    const screen = await pricing(theirs({ options: [leg({ startDateOfGame: before })] }));

    await screen.presses(/Arsenal – Chelsea/);
    await screen.types('Odd', '3');
    await screen.presses('Update Tip');

    await expect.poll(screen.text).toContain('Reason is required');
  });

  test('voids a game, after it has asked for a reason', async () => {
    const screen = await pricing(theirs());

    await screen.presses(/Arsenal – Chelsea/);
    await screen.presses('DECLINE TIP');
    await screen.shows('Reason is required');
    await screen.types('Reason for the withdrawal', 'The stand is closed.');
    await screen.presses('DECLINE TIP');
    await screen.shows('Withdrawn');
    await screen.presses('Edit Ticket');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'leg.settle',
        payload: {
          change: { fixtureId: 'fixture-1', result: 'void', reason: 'The stand is closed.' },
          declined: true,
        },
      },
    ]);
    await screen.presses(/^Undo · 10 min/);
    await screen.queued(0);
    expect(screen.text()).not.toContain('Withdrawn');
  });

  test('is disabled for an own ticket, and says why', async () => {
    const screen = await pricing(theirs({ tipsterId: memberId }));

    await screen.shows('Nobody prices or confirms their own ticket.');

    expect((await screen.button(/Arsenal – Chelsea/)).hasAttribute('disabled')).toBe(true);
    expect(screen.names('button')).not.toContain('Edit Ticket');
  });
});

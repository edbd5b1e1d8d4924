// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Tipster } from '#contract/members.ts';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { whatsAppAddress } from '#client/features/tipsters/whatsapp.ts';
import { memberId, ticket, tipsterId } from '../sync/support/samples.ts';
import { aPhone, aScreen, type Phone } from './support/a-screen.tsx';

function aTipster(values: Partial<Tipster> = {}): Tipster {
  return {
    id: tipsterId,
    firstName: 'Amara',
    lastName: 'Okafor',
    picture: null,
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    createdAt: '2025-03-01T10:00:00.000Z',
    isTipster: true,
    followers: 1204,
    record: { settled: 84, won: 50, lost: 34, flatProfit: 9.5, stars: 4.2 },
    tips: [],
    ...values,
  };
}

async function aPhoneWith(tipster: Tipster, phoneNumber?: string): Promise<Phone> {
  const phone = aPhone();
  await phone.publicStore.tipsters.put(tipster);
  const value = { ids: [tipster.id], reader: memberId };
  await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
  if (phoneNumber !== undefined) {
    await phone.store.phones.put({ tipsterId: tipster.id, phoneNumber });
  }
  return phone;
}

describe('a phone number', () => {
  test.each([
    { phone: '+234 800-000 0000', address: 'https://wa.me/2348000000000' },
    { phone: ' +44 7700 900112', address: 'https://wa.me/447700900112' },
    { phone: '0800 000 000', address: undefined },
    { phone: '+', address: undefined },
    { phone: undefined, address: undefined },
  ])('$phone is $address on WhatsApp', ({ phone, address }) => {
    expect(whatsAppAddress(phone)).toBe(address);
  });
});

describe('the list of tipsters', () => {
  test('shows the phone its owner agreed to, a way to the profile and to WhatsApp', async () => {
    const screen = await aScreen(<TipsterListPage />, await aPhoneWith(aTipster(), '+234 80'));

    await screen.says('+234 80');
    expect((await screen.link('View Profile')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    expect((await screen.link(/WhatsApp/)).getAttribute('href')).toBe('https://wa.me/23480');
  });

  test('has neither number nor WhatsApp when its owner keeps it', async () => {
    const screen = await aScreen(<TipsterListPage />, await aPhoneWith(aTipster()));

    await screen.says('Amara Okafor');
    expect(screen.text()).not.toContain('WhatsApp');
  });

  test('filters by odds from 1 to 10 with the words of old', async () => {
    const screen = await aScreen(<TipsterListPage />, await aPhoneWith(aTipster()));
    await screen.button('Search');

    const options = [...document.querySelectorAll('select[name=minOdds] option')];
    expect(options.map((option) => option.textContent)).toEqual([
      'Filter by Odds',
      ...Array.from({ length: 10 }, (_, index) => String(index + 1)),
    ]);
  });
});

describe("a tipster's page", () => {
  test('shows real figures, each with its sample', async () => {
    const phone = await aPhoneWith(aTipster({ tips: [ticket({ outcome: 'won' })] }));

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.says('1,204 followers');
    expect(screen.text()).toContain('1 Marina, Lagos, Nigeria');
    expect(screen.text()).toContain('since March 2025');
    expect(screen.text()).toContain('59.5%');
    expect(screen.text()).toContain('48.8% to 69.4% of 84');
    expect(screen.text()).toContain('+9.5');
    expect(screen.text()).not.toContain('Handicap');
  });

  test('is followed at once and owes that to the server', async () => {
    const screen = await aScreen(<TipsterPage id={tipsterId} />, await aPhoneWith(aTipster()));

    await screen.presses('Follow');

    const following = await screen.button(/^Following/);
    expect(following.textContent).toContain('Saved on this phone');
    expect(await screen.owes()).toMatchObject([
      { kind: 'follow.set', payload: { tipsterId, following: true } },
    ]);
  });

  test('of oneself offers to edit instead of to follow', async () => {
    const self = aTipster({ id: memberId });
    const screen = await aScreen(<TipsterPage id={memberId} />, await aPhoneWith(self));

    await screen.link('Edit profile');
    expect(screen.text()).not.toContain('Follow ');
  });
});

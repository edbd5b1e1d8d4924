// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Tipster } from '#contract/members.ts';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { whatsAppAddress } from '#client/features/tipsters/whatsapp.ts';
import { RunningContext } from '#client/data/running.ts';
import type { BackendKind } from '#sync/backend.ts';
import type { Engine } from '#sync/engine.ts';
import { observed } from '#sync/observable.ts';
import { fullRecord, windowRecord } from '../sync/support/records.ts';
import { memberId, otherMemberId, ticket, tipsterId } from '../sync/support/samples.ts';
import { aLine } from './support/a-line.ts';
import { tallRows } from './support/tall-rows.ts';
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

/** The list with an address around it, as the router gives it one. */
function Tipsters({ engine }: { engine?: Engine }) {
  const [minOdds, setMinOdds] = useState(0);
  const page = <TipsterListPage minOdds={minOdds} onSearch={setMinOdds} />;
  return engine ? <RunningContext value={running(engine)}>{page}</RunningContext> : page;
}

const running = (engine: Engine) => ({
  engine,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
});

async function holdsRecord(phone: Phone, record = fullRecord()): Promise<void> {
  const name = `record:${tipsterId}`;
  const fetchedAt = Date.UTC(2026, 10, 20, 12);
  await phone.publicStore.documents.put({ name, value: record, fetchedAt });
}

const figures = () =>
  [...document.querySelectorAll('dl > div')].map((figure) =>
    [...figure.children].map((part) => part.textContent).join(' | '),
  );

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
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster(), '+234 80'));

    await screen.says('+234 80');
    expect((await screen.link('View Profile')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    expect((await screen.link(/WhatsApp/)).getAttribute('href')).toBe('https://wa.me/23480');
  });

  test('has neither number nor WhatsApp when its owner keeps it', async () => {
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster()));

    await screen.says('Amara Okafor');
    expect(screen.text()).not.toContain('WhatsApp');
  });

  test('filters by odds from 1 to 10 with the words of old', async () => {
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster()));
    await screen.button('Search');

    const options = [...document.querySelectorAll('select[name=minOdds] option')];
    expect(options.map((option) => option.textContent)).toEqual([
      'Filter by Odds',
      ...Array.from({ length: 10 }, (_, index) => String(index + 1)),
    ]);
  });
});

describe('a long list of tipsters', () => {
  test('goes on where the server says so', async () => {
    const phone = aPhone();
    const second = aTipster({ id: otherMemberId, firstName: 'Luís', lastName: 'Marques' });
    const engine = aLine(phone, ({ pathname, searchParams }) => {
      if (pathname !== '/api/tipsters') return undefined;
      if (searchParams.has('before')) return { body: [second] };
      return { body: [aTipster()], next: `/api/tipsters?category=0&before=${tipsterId}` };
    });
    const screen = await aScreen(<Tipsters engine={engine} />, phone);
    await screen.says('Amara Okafor');

    await screen.presses('Load more tipsters');

    await screen.says('Luís Marques');
    await screen.saysNoMore('Load more tipsters');
    expect(screen.names('h2')).toEqual(['Amara Okafor', 'Luís Marques']);
  });

  test('says that there is no line for more of it', async () => {
    const phone = aPhone();
    const value = { ids: [tipsterId], next: tipsterId, reader: memberId };
    await phone.publicStore.tipsters.put(aTipster());
    await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
    const screen = await aScreen(<Tipsters engine={aLine(phone, () => undefined)} />, phone);

    await screen.presses('Load more tipsters');

    await screen.says('There is no line to fetch more. What is on this phone stays.');
    expect(screen.names('h2')).toEqual(['Amara Okafor']);
  });

  test('is drawn in part, and says how long it is', async () => {
    tallRows(144);
    const phone = aPhone();
    const many = Array.from({ length: 80 }, (_, index) => aTipster({ id: `tipster-${index}` }));
    const value = { ids: many.map(({ id }) => id), next: null, reader: memberId };
    await phone.publicStore.tipsters.bulkPut(many);
    await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });

    const screen = await aScreen(<Tipsters />, phone);

    await screen.until(() => document.querySelector('[aria-setsize="80"]') !== null, 'its size');
    expect(document.querySelectorAll('article').length).toBeLessThan(60);
  });
});

describe("a tipster's record", () => {
  test('shows six figures of 90 days, each with what it rests on', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.says('Yield, flat stakes');
    expect(figures()).toEqual([
      'Yield, flat stakes | +11.9% | of 80 priced tickets',
      'Hit rate | 59.5% | 48.8% to 69.4%',
      'Settled tickets | 84 | 50 won, 34 lost',
      'Units, flat stakes | +9.50 | of 80 priced tickets',
      'Average odds | 2.31 | of 80 priced tickets',
      'Streak | 3 won | longest: 6 won, 4 lost',
    ]);
    expect(screen.text()).toContain('Games on these tickets: 118 won, 42 lost.');
    expect(screen.text()).toMatch(/as of .*Nov/);
  });

  test('of another time says that nothing was settled in it', async () => {
    const phone = await aPhoneWith(aTipster());
    await holdsRecord(phone);
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.chooses('30 days');

    await screen.says('No ticket was settled in this time.');
    expect(figures()[0]).toBe('Yield, flat stakes | – | of 0 priced tickets');
  });

  test('shows its stakes where they were given', async () => {
    const phone = await aPhoneWith(aTipster());
    const staked = { tickets: 12, units: 40, profit: 3.2, yield: 0.08 };
    const record = fullRecord();
    const windows = { ...record.windows, '90d': windowRecord({ staked }) };
    await holdsRecord(phone, { ...record, windows });

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.says('At the stakes they gave');
    expect(screen.text()).toContain('+3.20 units from 40 staked on 12 tickets, a yield of +8.0%.');
  });

  test('is worked out with its own figures, and split by league, odds and month', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.publicStore.leagues.put({
      key: 'soccer_epl',
      title: 'EPL',
      group: 'Soccer',
      details: '',
      position: 0,
    });
    await holdsRecord(phone);

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.says('Here: 2.5 + 25 × +9.50 ÷ (84 + 50), which makes 4.3.');
    await screen.says('As a table');
    await screen.says('EPL10070%+12.40');
    expect(screen.text()).toContain('O/U 2.56060%-2.25');
    expect(screen.text()).toContain('October 202644 settled tickets-2.50+9.50');
  });

  test('is what the list told of it while it cannot be had', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = aLine(phone, () => undefined);

    const screen = await aScreen(
      <RunningContext value={running(engine)}>
        <TipsterPage id={tipsterId} />
      </RunningContext>,
      phone,
    );

    await screen.says('The whole record could not be fetched.');
    expect(figures()).toEqual([
      'Settled tickets | 84 | 50 won, 34 lost',
      'Hit rate | 59.5% | 48.8% to 69.4%',
      'Units, flat stakes | +9.50 | all time',
    ]);
  });

  test('is none on a backend that knows only the spec’s calls, which is said', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = aLine(phone, () => undefined);
    const foreign = { ...engine, backend: observed<BackendKind>('foreign') };

    const screen = await aScreen(
      <RunningContext value={running(foreign)}>
        <TipsterPage id={tipsterId} />
      </RunningContext>,
      phone,
    );

    await screen.says('This server keeps no record of its tipsters.');
    expect(figures()).toEqual([]);
  });
});

describe("a tipster's page", () => {
  test('says who they are, since when, and what they tipped last', async () => {
    const phone = await aPhoneWith(aTipster({ tips: [ticket({ outcome: 'won' })] }));

    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.says('1,204 followers');
    expect(screen.text()).toContain('1 Marina, Lagos, Nigeria');
    expect(screen.text()).toContain('since March 2025');
    expect(screen.text()).toContain('Arsenal Vs Chelsea');
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

  test('is unfollowed without a question, and that can be undone', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.store.follows.put({ tipsterId, following: true });
    const screen = await aScreen(<TipsterPage id={tipsterId} />, phone);

    await screen.presses(/^Following/);
    await screen.button('FollowSaved on this phone');
    const [toast] = screen.toasts;
    expect(toast).toMatchObject({
      text: 'You no longer follow this tipster',
      act: { label: 'Undo' },
      stands: true,
    });
    toast?.act?.onAct();

    await screen.button('Following');
    expect(await screen.owes()).toEqual([]);
  });

  test('of oneself offers to edit instead of to follow', async () => {
    const self = aTipster({ id: memberId });
    const screen = await aScreen(<TipsterPage id={memberId} />, await aPhoneWith(self));

    await screen.link('Edit profile');
    expect(screen.text()).not.toContain('Follow ');
  });
});

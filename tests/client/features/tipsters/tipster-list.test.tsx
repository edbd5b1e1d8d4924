// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { RunningContext } from '#client/data/device/running.ts';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';
import type { Engine } from '#sync/engine.ts';
import { observed } from '#sync/observable.ts';
import { memberId, otherMemberId, tipsterId } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWith, aTipster } from '../../../testing/components/a-tipster.ts';
import { tallRows } from '../../../testing/components/tall-rows.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

/** The list with its search parameters in a router-like state. */
function Tipsters({ engine, first = 0 }: { engine?: Engine; first?: number }) {
  const [minOdds, setMinOdds] = useState(first);
  const page = <TipsterListPage minOdds={minOdds} onSearch={setMinOdds} />;
  return engine ? <RunningContext value={running(engine)}>{page}</RunningContext> : page;
}

const running = (engine: Engine) => ({
  engine,
  configuration: undefined,
  failure: undefined,
  retry: () => undefined,
});

describe('the list of tipsters', () => {
  test('shows the phone its owner agreed to, a way to the profile and to WhatsApp', async () => {
    const screen = await aScreen(
      <Tipsters />,
      await aPhoneWith(aTipster(), { phoneNumber: '+234 80' }),
    );

    await screen.shows('+234 80');
    expect((await screen.link('View Profile Amara Okafor')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    expect((await screen.link(/WhatsApp/)).getAttribute('href')).toBe('https://wa.me/23480');
  });

  test('has neither number nor WhatsApp when its owner keeps it', async () => {
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster()));

    await screen.shows('Amara Okafor');
    expect(screen.text()).not.toContain('WhatsApp');
  });

  test('says how old it is, and that there is no connection', async () => {
    const phone = await aPhoneWith(aTipster());
    await phone.publicStore.documents.update('tipsters', { fetchedAt: Date.UTC(2026, 2, 1, 14) });

    const screen = await aScreen(
      <Tipsters engine={anAnsweredEngine(phone, () => undefined)} />,
      phone,
    );

    await screen.shows('The newest could not be fetched.');
    expect(screen.text()).toMatch(/As of .*1 Mar|As of .*Mar 1/);
    expect(screen.names('h2')).toEqual(['Amara Okafor']);
  });

  test('invents no figures for a server that keeps none', async () => {
    const record = { settled: 0, won: 0, lost: 0, flatProfit: 0 };
    const phone = await aPhoneWith(aTipster({ record }));
    const engine = anAnsweredEngine(phone, () => undefined);
    const specOnly = { ...engine, backend: observed<Backend | undefined>(specBackend) };

    const screen = await aScreen(<Tipsters engine={specOnly} />, phone);

    await screen.shows('Amara Okafor');
    expect(screen.text()).not.toContain('new, 0 of 10');
  });

  test('filtered until nobody is left leads back to all, and the focus to the filter', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = anAnsweredEngine(phone, ({ searchParams }) => ({
      body: searchParams.get('category') === '9' ? [] : [aTipster()],
    }));
    const screen = await aScreen(<Tipsters first={9} engine={engine} />, phone);
    const filter = () => document.querySelector<HTMLSelectElement>('select[name=minOdds]');
    await screen.shows("Nobody's average odds reach 9.");
    expect(filter()?.value).toBe('9');

    await screen.presses('Show all');

    await screen.shows('Amara Okafor');
    expect(filter()?.value).toBe('0');
    expect(document.activeElement).toBe(filter());
  });

  test('numbers those whose record has stars, and says what it came to', async () => {
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster()));

    await screen.shows('59.5% of 84');
    const [card] = screen.names('article');
    expect(card).toContain('1Amara Okafor');
    expect(card).toContain('+9.50');
    expect((await screen.button('Search')).className).not.toContain('bg-flag');
  });

  test('filtered by odds numbers nobody', async () => {
    const phone = aPhone();
    const engine = anAnsweredEngine(phone, () => ({ body: [aTipster()] }));

    const screen = await aScreen(<Tipsters first={2} engine={engine} />, phone);

    await screen.shows('59.5% of 84');
    expect(screen.names('article')[0]).toMatch(/^Amara/);
  });

  test('shows whom the reader follows, from the device', async () => {
    const phone = await aPhoneWith(aTipster());
    const other = aTipster({ id: otherMemberId, firstName: 'Luís', lastName: 'Marques' });
    await phone.publicStore.tipsters.put(other);
    await phone.store.follows.put({ tipsterId: otherMemberId, following: true });
    const screen = await aScreen(<Tipsters />, phone);
    await screen.shows('Amara Okafor');

    await screen.chooses('Following');

    await screen.shows('Luís Marques');
    expect(screen.names('h2')).toEqual(['Luís Marques']);
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
    const engine = anAnsweredEngine(phone, ({ pathname, searchParams }) => {
      if (pathname !== '/api/tipsters') return undefined;
      if (searchParams.has('before')) return { body: [second] };
      return { body: [aTipster()], next: `/api/tipsters?category=0&before=${tipsterId}` };
    });
    const screen = await aScreen(<Tipsters engine={engine} />, phone);
    await screen.shows('Amara Okafor');

    (await screen.button('Load more tipsters')).focus();
    await screen.presses('Load more tipsters');

    await screen.shows('Luís Marques');
    await screen.hides('Load more tipsters');
    await screen.shows('That is all.');
    expect(document.activeElement?.textContent).toBe('That is all.');
    expect(screen.names('h2')).toEqual(['Amara Okafor', 'Luís Marques']);
  });

  test('says that there is no connection for more of it', async () => {
    const phone = aPhone();
    const value = { ids: [tipsterId], next: tipsterId, reader: memberId };
    await phone.publicStore.tipsters.put(aTipster());
    await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
    const screen = await aScreen(
      <Tipsters engine={anAnsweredEngine(phone, () => undefined)} />,
      phone,
    );

    await screen.presses('Load more tipsters');

    await screen.shows('No more could be fetched.');
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

import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';
import { createObservable } from '#sync/observable.ts';
import { memberId, otherMemberId, tipsterId } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { aPhoneWith, aTipster } from '../../../testing/components/a-tipster.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

/** The list with its search parameters in component state instead of the router. */
function Tipsters({ first = 0 }: { first?: number }) {
  const [minOdds, setMinOdds] = useState(first);
  return <TipsterListPage minOdds={minOdds} onSearch={setMinOdds} />;
}

describe('the list of tipsters', () => {
  test('shows a public phone number, with links to the profile and to WhatsApp', async () => {
    const phone = await aPhoneWith(aTipster(), { phoneNumber: '+234 80' });
    const screen = await aScreen(<Tipsters />, phone);

    await screen.shows('+234 80');
    expect((await screen.link('View Profile Amara Okafor')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    expect((await screen.link(/WhatsApp/)).getAttribute('href')).toBe('https://wa.me/23480');
  });

  test('has neither number nor WhatsApp if its owner hides the number', async () => {
    const screen = await aScreen(<Tipsters />, await aPhoneWith(aTipster()));

    await screen.shows('Amara Okafor');
    expect(screen.text()).not.toContain('WhatsApp');
  });

  test('shows no figures for a server without records', async () => {
    const record = { settled: 0, won: 0, lost: 0, flatProfit: 0 };
    const phone = await aPhoneWith(aTipster({ record }));
    const backend = createObservable<Backend | undefined>(specBackend);
    const engine = { ...anAnsweredEngine(phone, () => undefined), backend };

    const screen = await aScreen(<Tipsters />, phone, { engine });

    await screen.shows('Amara Okafor');
    expect(screen.text()).not.toContain('new, 0 of 10');
  });

  test('without results can be reset, and then the filter has the focus', async () => {
    const phone = await aPhoneWith(aTipster());
    const engine = anAnsweredEngine(phone, ({ searchParams }) => ({
      body: searchParams.get('category') === '9' ? [] : [aTipster()],
    }));
    const screen = await aScreen(<Tipsters first={9} />, phone, { engine });
    const filter = () => document.querySelector<HTMLSelectElement>('select[name=minOdds]');
    await screen.shows("Nobody's average odds reach 9.");
    expect(filter()?.value).toBe('9');

    await screen.presses('Show all');

    await screen.shows('Amara Okafor');
    expect(filter()?.value).toBe('0');
    expect(document.activeElement).toBe(filter());
  });

  test('can show only tipsters whom the reader follows, from the device', async () => {
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
});

describe('a long list of tipsters', () => {
  test('is fetched page by page until the server names no next page', async () => {
    const phone = aPhone();
    const second = aTipster({ id: otherMemberId, firstName: 'Luís', lastName: 'Marques' });
    const engine = anAnsweredEngine(phone, ({ pathname, searchParams }) => {
      if (pathname !== '/api/tipsters') return undefined;
      if (searchParams.has('before')) return { body: [second] };
      return { body: [aTipster()], next: `/api/tipsters?category=0&before=${tipsterId}` };
    });
    const screen = await aScreen(<Tipsters />, phone, { engine });
    await screen.shows('Amara Okafor');

    (await screen.button('Load more tipsters')).focus();
    await screen.presses('Load more tipsters');

    await screen.shows('Luís Marques');
    await screen.hides('Load more tipsters');
    await screen.shows('That is all.');
    expect(document.activeElement?.textContent).toBe('That is all.');
    expect(screen.names('h2')).toEqual(['Amara Okafor', 'Luís Marques']);
  });

  test('says that more of it needs a connection', async () => {
    const phone = aPhone();
    const value = { ids: [tipsterId], next: tipsterId, reader: memberId };
    await phone.publicStore.tipsters.put(aTipster());
    await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
    const engine = anAnsweredEngine(phone, () => undefined);
    const screen = await aScreen(<Tipsters />, phone, { engine });

    await screen.presses('Load more tipsters');

    await screen.shows('More comes when you are online.');
    expect(screen.names('h2')).toEqual(['Amara Okafor']);
  });
});

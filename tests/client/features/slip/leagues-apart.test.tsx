// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import type { Engine } from '#sync/engine.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

const group = 'Soccer - Europe';
const epl = { key: 'soccer_epl', title: 'EPL', group, details: 'EPL', position: 0 };
const laLiga = {
  key: 'soccer_spain_la_liga',
  title: 'La Liga - Spain',
  group,
  details: '',
  position: 1,
};

function game(values: Pick<FixtureRow, 'id' | 'home' | 'away'> & Partial<FixtureRow>): FixtureRow {
  const kickOffAt = Date.now() + 2 * 60 * 60 * 1000;
  return {
    sportKey: epl.key,
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled',
    ...values,
  };
}

/** The page on a phone whose odds come from another host, league by league. */
function CreateByLeague() {
  const [league, onLeague] = useState('');
  return <CreateTip league={league} onLeague={onLeague} />;
}

describe('the leagues of an odds service that gives one at a time', () => {
  async function aPhoneElsewhere(comes: (phone: Phone, sportKey: string) => Promise<boolean>) {
    const phone = aPhone();
    await phone.publicStore.leagues.bulkPut([epl, laLiga]);
    await phone.publicStore.fixtures.put(game({ id: 'arsenal', home: 'Arsenal', away: 'Chelsea' }));
    const requests: string[] = [];
    const engine: Engine = {
      ...anEngine(phone),
      oddsElsewhere: true,
      async refresh(target) {
        if (typeof target === 'string' || target.what !== 'league') return 'fresh';
        requests.push(target.sportKey);
        return (await comes(phone, target.sportKey)) ? 'fresh' : 'failed';
      },
    };
    return { screen: await aScreen(<CreateByLeague />, phone, { engine }), requests };
  }

  test('are all on offer, and fetched when they are chosen', async () => {
    const { screen, requests } = await aPhoneElsewhere(async ({ publicStore }, sportKey) => {
      if (sportKey === epl.key) return true;
      await publicStore.fixtures.put(game({ id: 'betis', home: 'Betis', away: 'Celta', sportKey }));
      return true;
    });
    await screen.button('Arsenal v Chelsea, all options');
    expect(requests).toEqual(['soccer_epl']);

    await screen.chooses('La Liga');

    await screen.button('Betis v Celta, all options');
    expect(requests).toEqual(['soccer_epl', 'soccer_spain_la_liga']);
  });

  test('say so where the games of the chosen one do not come', async () => {
    const { screen, requests } = await aPhoneElsewhere(async (_, key) => key === epl.key);
    await screen.button('Arsenal v Chelsea, all options');

    await screen.chooses('La Liga');

    await screen.shows('The next games could not be fetched.');
    expect(requests).toEqual([epl.key, laLiga.key]);
  });
});

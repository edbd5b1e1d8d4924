import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, type Phone } from './a-screen.tsx';

const minute = 60_000;

/** A priced game that kicks off after this number of minutes, by default 120. */
export function aFixtureRow({
  startsIn = 120,
  ...values
}: Partial<FixtureRow> & { startsIn?: number } = {}): FixtureRow {
  const kickOffAt = Date.now() + startsIn * minute + 30_000;
  return {
    id: 'arsenal-chelsea',
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled',
    prices: { home: 2.1, draw: 3.4, away: 3.6 },
    ...values,
  };
}

/** Stores games and their league on a phone. */
export async function putGames({ publicStore }: Phone, ...games: FixtureRow[]): Promise<void> {
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
  await publicStore.leagues.put({ ...league, position: 0 });
  await publicStore.fixtures.bulkPut(games);
}

/** A member's phone with one league and these games. */
export async function aPhoneWithGames(...games: FixtureRow[]): Promise<Phone> {
  const phone = aPhone();
  await putGames(phone, ...games);
  return phone;
}

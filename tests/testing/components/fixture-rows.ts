import type { FixtureRow } from '#sync/storage/public-store.ts';

const minute = 60_000;

/** A priced game that kicks off in so many minutes, two hours by default. */
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

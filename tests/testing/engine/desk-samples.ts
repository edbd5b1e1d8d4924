import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { tipId } from './samples.ts';

export const fixtureId = 'fixture-1';
export const game = 'Arsenal Vs Chelsea';

type ResultSet = PayloadOf<'result.set'>;
type Settling = PayloadOf<'fixture.settle'>;

export const result = (values: Partial<ResultSet> = {}) => ({
  kind: 'result.set' as const,
  payload: { fixtureId, game, status: 'played', fullTime: [2, 1], ...values } as ResultSet,
});
export const pricing = (odd = 1.8, seen?: number) => ({
  kind: 'prices.set' as const,
  payload: { fixtureId, game, prices: [{ oddsId: 1, odd, ...(seen && { seen }) }] },
});
export const settling = (values: Partial<Settling> = {}) => ({
  kind: 'fixture.settle' as const,
  baseVersion: 3,
  payload: {
    fixtureId,
    game,
    version: 3,
    results: [{ oddsId: 1, result: 'won' as const }] as Settling['results'],
    ...values,
  },
});
export const correcting = (values: Partial<PayloadOf<'fixture.correct'>> = {}) => ({
  kind: 'fixture.correct' as const,
  baseVersion: 3,
  payload: {
    fixtureId,
    game,
    version: 3,
    results: [{ oddsId: 1, result: 'lost' as const }],
    reason: 'A typing mistake.',
    ...values,
  },
});
export const confirming = {
  kind: 'tips.confirm',
  payload: { ids: [tipId] },
};

export function selection(values: Partial<DeskSelection> = {}): DeskSelection {
  const none = { unpriced: 0, won: 0, lost: 0, void: 0, differing: 0, confirmedDiffering: 0 };
  return { oddsId: 1, tickets: 4, own: 1, odd: 2.5, pending: 4, ...none, ...values };
}

export function fixture(values: Partial<DeskFixture> = {}): DeskFixture {
  return {
    id: fixtureId,
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: '2026-03-01T08:00:00.000Z',
    status: 'scheduled',
    version: 3,
    source: 'demo',
    ticketState: 4,
    selections: [selection()],
    ...values,
  };
}

import { randomUUID } from 'node:crypto';

import { legs, tips } from '#server/db/schema.ts';
import type { Services } from '#server/services.ts';

import { aFixture } from './fixtures.ts';

type Given = Partial<Omit<typeof tips.$inferInsert, 'totalOdds' | 'recordOdds'>> & {
  totalOdds?: string;
  /** At kick-off; the same as the total odds unless a test says otherwise. */
  recordOdds?: string;
};

/** A tip whose one game is over and that an administrator confirmed; won at 2.00 unless told. */
export async function aSettledTip(
  services: Services,
  ownerId: string,
  given: Given = {},
): Promise<string> {
  const now = services.clock();
  const fixture = await aFixture(services, {
    kickOff: new Date(now.getTime() - 3 * 60 * 60 * 1000),
    score: { fullTime: [1, 0] },
  });
  const tip = {
    id: randomUUID(),
    ownerId,
    createdAt: new Date(fixture.kickOff.getTime() - 60 * 60 * 1000),
    expiresAt: fixture.kickOff,
    lastKickOff: fixture.kickOff,
    confirmedAt: now,
    totalOdds: '2.00',
    outcome: 'won' as const,
    legsWon: 1,
    cursor: 0,
    ...given,
  };
  const recordOdds = given.recordOdds ?? tip.totalOdds;
  await services.database.transaction(async (tx) => {
    await tx.insert(tips).values({ ...tip, recordOdds });
    await tx.insert(legs).values({
      tipId: tip.id,
      position: 0,
      fixtureId: fixture.id,
      oddsId: 1,
      odd: tip.totalOdds,
      kickOffOdd: recordOdds,
      result: tip.outcome === 'open' ? 'pending' : tip.outcome,
    });
  });
  return tip.id;
}

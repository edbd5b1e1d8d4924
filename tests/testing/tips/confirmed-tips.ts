import { randomUUID } from 'node:crypto';

import { findOptionByName } from '#domain/catalogue.ts';
import {
  countsOf,
  expiryOf,
  lastKickOffOf,
  type LegResult,
  outcomeOf,
  recordOddsOf,
} from '#domain/tip.ts';
import { legs, tips } from '#server/db/schema.ts';
import { changeCountedTips } from '#server/records/record-update.ts';
import type { Services } from '#server/services.ts';

import { aFixture } from './fixtures.ts';

/** A leg of a settled tip: option, price and result. */
export type PlayedLeg = {
  oddName?: string;
  odd?: number;
  /** The price at kick-off; by default equal to the leg's price. */
  kickOffOdd?: number;
  result?: LegResult;
  sportKey?: string;
};

export type PlayedTip = {
  /** The kick-off of all games of the tip. */
  kickOff: Date;
  legs: readonly PlayedLeg[];
  rest?: Partial<typeof tips.$inferInsert>;
};

/** Inserts confirmed tips of a member, and the record that results from them. */
export async function confirmedTips(
  services: Services,
  ownerId: string,
  tips: readonly PlayedTip[],
): Promise<void> {
  for (const tip of tips) await aConfirmedTip(services, ownerId, tip);
}

async function aConfirmedTip(
  services: Services,
  ownerId: string,
  { kickOff, legs: played, rest }: PlayedTip,
): Promise<void> {
  const id = rest?.id ?? randomUUID();
  const rows = [];
  for (const [position, leg] of played.entries()) {
    const { oddName = '1X2 - 1', odd = 2, result = 'won', sportKey = 'soccer_epl' } = leg;
    const fixture = await aFixture(services, { kickOff, sportKey, score: { fullTime: [1, 0] } });
    const kickOffOdd = leg.kickOffOdd ?? odd;
    rows.push({ fixtureId: fixture.id, oddName, odd, kickOffOdd, result, position, kickOff });
  }
  const { won, lost } = countsOf(rows);
  const odds = String(recordOddsOf(rows));
  const tip = {
    id,
    ownerId,
    createdAt: new Date(kickOff.getTime() - 60 * 60 * 1000),
    expiresAt: expiryOf(rows),
    lastKickOff: lastKickOffOf(rows),
    confirmedAt: new Date(kickOff.getTime() + 3 * 60 * 60 * 1000),
    totalOdds: odds,
    recordOdds: odds,
    outcome: outcomeOf(rows),
    legsWon: won,
    legsLost: lost,
    cursor: 0,
    ...rest,
  };
  const tipLegs = rows.map(({ fixtureId, oddName, odd, kickOffOdd, result, position }) => ({
    tipId: id,
    position,
    fixtureId,
    oddsId: findOptionByName(oddName)?.oddsId ?? 0,
    odd: String(odd),
    kickOffOdd: String(kickOffOdd),
    result,
  }));
  await insertTip(services, tip, tipLegs);
}

type TipFields = Partial<Omit<typeof tips.$inferInsert, 'totalOdds' | 'recordOdds'>> & {
  totalOdds?: string;
  /** Total odds at kick-off; by default equal to `totalOdds`. */
  recordOdds?: string;
};

/** Inserts a confirmed tip on one game that has ended; by default won at 2.00. */
export async function aSettledTip(
  services: Services,
  ownerId: string,
  fields: TipFields = {},
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
    ...fields,
  };
  const recordOdds = fields.recordOdds ?? tip.totalOdds;
  const leg = {
    tipId: tip.id,
    position: 0,
    fixtureId: fixture.id,
    oddsId: 1,
    odd: tip.totalOdds,
    kickOffOdd: recordOdds,
    result: tip.outcome === 'open' ? 'pending' : tip.outcome,
  } as const;
  await insertTip(services, { ...tip, recordOdds }, [leg]);
  return tip.id;
}

async function insertTip(
  { database }: Services,
  tip: typeof tips.$inferInsert,
  tipLegs: (typeof legs.$inferInsert)[],
): Promise<void> {
  await database.transaction(async (tx) =>
    changeCountedTips(tx, [tip.id], async () => {
      await tx.insert(tips).values(tip);
      await tx.insert(legs).values(tipLegs);
    }),
  );
}

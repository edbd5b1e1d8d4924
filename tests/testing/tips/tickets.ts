import { randomUUID } from 'node:crypto';

import type { Database } from '#server/db/database.ts';
import { audit, legs, tips } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import { createPostEvent } from '#server/tips/events.ts';

/** A ticket to insert. */
export type Ticket = {
  id?: string;
  ownerId: string;
  createdAt: Date;
  legs: readonly {
    fixture: Pick<FixtureRow, 'id' | 'home' | 'away' | 'kickOff'>;
    oddsId: number;
    odd: number;
  }[];
};

/** Inserts tickets and their events, as posts would; returns ids in the same order. */
export async function insertTickets(
  database: Database,
  tickets: readonly Ticket[],
): Promise<string[]> {
  const made = tickets.map((ticket) => ({ id: randomUUID(), ...ticket }));
  for (let from = 0; from < made.length; from += 1000) {
    const some = made.slice(from, from + 1000);
    await database.transaction(async (tx) => {
      await tx.insert(tips).values(some.map(tipRow));
      await tx.insert(legs).values(some.flatMap(legRows));
      await tx.insert(audit).values(
        some.map(({ legs: all, ...row }) =>
          createPostEvent({
            ...row,
            copiedFrom: null,
            stake: 0,
            legs: all.map(({ fixture: { id: fixtureId, home, away, kickOff }, oddsId, odd }) => {
              return { fixtureId, home, away, kickOff, oddsId, odd };
            }),
          }),
        ),
      );
    });
  }
  return made.map(({ id }) => id);
}

type MadeTicket = Ticket & { id: string };

function tipRow({ legs: all, ...row }: MadeTicket): typeof tips.$inferInsert {
  const kickOffs = all.map(({ fixture }) => fixture.kickOff.getTime());
  const product = all.reduce((total, { odd }) => total * odd, 1).toFixed(2);
  return {
    ...row,
    expiresAt: new Date(Math.min(...kickOffs)),
    lastKickOff: new Date(Math.max(...kickOffs)),
    totalOdds: product,
    recordOdds: product,
    cursor: 0,
  };
}

function legRows({ id: tipId, legs: all }: MadeTicket): (typeof legs.$inferInsert)[] {
  return all.map(({ fixture, oddsId, odd }, position) => {
    const price = { odd: String(odd), kickOffOdd: String(odd) };
    return { tipId, fixtureId: fixture.id, oddsId, position, ...price };
  });
}

import { and, eq } from 'drizzle-orm';

import * as contract from '#contract/fixtures/club-names.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Database, runInTransaction } from '../db/database.ts';
import { audit } from '../db/schema.ts';
import { clubNames } from '../db/source-tables.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import { readClubsOfLeague, readUnassignedNames } from './club-names.ts';

/** Routes for administrators to assign the unknown club names of sources. */
export const sourceRoutes: RoutePlugin = async (app, { database, clock }) => {
  serveRoute(app, contract.unknownClubNames, async () => readUnknownClubs(database, clock()));

  serveRoute(app, contract.assignClubName, async ({ body, member }) => {
    const { sportKey, name, club } = body;
    const at = clock();
    await runInTransaction(database, async (tx) => {
      if (!(await readClubsOfLeague(tx, sportKey, at)).includes(club))
        throw new ApiProblem('not-found');
      const isName = and(eq(clubNames.sportKey, sportKey), eq(clubNames.name, name));
      const [before] = await tx.select().from(clubNames).where(isName).for('update');
      if (!before) throw new ApiProblem('not-found');
      if (before.club === club) return;
      await tx.update(clubNames).set({ club }).where(isName);
      await tx.insert(audit).values({
        at,
        actorId: member.id,
        action: 'club.name',
        subject: `club:${sportKey}:${name}`,
        before: { club: before.club },
        after: { club },
      });
    });
    return readUnknownClubs(database, at);
  });
};

async function readUnknownClubs(database: Database, at: Date): Promise<contract.UnknownClubNames> {
  const rows = await readUnassignedNames(database, at);
  const keys = [...new Set(rows.map(({ sportKey }) => sportKey))];
  const clubs = await Promise.all(
    keys.map(async (key) => [key, await readClubsOfLeague(database, key, at)] as const),
  );
  return {
    names: rows.map(({ sportKey, name, source, seenAt }) => ({
      sportKey,
      name,
      source,
      seenAt: seenAt.toISOString(),
    })),
    clubs: Object.fromEntries(clubs),
  };
}

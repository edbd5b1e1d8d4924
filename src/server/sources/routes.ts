import { and, eq } from 'drizzle-orm';

import * as contract from '#contract/fixtures/club-names.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Database, transaction } from '../db/database.ts';
import { audit } from '../db/schema.ts';
import { clubNames } from '../db/source-tables.ts';
import { type Routes, serve } from '../serve.ts';
import { clubsOfLeague, waitingNames } from './club-names.ts';

/** Routes for administrators' decisions about sources. */
export const sourceRoutes: Routes = async (app, { database, clock }) => {
  serve(app, contract.unknownClubs, async () => unknownClubsAt(database, clock()));

  serve(app, contract.assignClub, async ({ body, member }) => {
    const { sportKey, name, club } = body;
    const at = clock();
    await transaction(database, async (tx) => {
      if (!(await clubsOfLeague(tx, sportKey, at)).includes(club))
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
    return unknownClubsAt(database, at);
  });
};

async function unknownClubsAt(database: Database, at: Date): Promise<contract.UnknownClubs> {
  const rows = await waitingNames(database, at);
  const keys = [...new Set(rows.map(({ sportKey }) => sportKey))];
  const clubs = await Promise.all(
    keys.map(async (key) => [key, await clubsOfLeague(database, key, at)] as const),
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

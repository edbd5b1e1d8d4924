import * as calls from '#contract/pools.ts';
import { ApiProblem } from '#contract/problem.ts';
import { settledForRank } from '#domain/record.ts';

import { attempts } from '../auth/attempts.ts';
import { transaction } from '../db/database.ts';
import { toCompetitionRows } from '../records/presenter.ts';
import { type Routes, serve, serveWithEtag } from '../serve.ts';
import { join, makeAPool, removePool, renewIf, removeMember } from './changes.ts';
import { invitationTo, isInvitationTo, poolNamedIn } from './invitation.ts';
import {
  poolById,
  playersOf,
  poolOfMember,
  type PlayerRow,
  poolsOf,
  poolWithId,
} from './queries.ts';

/** Routes of private pools. For non-members a pool is "not-found". */
export const poolRoutes: Routes = async (app, services) => {
  const { database, clock, settings } = services;
  const secret = settings.jwtSecret;
  const creationLimit = attempts(services, { name: 'pool', maxAttempts: 60, minutes: 60 });
  const opened = attempts(services, { name: 'invitation', maxAttempts: 120, minutes: 60 });

  serveWithEtag(app, calls.poolList, async ({ member }) => ({
    pools: await poolsOf(database, member.id),
  }));

  serveWithEtag(app, calls.poolTable, async ({ params: { id }, member }) => {
    const row = await poolOfMember(database, { id, memberId: member.id });
    if (!row) throw new ApiProblem('not-found');
    const [pool, players] = await Promise.all([poolWithId(database, id), playersOf(database, row)]);
    return {
      ...pool,
      minimum: settledForRank,
      rows: toPoolRows(players),
      ...(row.ownerId === member.id && { invitation: invitationTo(row, secret) }),
    };
  });

  serve(app, calls.makePool, async ({ params, body, member }) => {
    await creationLimit.count(member.id);
    const id = params.id.toLowerCase();
    return transaction(database, async (tx) => {
      await makeAPool(tx, { id, memberId: member.id }, body, clock());
      return poolWithId(tx, id);
    });
  });

  serve(app, calls.deletePool, async ({ params: { id }, member }) => {
    await transaction(database, async (tx) => removePool(tx, { id, memberId: member.id }));
    return { id };
  });

  serve(app, calls.renewInvitation, async ({ params: { id }, body, member }) => {
    const request = { id, memberId: member.id };
    const pool = await transaction(database, async (tx) =>
      renewIf(tx, request, { ...body, secret }),
    );
    return { invitation: invitationTo(pool, secret) };
  });

  serve(app, calls.leavePool, async ({ params: { id, memberId }, member }) => {
    const request = { id, memberId: member.id };
    await transaction(database, async (tx) => removeMember(tx, request, memberId.toLowerCase()));
    return { id, memberId };
  });

  serve(app, calls.readInvitation, async ({ body: { invitation }, member }) => {
    await opened.count(member.id);
    const id = poolNamedIn(invitation);
    const pool = await poolById(database, id);
    if (!pool || !isInvitationTo(pool, invitation, secret)) throw new ApiProblem('link-invalid');
    const joined = await poolOfMember(database, { id, memberId: member.id });
    return { ...(await poolWithId(database, id)), joined: joined !== undefined };
  });

  serve(app, calls.joinPool, async ({ body: { invitation }, member }) => {
    await opened.count(member.id);
    const joining = { memberId: member.id, invitation, secret };
    return transaction(database, async (tx) => poolWithId(tx, await join(tx, joining, clock())));
  });
};

/** The table with ranks. */
function toPoolRows(players: readonly PlayerRow[]): calls.PoolRow[] {
  const joined = new Map(players.map(({ tipsterId, joinedAt }) => [tipsterId, joinedAt]));
  return toCompetitionRows(players).map((row) => ({
    ...row,
    joinedAt: (joined.get(row.tipsterId) ?? new Date(0)).toISOString(),
  }));
}

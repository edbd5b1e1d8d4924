import * as calls from '#contract/pools.ts';
import { ApiProblem } from '#contract/problem.ts';
import { minSettledForRank } from '#domain/record.ts';

import { createAttemptCounter } from '../auth/attempts.ts';
import { runInTransaction } from '../db/database.ts';
import { toCompetitionRows } from '../records/presenter.ts';
import { type RoutePlugin, serveRoute, serveWithEtag } from '../serve.ts';
import {
  acceptInvitation,
  createPool,
  removePool,
  renewInvitationIfCurrent,
  removePoolMember,
} from './changes.ts';
import { createInvitation, isInvitationTo, parsePoolId } from './invitation.ts';
import {
  findPoolById,
  readPoolMembers,
  findPoolOfMember,
  type PoolMemberRow,
  readPools,
  readPool,
} from './queries.ts';

/** Routes for private pools. A caller who is not a member of a pool gets "not-found". */
export const poolRoutes: RoutePlugin = async (app, services) => {
  const { database, clock, settings } = services;
  const secret = settings.jwtSecret;
  const creationLimit = createAttemptCounter(services, {
    name: 'pool',
    maxAttempts: 60,
    minutes: 60,
  });
  const opened = createAttemptCounter(services, {
    name: 'invitation',
    maxAttempts: 120,
    minutes: 60,
  });

  serveWithEtag(app, calls.poolList, async ({ member }) => ({
    pools: await readPools(database, member.id),
  }));

  serveWithEtag(app, calls.poolTable, async ({ params: { id }, member }) => {
    const row = await findPoolOfMember(database, { id, memberId: member.id });
    if (!row) throw new ApiProblem('not-found');
    const [pool, players] = await Promise.all([
      readPool(database, id),
      readPoolMembers(database, row),
    ]);
    return {
      ...pool,
      minimum: minSettledForRank,
      rows: toPoolRows(players),
      ...(row.ownerId === member.id && { invitation: createInvitation(row, secret) }),
    };
  });

  serveRoute(app, calls.makePool, async ({ params, body, member }) => {
    await creationLimit.count(member.id);
    const id = params.id.toLowerCase();
    return runInTransaction(database, async (tx) => {
      await createPool(tx, { id, memberId: member.id }, body, clock());
      return readPool(tx, id);
    });
  });

  serveRoute(app, calls.deletePool, async ({ params: { id }, member }) => {
    await runInTransaction(database, async (tx) => removePool(tx, { id, memberId: member.id }));
    return { id };
  });

  serveRoute(app, calls.renewInvitation, async ({ params: { id }, body, member }) => {
    const request = { id, memberId: member.id };
    const pool = await runInTransaction(database, async (tx) =>
      renewInvitationIfCurrent(tx, request, { ...body, secret }),
    );
    return { invitation: createInvitation(pool, secret) };
  });

  serveRoute(app, calls.leavePool, async ({ params: { id, memberId }, member }) => {
    const request = { id, memberId: member.id };
    await runInTransaction(database, async (tx) =>
      removePoolMember(tx, request, memberId.toLowerCase()),
    );
    return { id, memberId };
  });

  serveRoute(app, calls.readInvitation, async ({ body: { invitation }, member }) => {
    await opened.count(member.id);
    const id = parsePoolId(invitation);
    const pool = await findPoolById(database, id);
    if (!pool || !isInvitationTo(pool, invitation, secret)) throw new ApiProblem('link-invalid');
    const joined = await findPoolOfMember(database, { id, memberId: member.id });
    return { ...(await readPool(database, id)), joined: joined !== undefined };
  });

  serveRoute(app, calls.joinPool, async ({ body: { invitation }, member }) => {
    await opened.count(member.id);
    const joining = { memberId: member.id, invitation, secret };
    return runInTransaction(database, async (tx) =>
      readPool(tx, await acceptInvitation(tx, joining, clock())),
    );
  });
};

/** Converts players to table rows with ranks. */
function toPoolRows(players: readonly PoolMemberRow[]): calls.PoolRow[] {
  const joined = new Map(players.map(({ tipsterId, joinedAt }) => [tipsterId, joinedAt]));
  return toCompetitionRows(players).map((row) => ({
    ...row,
    joinedAt: (joined.get(row.tipsterId) ?? new Date(0)).toISOString(),
  }));
}

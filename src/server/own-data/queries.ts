import { and, desc, eq } from 'drizzle-orm';

import type { OwnData } from '#contract/own-data.ts';

import { type Database, type Queryable, transaction } from '../db/database.ts';
import { follows, members } from '../db/schema.ts';
import { named, nameOf } from '../members/names.ts';
import { toProfile } from '../members/presenter.ts';
import { toTip, type Viewer } from '../tips/presenter.ts';
import { ownTipRows } from '../tips/queries.ts';
import type { TipRow } from '../tips/rows.ts';

/** So many tips are read at once; the next ones when these are there. */
const pageSize = 500;

/** Everything of a member's own, all of it as it was at one moment. */
export async function ownDataOf(database: Database, member: Viewer, now: Date): Promise<OwnData> {
  const read = await transaction(
    database,
    async (tx) => {
      const [row] = await tx.select().from(members).where(eq(members.id, member.id));
      if (!row) throw new Error('a signed-in member has no row');
      const tips = await allTipsOf(tx, member.id);
      return { row, tips, follows: await followsOf(tx, member.id) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return {
    exportedAt: now.toISOString(),
    profile: toProfile(read.row),
    tips: read.tips.map((tip) => toTip(tip, member)),
    follows: read.follows,
  };
}

async function allTipsOf(database: Queryable, ownerId: string): Promise<TipRow[]> {
  const tips: TipRow[] = [];
  for (;;) {
    const before = tips.at(-1)?.id;
    const next = await ownTipRows(database, ownerId, { limit: pageSize, before });
    tips.push(...next);
    if (next.length < pageSize) return tips;
  }
}

async function followsOf(database: Queryable, memberId: string): Promise<OwnData['follows']> {
  const rows = await database
    .select({
      ...named,
      tipsterId: members.id,
      changedAt: follows.changedAt,
    })
    .from(follows)
    .innerJoin(members, eq(members.id, follows.tipsterId))
    .where(and(eq(follows.memberId, memberId), eq(follows.following, true)))
    .orderBy(desc(follows.changedAt), desc(members.id));
  return rows.map(({ tipsterId, changedAt, ...row }) => ({
    tipsterId,
    name: nameOf(row),
    ...(row.former && { former: true }),
    since: changedAt.toISOString(),
  }));
}

import { stringify } from 'csv-stringify/sync';
import { and, desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';

import { OwnData } from '#contract/account/accounts.ts';
import type { Leg, Tip } from '#contract/tips.ts';

import { csvOptions } from '../platform/escaping.ts';
import {
  type Database,
  type Queryable,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { poolMembers, pools } from '../db/pool-tables.ts';
import { follows, members } from '../db/schema.ts';
import { displayNameColumns, toDisplayName } from '../members/names.ts';
import { toProfile } from '../members/presenter.ts';
import {
  readSubscribedBrowsers,
  readPushSettings,
  readPushedTipsters,
} from '../push/push-settings.ts';
import { toTip, type Viewer } from '../tips/presenter.ts';
import { readOwnTipRows } from '../tips/queries.ts';

/** Maximum tips per query. */
const pageSize = 500;

export type ExportFormat = 'json' | 'csv';

const OwnDataWithoutTips = z.omit(OwnData, { tips: true });

/**
 * Exports a member's data as JSON, or their tips as CSV with one line per leg, from one database
 * snapshot. All chunks are created before the first is sent, because a slow phone would keep the
 * transaction open.
 */
export async function createOwnDataExport(
  format: ExportFormat,
  database: Database,
  member: Viewer,
  now: Date,
): Promise<Buffer[]> {
  return runInTransaction(
    database,
    async (tx) => {
      const pieces: Buffer[] = [];
      const add = (text: string) => pieces.push(Buffer.from(text));
      if (format === 'csv') {
        add(stringify([csvColumns.map(([name]) => name)], csvOptions));
        for await (const tips of readOwnTipPages(tx, member)) {
          add(stringify(tips.flatMap(toCsvRows), { ...csvOptions, bom: false }));
        }
        return pieces;
      }
      const rest = JSON.stringify(
        z.parse(OwnDataWithoutTips, await readOwnDataWithoutTips(tx, member, now)),
      );
      add(`${rest.slice(0, -1)},"tips":[`);
      let isFirst = true;
      for await (const tips of readOwnTipPages(tx, member)) {
        const text = JSON.stringify(z.parse(OwnData.shape.tips, tips)).slice(1, -1);
        add(isFirst ? text : `,${text}`);
        isFirst = false;
      }
      add(']}');
      return pieces;
    },
    { isSnapshot: true },
  );
}

async function readOwnDataWithoutTips(
  tx: Transaction,
  { id }: Viewer,
  now: Date,
): Promise<z.input<typeof OwnDataWithoutTips>> {
  const [row] = await tx.select().from(members).where(eq(members.id, id));
  if (!row) throw new Error('a signed-in member has no row');
  return {
    exportedAt: now.toISOString(),
    profile: toProfile(row),
    follows: await readOwnFollows(tx, id),
    push: await readOwnPushSettings(tx, id),
    pools: await readOwnPools(tx, id),
  };
}

/** Yields pages of a member's own tips, newest first; never an empty page. */
async function* readOwnTipPages(tx: Transaction, member: Viewer): AsyncGenerator<Tip[]> {
  for (let before: string | undefined; ;) {
    const rows = await readOwnTipRows(tx, member.id, { limit: pageSize, before });
    if (rows.length > 0) yield rows.map((row) => toTip(row, member));
    if (rows.length < pageSize) return;
    before = rows.at(-1)?.id;
  }
}

async function readOwnFollows(database: Queryable, memberId: string): Promise<OwnData['follows']> {
  const rows = await database
    .select({
      ...displayNameColumns,
      tipsterId: members.id,
      changedAt: follows.changedAt,
    })
    .from(follows)
    .innerJoin(members, eq(members.id, follows.tipsterId))
    .where(and(eq(follows.memberId, memberId), eq(follows.following, true)))
    .orderBy(desc(follows.changedAt), desc(members.id));
  return rows.map(({ tipsterId, changedAt, ...row }) => ({
    tipsterId,
    name: toDisplayName(row),
    ...(row.former && { former: true }),
    since: changedAt.toISOString(),
  }));
}

async function readOwnPushSettings(
  database: Queryable,
  memberId: string,
): Promise<OwnData['push']> {
  return {
    ...(await readPushSettings(database, memberId)),
    tipsters: await readPushedTipsters(database, memberId),
    browsers: await readSubscribedBrowsers(database, memberId),
  };
}

/** Reads a member's pools, without the other members of these pools. */
async function readOwnPools(database: Queryable, memberId: string): Promise<OwnData['pools']> {
  const rows = await database
    .select({ pool: pools, joinedAt: poolMembers.joinedAt })
    .from(poolMembers)
    .innerJoin(pools, eq(pools.id, poolMembers.poolId))
    .where(eq(poolMembers.memberId, memberId))
    .orderBy(desc(poolMembers.joinedAt), desc(pools.id));
  return rows.map(({ pool: { id, name, from, until, sportKey, ownerId }, joinedAt }) => ({
    id,
    name,
    from,
    until,
    ...(sportKey !== null && { sportKey }),
    isOwner: ownerId === memberId,
    joinedAt: joinedAt.toISOString(),
  }));
}

type CsvColumn = [name: string, cell: (leg: Leg, tip: Tip) => string | number];

/** Columns of the CSV file; their names are part of its format. */
const csvColumns: readonly CsvColumn[] = [
  ['tip', (_, { id }) => id],
  ['posted', (_, { creationTime }) => creationTime],
  ['league', ({ sportKey }) => sportKey ?? ''],
  ['game', ({ game }) => game],
  ['kickOff', ({ startDateOfGame }) => startDateOfGame],
  ['oddName', ({ oddName }) => oddName],
  ['odd', ({ odd }) => odd],
  ['result', ({ result }) => result],
  ['reason', ({ reason }) => reason ?? ''],
  ['totalOdds', (_, { totalOdds }) => totalOdds],
  ['stake', (_, { stake }) => stake ?? 0],
  ['booked', (_, { IsBooked }) => String(IsBooked ?? false)],
  ['treated', (_, { IsGameSuccessful }) => String(IsGameSuccessful)],
  ['outcome', (_, { outcome }) => outcome],
  ['copiedFrom', (_, { copiedFrom }) => copiedFrom ?? ''],
  ['analysis', (_, { analysis }) => analysis ?? ''],
];

function toCsvRows(tip: Tip): (string | number)[][] {
  return tip.options.map((leg) => csvColumns.map(([, cell]) => cell(leg, tip)));
}

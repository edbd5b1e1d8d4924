import { and, desc, eq } from 'drizzle-orm';

import type { OwnData } from '#contract/accounts.ts';
import type { Leg, Tip } from '#contract/tips.ts';

import { type Database, type Queryable, transaction } from '../db/database.ts';
import { poolMembers, pools } from '../db/pool-tables.ts';
import { follows, members } from '../db/schema.ts';
import { named, nameOf } from '../members/names.ts';
import { toProfile } from '../members/presenter.ts';
import { browsersOf, chosenPushes, pushedTipsters } from '../push/choices.ts';
import { toTip, type Viewer } from '../tips/presenter.ts';
import { ownTipRows, type TipRow } from '../tips/queries.ts';

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
      return {
        row,
        tips,
        follows: await followsOf(tx, member.id),
        push: await pushOf(tx, member.id),
        pools: await poolsOf(tx, member.id),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return {
    exportedAt: now.toISOString(),
    profile: toProfile(read.row),
    tips: read.tips.map((tip) => toTip(tip, member)),
    follows: read.follows,
    push: read.push,
    pools: read.pools,
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

async function pushOf(database: Queryable, memberId: string): Promise<OwnData['push']> {
  return {
    ...(await chosenPushes(database, memberId)),
    tipsters: await pushedTipsters(database, memberId),
    browsers: await browsersOf(database, memberId),
  };
}

/** The pools somebody is in, without anybody else in them. */
async function poolsOf(database: Queryable, memberId: string): Promise<OwnData['pools']> {
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

type Column = [name: string, cell: (leg: Leg, tip: Tip) => string | number];

/** What a line says. The names are part of the file's format: whoever reads it finds columns by them. */
const columns: readonly Column[] = [
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

/** One's own tips with one line per leg. */
export function legsAsCsv({ tips }: Pick<OwnData, 'tips'>): string {
  return csvOf([
    columns.map(([name]) => name),
    ...tips.flatMap((tip) => tip.options.map((leg) => columns.map(([, cell]) => cell(leg, tip)))),
  ]);
}

/** Tells a spreadsheet that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/** What a spreadsheet would take for the start of a formula. */
const startsFormula = /^[=+\-@\t\r]/;

/** Lines as comma-separated text, every cell quoted, and none that a spreadsheet would run. */
function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  // A figure is one; only text can be a formula in disguise.
  const text = typeof value === 'string' && startsFormula.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

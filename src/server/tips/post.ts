import { randomBytes } from 'node:crypto';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { NewTip, postTip } from '#contract/tips.ts';
import { gameName } from '#domain/fixture.ts';
import { acceptLegs } from '#domain/slip.ts';
import { expiryOf, lastKickOffOf, totalOddsOf } from '#domain/tip.ts';

import { createPreparedQuery, awaitPipelined, type Transaction } from '../db/database.ts';
import { notices } from '../db/notice-tables.ts';
import { audit, legs, tips } from '../db/schema.ts';
import type { MemberNameRow } from '../members/names.ts';
import { refuseDuringTimeOut } from '../members/time-out.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, IdempotencyContext } from '../operations/idempotency.ts';
import { buildFanOutInsert } from '../push/jobs.ts';
import { type ResolvedLeg, resolveLegs } from './resolved-legs.ts';
import { readEarlierTips, refuseRepeatedLegs, refuseTooManyPosts } from './earlier-tips.ts';
import { createPostEvent } from './events.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import type { LegRow, TipRow } from './queries.ts';
import { toCachedJson } from './cached-json.ts';

type SentSlip = z.output<typeof NewTip>;

/** Posts a slip as a tip, which is public at once unless it is a copy. */
export async function saveSlipAsTip(
  tx: Transaction,
  owner: Viewer,
  slip: SentSlip,
  arrival: IdempotencyContext,
): Promise<Answer<ReplyOf<typeof postTip>>> {
  const { arrivedAt, key } = arrival;
  const [cursor, names, , chosen, original, earlier] = await awaitPipelined([
    raiseCursor(tx, owner.id),
    checkPostingRights(tx, owner, slip, arrival),
    refuseTooManyPosts(tx, owner.id, arrival),
    resolveLegs(tx, slip.options, arrivedAt),
    readCopiedLegs(tx, slip),
    readEarlierTips(tx, owner.id, slip.options, arrivedAt),
  ]);
  // failpoint: device-clock-decides
  const { accepted: kept, dropped } = acceptResolvedLegs(chosen, slip, arrivedAt);
  const copiedFrom = findOriginalTipId(owner, slip, kept, original);
  // failpoint: repeats-taken
  if (copiedFrom === null) refuseRepeatedLegs(chosen, kept, earlier);

  const row = {
    id: toTipId(slip, arrivedAt, key),
    ownerId: owner.id,
    createdAt: arrivedAt,
    stake: slip.stake,
    // failpoint: analysis-not-written
    analysis: slip.analysis ?? '',
    copiedFrom,
    totalOdds: String(totalOddsOf(kept.map(({ odd }) => ({ odd, result: 'pending' })))),
    cursor,
  };
  const tip = { ...row, ...names, ...newTipDefaults, legs: kept.map(createLegRow) };
  const writing = insertPostedTip(tx, tip, kept);
  const body = {
    ...toTip(tip, owner),
    ...(dropped.length > 0 && { dropped: dropped.map(toGameReference) }),
  };
  return { status: 201, body, etag: etagOf(tip), pendingWrite: writing };
}

/**
 * Refuses a member who may not post now, or a slip whose id is not its idempotency key; returns the
 * member's names.
 */
async function checkPostingRights(
  tx: Transaction,
  owner: Viewer,
  slip: SentSlip,
  arrival: IdempotencyContext,
): Promise<MemberNameRow> {
  const names = await refuseDuringTimeOut(tx, owner.id, arrival);
  toTipId(slip, arrival.arrivedAt, arrival.key);
  return names;
}

/** Returns the sent id of a tip, which must equal the idempotency key, or a new id. */
function toTipId({ id }: SentSlip, arrivedAt: Date, key: string | undefined): string {
  if (id === undefined) return createTipId(arrivedAt);
  if (key !== undefined && key.toLowerCase() !== id.toLowerCase()) {
    throw new ApiProblem('identity-mismatch', { errors: { id: ['mismatch'] } });
  }
  return id.toLowerCase();
}

function acceptResolvedLegs(
  chosen: readonly ResolvedLeg[],
  { ifStarted }: SentSlip,
  arrivedAt: Date,
) {
  const checked = acceptLegs({ legs: chosen, arrivedAt, ifStarted });
  if (checked.allowed) return checked.value;
  const { code, started } = checked.problem;
  throw new ApiProblem(code, { extra: { started: started.map(toGameReference) } });
}

function toGameReference({ fixture }: ResolvedLeg) {
  return { fixtureId: fixture.id, game: gameName(fixture.home, fixture.away) };
}

type CopiedLeg = { tipId: string; ownerId: string; fixtureId: string; oddsId: number };

/**
 * Reads the legs of the tip that a slip copies; undefined if it copies none. For a copy of a copy,
 * from older apps, the legs of the original.
 */
async function readCopiedLegs(
  tx: Transaction,
  { copiedFrom }: SentSlip,
): Promise<CopiedLeg[] | undefined> {
  if (copiedFrom === undefined) return undefined;
  const named = alias(tips, 'named');
  return tx
    .select({
      tipId: tips.id,
      ownerId: tips.ownerId,
      fixtureId: legs.fixtureId,
      oddsId: legs.oddsId,
    })
    .from(named)
    .innerJoin(tips, eq(tips.id, sql`coalesce(${named.copiedFrom}, ${named.id})`))
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .where(and(eq(named.id, copiedFrom), isNull(tips.withdrawnAt)));
}

/**
 * Returns the id of the copied tip; null if a leg was added or the copied tip is the owner's own.
 * Such a slip is no copy and counts in the record.
 */
function findOriginalTipId(
  owner: Viewer,
  { copiedFrom }: SentSlip,
  kept: readonly ResolvedLeg[],
  original: readonly CopiedLeg[] | undefined,
): string | null {
  if (copiedFrom === undefined || original === undefined) return null;
  if (original.length === 0) {
    throw new ApiProblem('not-found', { errors: { copiedFrom: ['not-found'] } });
  }

  const isCopied = ({ fixtureId, oddsId }: ResolvedLeg) =>
    original.some(
      (leg) => leg.ownerId !== owner.id && leg.fixtureId === fixtureId && leg.oddsId === oddsId,
    );
  return kept.every(isCopied) ? (original[0]?.tipId ?? null) : null;
}

// Names and types of the columns of `legs`, for rows as JSON.
const legRecord = sql.join(
  Object.entries(getTableColumns(legs)).map(
    ([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`,
  ),
  sql`, `,
);

const insertTipQuery = createPreparedQuery((database) => {
  const value = sql.placeholder;
  const tip = database.$with('tip').as(
    database
      .insert(tips)
      .values({
        id: value('id'),
        ownerId: value('ownerId'),
        createdAt: value('createdAt'),
        expiresAt: value('expiresAt'),
        lastKickOff: value('lastKickOff'),
        stake: value('stake'),
        analysis: value('analysis'),
        copiedFrom: value('copiedFrom'),
        totalOdds: value('totalOdds'),
        recordOdds: value('totalOdds'),
        cursor: value('cursor'),
        wire: value('wire'),
      })
      .onConflictDoNothing({ target: tips.id })
      .returning({
        id: tips.id,
        ownerId: tips.ownerId,
        createdAt: tips.createdAt,
        copiedFrom: tips.copiedFrom,
      }),
  );
  const leg = database.$with('leg').as(
    database.insert(legs).select(sql`
      select leg.* from tip, json_to_recordset(${value('legs')}) as leg(${legRecord})`),
  );
  // Inserts the permanent event, and the notice for followers of the tipster.
  const event = database.$with('event', {}).as(sql`
    insert into ${audit} (at, actor_id, action, subject, after, own)
    select tip.created_at, tip.owner_id, ${value('action')}, ${value('subject')},
      ${value('after')}::jsonb, ${value('own')}::jsonb
    from tip`);
  const notice = database.$with('notice', {}).as(sql`
    insert into ${notices} (at, kind, tip_id, tipster_id, outcome)
    select tip.created_at, 'posted', tip.id, tip.owner_id, 'open' from tip
    where tip.copied_from is null
    returning id, at`);
  const job = database.$with('job', {}).as(buildFanOutInsert(sql`select id, at from notice`));
  return database
    .with(tip, leg, event, notice, job)
    .select({ id: tip.id })
    .from(tip)
    .prepare('insert_tip');
});

/** Inserts a tip with its legs, event and notice by one statement; refuses an existing id. */
async function insertPostedTip(
  tx: Transaction,
  tip: TipRow,
  kept: readonly ResolvedLeg[],
): Promise<void> {
  const { action, subject, after, own } = createPostEvent(tip);
  const [inserted] = await insertTipQuery(tx).execute({
    ...tip,
    wire: toCachedJson(tip),
    action,
    subject,
    after: JSON.stringify(after),
    own: JSON.stringify(own),
    expiresAt: expiryOf(kept),
    lastKickOff: lastKickOffOf(kept),
    legs: JSON.stringify(
      tip.legs.map((leg) => ({
        ...leg,
        // failpoint: home-win-written
        tipId: tip.id,
      })),
    ),
  });
  if (!inserted) throw new ApiProblem('identity-mismatch', { errors: { id: ['taken'] } });
}

const newTipDefaults = {
  bookedAt: null,
  confirmedAt: null,
  confirmedBy: null,
  withdrawnAt: null,
  analysisRemovedBy: null,
  outcome: 'open' as const,
  legsWon: 0,
  legsLost: 0,
  version: 1,
};

function createLegRow({ fixture, kickOff: _, ...posted }: ResolvedLeg, position: number): LegRow {
  return {
    ...fixture,
    ...posted,
    position,
    fixtureStatus: fixture.status,
    fixtureVersion: fixture.version,
    kickOffOdd: posted.odd,
    bookedOdd: 0,
    result: 'pending',
    decidedAt: null,
    decidedBy: null,
    decidedVersion: null,
    reason: null,
    fact: null,
    corrected: null,
    undo: null,
  };
}

/** Creates a UUIDv7 for a tip that was sent without an id, so that ids sort by time. */
function createTipId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

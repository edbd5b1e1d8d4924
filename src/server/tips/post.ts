import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { NewTip, postTip } from '#contract/tips.ts';
import { gameName } from '#domain/fixture.ts';
import { keptLegs } from '#domain/slip.ts';
import { expiryOf, lastKickOffOf, totalOddsOf } from '#domain/tip.ts';

import { prepared, type Transaction } from '../db/database.ts';
import { legs, members, tips } from '../db/schema.ts';
import { refuseInTimeOut } from '../members/time-out.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, Arrival } from '../operations/once.ts';
import { type ChosenLeg, chosenLegs } from './chosen-legs.ts';
import { notePosted } from './events.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import type { TipRow } from './queries.ts';
import { wireOf } from './wire.ts';

type Slip = z.output<typeof NewTip>;

/** Turns a slip into a tip: public from this moment, and its sender's saved tip. */
export async function post(
  tx: Transaction,
  owner: Viewer,
  slip: Slip,
  arrival: Arrival,
): Promise<Answer<ReplyOf<typeof postTip>>> {
  const { arrivedAt, key } = arrival;
  const cursor = await raiseCursor(tx, owner.id);
  await refuseInTimeOut(tx, owner.id, arrival);
  const id = idOf(slip, arrivedAt, key);
  const chosen = await chosenLegs(tx, slip.options, arrivedAt);
  // failpoint: device-clock-decides
  const { kept, dropped } = keptOf(chosen, slip, arrivedAt);
  const copiedFrom = await originalOf(tx, owner, slip, kept);

  const row = {
    id,
    ownerId: owner.id,
    createdAt: arrivedAt,
    stake: slip.stake,
    // failpoint: analysis-not-written
    analysis: slip.analysis ?? '',
    copiedFrom,
    totalOdds: String(totalOddsOf(kept.map(({ odd }) => ({ odd, result: 'pending' })))),
    cursor,
  };
  const tip = await insert(tx, row, kept);
  await notePosted(tx, tip);
  const body = {
    ...toTip(tip, owner),
    ...(dropped.length > 0 && { dropped: dropped.map(gameOf) }),
  };
  return { status: 201, body, etag: etagOf(tip) };
}

/** A tip and the operation that makes it are one thing, with one id. */
function idOf({ id }: Slip, arrivedAt: Date, key: string | undefined): string {
  if (id === undefined) return newId(arrivedAt);
  if (key !== undefined && key.toLowerCase() !== id.toLowerCase()) {
    throw new ApiProblem('identity-mismatch', { errors: { id: ['mismatch'] } });
  }
  return id.toLowerCase();
}

function keptOf(chosen: readonly ChosenLeg[], { ifStarted }: Slip, arrivedAt: Date) {
  const checked = keptLegs({ legs: chosen, arrivedAt, ifStarted });
  if (checked.allowed) return checked.value;
  const { code, started } = checked.problem;
  throw new ApiProblem(code, { extra: { started: started.map(gameOf) } });
}

function gameOf({ fixture }: ChosenLeg) {
  return { fixtureId: fixture.id, game: gameName(fixture.home, fixture.away) };
}

/**
 * The tip this one is a copy of. A copy never counts for who copies, so whoever adds a leg of their
 * own to it, or names a tip of their own, has made a tip and not a copy.
 */
async function originalOf(
  tx: Transaction,
  owner: Viewer,
  { copiedFrom }: Slip,
  kept: readonly ChosenLeg[],
): Promise<string | null> {
  if (copiedFrom === undefined) return null;
  const original = await tx
    .select({ ownerId: tips.ownerId, fixtureId: legs.fixtureId, oddsId: legs.oddsId })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .where(and(eq(tips.id, copiedFrom), isNull(tips.withdrawnAt)));
  if (original.length === 0) {
    throw new ApiProblem('not-found', { errors: { copiedFrom: ['not-found'] } });
  }

  const isCopied = ({ fixtureId, oddsId }: ChosenLeg) =>
    original.some(
      (leg) => leg.ownerId !== owner.id && leg.fixtureId === fixtureId && leg.oddsId === oddsId,
    );
  return kept.every(isCopied) ? copiedFrom.toLowerCase() : null;
}

type NewRow = Pick<
  TipRow,
  'id' | 'ownerId' | 'createdAt' | 'stake' | 'analysis' | 'copiedFrom' | 'totalOdds' | 'cursor'
>;

const insertTip = prepared((database) => {
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
      .returning({ id: tips.id, ownerId: tips.ownerId }),
  );
  const leg = database.$with('leg', {}).as(sql`
    insert into ${legs} (tip_id, position, fixture_id, odds_id, odd, kick_off_odd)
    select tip.id, chosen.*, chosen.odd
    from tip, json_to_recordset(${value('chosen')}) as chosen(
      position smallint, "fixtureId" text, "oddsId" smallint, odd numeric)`);
  return database
    .with(tip, leg)
    .select({
      firstName: members.firstName,
      lastName: members.lastName,
      userName: members.userName,
    })
    .from(tip)
    .innerJoin(members, eq(members.id, tip.ownerId))
    .prepare('insert_tip');
});

/** Writes a tip and its legs in one query, and refuses an id that is taken. */
async function insert(tx: Transaction, tip: NewRow, kept: readonly ChosenLeg[]): Promise<TipRow> {
  const newTip = { ...tip, ...unbooked, legs: kept.map(newLeg) };
  const [names] = await insertTip(tx).execute({
    ...tip,
    wire: wireOf(newTip),
    expiresAt: expiryOf(kept),
    lastKickOff: lastKickOffOf(kept),
    chosen: JSON.stringify(
      kept.map(({ fixtureId, oddsId, odd }, position) => ({
        position,
        fixtureId,
        // failpoint: home-win-written
        oddsId,
        odd,
      })),
    ),
  });
  if (!names) throw new ApiProblem('identity-mismatch', { errors: { id: ['taken'] } });
  return { ...newTip, ...names };
}

const unbooked = {
  bookedAt: null,
  confirmedAt: null,
  withdrawnAt: null,
  outcome: 'open' as const,
  legsWon: 0,
  legsLost: 0,
  version: 1,
  former: false,
};

function newLeg({ fixture, oddsId, odd }: ChosenLeg, position: number): TipRow['legs'][number] {
  return {
    ...fixture,
    position,
    fixtureId: fixture.id,
    fixtureStatus: fixture.status,
    fixtureVersion: fixture.version,
    oddsId,
    odd,
    kickOffOdd: odd,
    bookedOdd: 0,
    result: 'pending',
    decidedAt: null,
    reason: null,
    fact: null,
    corrected: null,
  };
}

/** An id for a tip whose sender gave it none: a UUIDv7, so that ids sort as tips come in. */
function newId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

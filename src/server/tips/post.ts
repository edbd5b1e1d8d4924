import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { NewTip, postTip } from '#contract/tips.ts';
import { gameName } from '#domain/fixture.ts';
import { standingLegs } from '#domain/kick-off.ts';
import { expiryOf, lastKickOffOf, totalOddsOf } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { legs, members, tips } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { refuseInTimeOut } from '../members/time-out.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, Receipt } from '../operations/once.ts';
import { type ChosenLeg, chosenLegs } from './chosen-legs.ts';
import { newId } from './new-id.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import type { TipRow } from './rows.ts';

type Slip = z.output<typeof NewTip>;

/** Turns a slip into a tip: public from this moment, and its sender's saved tip. */
export async function post(
  tx: Transaction,
  owner: Viewer,
  slip: Slip,
  receipt: Receipt,
): Promise<Answer<ReplyOf<typeof postTip>>> {
  const { receivedAt, key } = receipt;
  const cursor = await raiseCursor(tx, owner.id);
  await refuseInTimeOut(tx, owner.id, receipt);
  const id = idOf(slip, receivedAt, key);
  const chosen = await chosenLegs(tx, slip.options, receivedAt);
  const { standing, dropped } = standingOf(chosen, slip, receivedAt);
  const copiedFrom = await originalOf(tx, owner, slip, standing);

  const row = {
    id,
    ownerId: owner.id,
    createdAt: receivedAt,
    stake: slip.stake,
    analysis: slip.analysis ?? '',
    copiedFrom,
    totalOdds: String(totalOddsOf(standing.map(({ odd }) => ({ odd, result: 'pending' })))),
    cursor,
  };
  const tip = await insert(tx, row, standing);
  const body = {
    ...toTip(tip, owner),
    ...(dropped.length > 0 && { dropped: dropped.map(gameOf) }),
  };
  return { status: 201, body, etag: etagOf(tip) };
}

/** A tip and the operation that makes it are one thing, with one id. */
function idOf({ id }: Slip, receivedAt: Date, key: string | undefined): string {
  if (id === undefined) return newId(receivedAt);
  if (key !== undefined && key.toLowerCase() !== id.toLowerCase()) {
    throw new ApiProblem('identity-mismatch', { errors: { id: ['mismatch'] } });
  }
  return id.toLowerCase();
}

function standingOf(chosen: readonly ChosenLeg[], { ifStarted }: Slip, receivedAt: Date) {
  const checked = standingLegs({ legs: chosen, receivedAt, ifStarted });
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
  standing: readonly ChosenLeg[],
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
  return standing.every(isCopied) ? copiedFrom.toLowerCase() : null;
}

type NewRow = Pick<
  TipRow,
  'id' | 'ownerId' | 'createdAt' | 'stake' | 'analysis' | 'copiedFrom' | 'totalOdds' | 'cursor'
>;
type Names = Pick<TipRow, 'firstName' | 'lastName' | 'userName'>;
type Inserted = NewRow & { expiresAt: Date; lastKickOff: Date; chosen: string };

const insertTip = statement<Names, Inserted>(
  'insert_tip',
  (value) => sql`
    with tip as (
      insert into ${tips} (id, owner_id, created_at, expires_at, last_kick_off, stake, analysis,
        copied_from, total_odds, record_odds, cursor)
      values (${value('id')}, ${value('ownerId')}, ${value('createdAt')}, ${value('expiresAt')},
        ${value('lastKickOff')}, ${value('stake')}, ${value('analysis')}, ${value('copiedFrom')},
        ${value('totalOdds')}, ${value('totalOdds')}, ${value('cursor')})
      on conflict (id) do nothing
      returning id, owner_id
    ), leg as (
      insert into ${legs} (tip_id, position, fixture_id, odds_id, odd, kick_off_odd)
      select tip.id, chosen.*, chosen.odd
      from tip, json_to_recordset(${value('chosen')}) as chosen(
        position smallint, "fixtureId" text, "oddsId" smallint, odd numeric)
    )
    select ${members.firstName} as "firstName", ${members.lastName} as "lastName",
      ${members.userName} as "userName"
    from tip join ${members} on ${members.id} = tip.owner_id`,
);

/** Writes a tip and its legs in one statement, and refuses an id that is taken. */
async function insert(
  tx: Transaction,
  tip: NewRow,
  standing: readonly ChosenLeg[],
): Promise<TipRow> {
  const [names] = await insertTip(tx, {
    ...tip,
    expiresAt: expiryOf(standing),
    lastKickOff: lastKickOffOf(standing),
    chosen: JSON.stringify(
      standing.map(({ fixtureId, oddsId, odd }, position) => ({
        position,
        fixtureId,
        oddsId,
        odd,
      })),
    ),
  });
  if (!names) throw new ApiProblem('identity-mismatch', { errors: { id: ['taken'] } });
  return { ...tip, ...names, ...unbooked, legs: standing.map(newLeg) };
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
    oddsId,
    odd,
    kickOffOdd: odd,
    result: 'pending',
    decidedAt: null,
    reason: null,
    fact: null,
  };
}

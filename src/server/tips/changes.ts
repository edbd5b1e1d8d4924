import { eq, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import { adminActions } from '#contract/desk-history.ts';
import type { Tip, TipEdit } from '#contract/tips.ts';
import { effectiveKickOff } from '#domain/fixture.ts';
import {
  applyBooking,
  bookedOddsOf,
  applyConfirmation,
  expiryOf,
  checkTipChange,
  applyWithdrawal,
} from '#domain/tip.ts';

import { createPreparedQuery, awaitPipelined, type Transaction } from '../db/database.ts';
import { audit, legs, tips } from '../db/schema.ts';
import { readLastAuthor } from '../desk/authors.ts';
import { refuseDuringTimeOut } from '../members/time-out.ts';
import { raiseCursor, raiseCursors } from '../operations/cursor.ts';
import type { Answer, IdempotencyContext } from '../operations/idempotency.ts';
import { areLegChangesApplied, applyLegChanges } from './leg-changes.ts';
import { addDeciderNames } from './deciders.ts';
import { etagOf, matchesVersion, toTip, type Viewer } from './presenter.ts';
import { lockFixturesOfTips, findTipById, type TipRow } from './queries.ts';
import { saveConfirmations, saveLegChanges } from './save.ts';

/** An owner's change of one of their tips, with the arrival time of the request. */
type OwnChange = { id: string; owner: Viewer; arrivedAt: Date; ifMatch: string | undefined };

/** Books an own tip: the current odds of its legs are stored as the odds of the booking. */
export async function bookOwnTip(
  tx: Transaction,
  change: OwnChange & IdempotencyContext,
): Promise<Answer<Tip>> {
  const { owner, arrivedAt, ifMatch } = change;
  const [tip] = await awaitPipelined([
    lockOwnTip(tx, change),
    refuseDuringTimeOut(tx, owner.id, change),
  ]);
  await refuseStaleVersion(tx, ifMatch, { tip, viewer: owner });

  const checked = applyBooking({ ...tip, expiresAt: expiryOf(tip.legs) }, owner.id, arrivedAt);
  if (!checked.allowed) throw new ApiProblem(toOwnerProblemCode(checked.problem));
  const { bookedAt } = checked.value;
  const prices = tip.legs.map((leg) => ({ ...leg, bookedOdd: leg.odd }));
  const bookedOdds = String(bookedOddsOf(prices));
  const cursor = await raiseCursor(tx, owner.id);
  const booked = { ...tip, bookedAt, version: tip.version + 1, cursor };
  // failpoint: booking-not-written
  const writing = writeBookingQuery(tx).execute({ id: tip.id, bookedAt, bookedOdds, cursor });
  return { body: toTip(booked, owner), etag: etagOf(booked), pendingWrite: writing };
}

const placeholder = sql.placeholder;

const writeBookingQuery = createPreparedQuery((database) => {
  const prices = database
    .$with('prices', {})
    .as(sql`update ${legs} set booked_odd = odd where tip_id = ${placeholder('id')}`);
  // The booking of a copy counts in public figures of the copied tipster, so it gets an event. The
  // booking of an own tip is private.
  const event = database.$with('event', {}).as(sql`
    insert into ${audit} (at, actor_id, action, subject, own)
    select ${placeholder('bookedAt')}::timestamptz, owner_id, 'copy.book', 'member:' || owner_id,
      jsonb_build_object('tipId', id, 'bookedAt', utc_text(${placeholder('bookedAt')}::timestamptz),
        'odds', (select jsonb_object_agg(fixture_id, odd) from ${legs} where tip_id = ${tips}.id))
    from ${tips} where id = ${placeholder('id')} and copied_from is not null`);
  return database
    .with(prices, event)
    .update(tips)
    .set({
      bookedAt: sql`${placeholder('bookedAt')}`,
      bookedOdds: sql`${placeholder('bookedOdds')}`,
      version: sql`${tips.version} + 1`,
      cursor: sql`${placeholder('cursor')}`,
    })
    .where(eq(tips.id, placeholder('id')))
    .prepare('write_booking');
});

export async function withdrawOwnTip(
  tx: Transaction,
  change: OwnChange,
): Promise<Answer<{ id: string }>> {
  const { owner, arrivedAt, ifMatch } = change;
  const tip = await lockOwnTip(tx, change);
  await refuseStaleVersion(tx, ifMatch, { tip, viewer: owner });

  const legs = tip.legs.map(({ fixtureStatus: status, kickOff }) => ({
    kickOff: effectiveKickOff({ status, kickOff }, arrivedAt),
  }));
  const checked = applyWithdrawal({ ...tip, legs }, owner.id, arrivedAt);
  // failpoint: late-withdrawal-told-as-booked
  if (!checked.allowed) throw new ApiProblem(toOwnerProblemCode(checked.problem));
  const { withdrawnAt } = checked.value;
  const { id } = tip;
  const next = { withdrawnAt, version: tip.version + 1, cursor: await raiseCursor(tx, owner.id) };
  await tx.update(tips).set(next).where(eq(tips.id, id));
  const entry = { at: withdrawnAt, actorId: owner.id, action: 'tip.withdraw' };
  await tx.insert(audit).values({ ...entry, subject: `tip:${id}` });
  return { body: { id } };
}

/** Locks the owner's row and returns the tip; another member's tip is "not-found". */
async function lockOwnTip(tx: Transaction, { id, owner }: OwnChange): Promise<TipRow> {
  const [, tip] = await awaitPipelined([raiseCursor(tx, owner.id), findTipById(tx, id)]);
  if (tip?.ownerId !== owner.id) throw new ApiProblem('not-found');
  return tip;
}

function toOwnerProblemCode<Problem extends string>(problem: Problem | 'not-your-tip') {
  return problem === 'not-your-tip' ? 'not-found' : problem;
}

/** An administrator's change of a tip, with the arrival time of the request. */
type AdminChange = { id: string; by: Viewer; arrivedAt: Date; ifMatch: string | undefined };

/**
 * Sets prices and results of a tip's legs. A request that changes nothing succeeds with any
 * version.
 */
export async function editTipLegs(
  tx: Transaction,
  change: AdminChange,
  { options }: TipEdit,
): Promise<Answer<Tip>> {
  const { by, arrivedAt } = change;
  const tip = await lockTipForAdmin(tx, change);
  if (!matchesVersion(change.ifMatch, tip) && areLegChangesApplied(tip.legs, options))
    return createAdminAnswer(tx, tip, by);
  await refuseStaleVersion(tx, change.ifMatch, { tip, viewer: by });
  const checked = checkTipChange(tip, by.id);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const changes = applyLegChanges(tip.legs, options, arrivedAt);
  const [changed = tip] = await saveLegChanges(tx, { at: arrivedAt, by: by.id }, [
    { tip, changes },
  ]);
  return createAdminAnswer(tx, changed, by);
}

/**
 * Confirms a tip whose legs are all settled. A repeated request succeeds, too, with the version
 * before the confirmation.
 */
export async function confirmSettledTip(
  tx: Transaction,
  change: AdminChange,
): Promise<Answer<Tip>> {
  const { by, arrivedAt, ifMatch } = change;
  const tip = await lockTipForAdmin(tx, change);
  if (ifMatch !== undefined && tip.confirmedAt && matchesConfirmedVersion(ifMatch, tip))
    return createAdminAnswer(tx, tip, by);
  await refuseStaleVersion(tx, ifMatch, { tip, viewer: by });
  const checked = applyConfirmation(tip, by.id, arrivedAt);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const stamp = { at: checked.value.confirmedAt, by: by.id };
  const [confirmed = tip] = await saveConfirmations(tx, stamp, [tip]);
  return createAdminAnswer(tx, confirmed, by);
}

/**
 * Locks the rows of owner and administrator (whose cursor the stored response raises) and the tip's
 * games, whose results then do not change before the commit; returns the tip.
 */
async function lockTipForAdmin(tx: Transaction, { id, by }: AdminChange): Promise<TipRow> {
  const [found] = await tx.select({ ownerId: tips.ownerId }).from(tips).where(eq(tips.id, id));
  if (!found) throw new ApiProblem('not-found');
  if (found.ownerId === by.id) throw new ApiProblem('own-tip');

  // failpoint: owners-not-locked
  await raiseCursors(tx, [found.ownerId, by.id]);
  await lockFixturesOfTips(tx, [id]);
  const tip = await findTipById(tx, id);
  if (!tip) throw new ApiProblem('not-found');
  return tip;
}

async function createAdminAnswer(tx: Transaction, tip: TipRow, by: Viewer): Promise<Answer<Tip>> {
  return { body: await toAdminTip(tx, tip, by), etag: etagOf(tip) };
}

/** Presents a tip to an administrator, with the authors of decisions. */
export async function toAdminTip(tx: Transaction, tip: TipRow, by: Viewer): Promise<Tip> {
  const shown = toTip(tip, by);
  const [named = shown] = await addDeciderNames(tx, [tip], [shown]);
  return named;
}

/**
 * Refuses a change with an outdated version. The problem contains the current tip, and for
 * administrators the author of the last change.
 */
async function refuseStaleVersion(
  tx: Transaction,
  ifMatch: string | undefined,
  { tip, viewer }: { tip: TipRow; viewer: Viewer },
): Promise<void> {
  if (matchesVersion(ifMatch, tip)) return;
  const isAdministrator = viewer.role === 'administrator';
  const author = isAdministrator
    ? await readLastAuthor(tx, adminActions, [`tip:${tip.id}`])
    : undefined;
  const shown = isAdministrator ? await toAdminTip(tx, tip, viewer) : toTip(tip, viewer);
  throw new ApiProblem('stale-version', { extra: { tip: shown, ...author } });
}

/** True if `If-Match` contains the version of a confirmed tip, or the version before. */
function matchesConfirmedVersion(ifMatch: string, { version }: TipRow): boolean {
  return [version, version - 1].some((seen) => matchesVersion(ifMatch, { version: seen }));
}

import { eq, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import type { Tip, TipEdit } from '#contract/tips.ts';
import { startOf } from '#domain/fixture.ts';
import { book, bookedOddsOf, confirm, expiryOf, mayTreat, withdraw } from '#domain/tip.ts';

import { prepared, together, type Transaction } from '../db/database.ts';
import { audit, legs, tips } from '../db/schema.ts';
import { lastAuthor, treatments } from '../desk/authors.ts';
import { refuseInTimeOut } from '../members/time-out.ts';
import { raiseCursor, raiseCursors } from '../operations/cursor.ts';
import type { Answer, Arrival } from '../operations/once.ts';
import { noteWithdrawn } from './events.ts';
import { areSo, changedLegs } from './leg-changes.ts';
import { withDeciders } from './deciders.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import { holdGames, tipById, type TipRow } from './queries.ts';
import { saveConfirmed, saveLegs } from './save.ts';

/** Whose tip is to change, which one, and when they asked. */
type OwnChange = { id: string; owner: Viewer; arrivedAt: Date; ifMatch: string | undefined };

/** Books a saved tip. */
export async function bookOwn(tx: Transaction, change: OwnChange & Arrival): Promise<Answer<Tip>> {
  const { owner, arrivedAt, ifMatch } = change;
  const [tip] = await together([ownTip(tx, change), refuseInTimeOut(tx, owner.id, change)]);
  await expectVersion(tx, ifMatch, { tip, viewer: owner });

  const checked = book({ ...tip, expiresAt: expiryOf(tip.legs) }, owner.id, arrivedAt);
  if (!checked.allowed) throw new ApiProblem(codeOf(checked.problem));
  const { bookedAt } = checked.value;
  const prices = tip.legs.map((leg) => ({ ...leg, bookedOdd: leg.odd }));
  const bookedOdds = String(bookedOddsOf(prices));
  const cursor = await raiseCursor(tx, owner.id);
  const booked = { ...tip, bookedAt, version: tip.version + 1, cursor };
  // failpoint: booking-not-written
  const writing = writeBooking(tx).execute({ id: tip.id, bookedAt, bookedOdds, cursor });
  return { body: toTip(booked, owner), etag: etagOf(booked), writing };
}

const value = sql.placeholder;

const writeBooking = prepared((database) => {
  const prices = database
    .$with('prices', {})
    .as(sql`update ${legs} set booked_odd = odd where tip_id = ${value('id')}`);
  // The booking of a copy is in what its tipster's followers got, so it is written down; an own tip's is private.
  const event = database.$with('event', {}).as(sql`
    insert into ${audit} (at, actor_id, action, subject, own)
    select ${value('bookedAt')}::timestamptz, owner_id, 'copy.book', 'member:' || owner_id,
      jsonb_build_object('tipId', id, 'bookedAt', utc_text(${value('bookedAt')}::timestamptz),
        'odds', (select jsonb_object_agg(fixture_id, odd) from ${legs} where tip_id = ${tips}.id))
    from ${tips} where id = ${value('id')} and copied_from is not null`);
  return database
    .with(prices, event)
    .update(tips)
    .set({
      bookedAt: sql`${value('bookedAt')}`,
      bookedOdds: sql`${value('bookedOdds')}`,
      version: sql`${tips.version} + 1`,
      cursor: sql`${value('cursor')}`,
    })
    .where(eq(tips.id, value('id')))
    .prepare('write_booking');
});

/** Takes a tip back. */
export async function withdrawOwn(
  tx: Transaction,
  change: OwnChange,
): Promise<Answer<{ id: string }>> {
  const { owner, arrivedAt, ifMatch } = change;
  const tip = await ownTip(tx, change);
  await expectVersion(tx, ifMatch, { tip, viewer: owner });

  const legs = tip.legs.map(({ fixtureStatus: status, kickOff }) => ({
    kickOff: startOf({ status, kickOff }, arrivedAt),
  }));
  const checked = withdraw({ ...tip, legs }, owner.id, arrivedAt);
  // failpoint: late-withdrawal-told-as-booked
  if (!checked.allowed) throw new ApiProblem(codeOf(checked.problem));
  const { withdrawnAt } = checked.value;
  await save(tx, tip, { withdrawnAt });
  await noteWithdrawn(tx, tip, { at: withdrawnAt, by: owner.id });
  return { body: { id: tip.id } };
}

/** The tip, with its owner's row locked before it is read. Another's is not there at all. */
async function ownTip(tx: Transaction, { id, owner }: OwnChange): Promise<TipRow> {
  const [, tip] = await together([raiseCursor(tx, owner.id), tipById(tx, id)]);
  if (tip?.ownerId !== owner.id) throw new ApiProblem('not-found');
  return tip;
}

function codeOf<Problem extends string>(problem: Problem | 'not-your-tip') {
  return problem === 'not-your-tip' ? 'not-found' : problem;
}

/** Which tip an administrator works on, and when they asked. */
type Treatment = { id: string; by: Viewer; arrivedAt: Date; ifMatch: string | undefined };

/**
 * Sets prices and results of a tip's legs, and works out anew what follows from them. Whoever says what
 * stands already is right, whatever the version that they saw.
 */
export async function edit(
  tx: Transaction,
  treatment: Treatment,
  { options }: TipEdit,
): Promise<Answer<Tip>> {
  const { by, arrivedAt } = treatment;
  const tip = await tipToTreat(tx, treatment);
  if (!sawVersion(treatment.ifMatch, tip) && areSo(tip.legs, options)) return answer(tx, tip, by);
  await expectVersion(tx, treatment.ifMatch, { tip, viewer: by });
  const checked = mayTreat(tip, by.id);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const changes = changedLegs(tip.legs, options, arrivedAt);
  const [changed = tip] = await saveLegs(tx, { at: arrivedAt, by: by.id }, [{ tip, changes }]);
  return answer(tx, changed, by);
}

/**
 * Closes a tip whose legs are all decided. Whoever saw it as it was confirmed says what its confirmer said,
 * and is answered with it.
 */
export async function close(tx: Transaction, treatment: Treatment): Promise<Answer<Tip>> {
  const { by, arrivedAt, ifMatch } = treatment;
  const tip = await tipToTreat(tx, treatment);
  if (ifMatch !== undefined && tip.confirmedAt && sawConfirmed(ifMatch, tip))
    return answer(tx, tip, by);
  await expectVersion(tx, ifMatch, { tip, viewer: by });
  const checked = confirm(tip, by.id, arrivedAt);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const deed = { at: checked.value.confirmedAt, by: by.id };
  const [confirmed = tip] = await saveConfirmed(tx, deed, [tip]);
  return answer(tx, confirmed, by);
}

/**
 * The tip, with its owner's row locked before it is read, and the administrator's with it: theirs
 * is raised too, by the answer to their operation. Its games are held: a leg is decided by the result that
 * stands when that is written.
 */
async function tipToTreat(tx: Transaction, { id, by }: Treatment): Promise<TipRow> {
  const [found] = await tx.select({ ownerId: tips.ownerId }).from(tips).where(eq(tips.id, id));
  if (!found) throw new ApiProblem('not-found');
  if (found.ownerId === by.id) throw new ApiProblem('own-tip');

  // failpoint: owners-not-locked
  await raiseCursors(tx, [found.ownerId, by.id]);
  await holdGames(tx, [id]);
  const tip = await tipById(tx, id);
  if (!tip) throw new ApiProblem('not-found');
  return tip;
}

async function answer(tx: Transaction, tip: TipRow, by: Viewer): Promise<Answer<Tip>> {
  return { body: await treatedTip(tx, tip, by), etag: etagOf(tip) };
}

async function treatedTip(tx: Transaction, tip: TipRow, by: Viewer): Promise<Tip> {
  const shown = toTip(tip, by);
  const [named = shown] = await withDeciders(tx, [tip], [shown]);
  return named;
}

/**
 * Refuses a change of a tip that is not the one its sender saw, and shows them what it is; administrators
 * are told who changed it, too.
 */
async function expectVersion(
  tx: Transaction,
  ifMatch: string | undefined,
  { tip, viewer }: { tip: TipRow; viewer: Viewer },
): Promise<void> {
  if (sawVersion(ifMatch, tip)) return;
  const isTold = viewer.role === 'administrator';
  const author = isTold ? await lastAuthor(tx, treatments, [`tip:${tip.id}`]) : undefined;
  const shown = isTold ? await treatedTip(tx, tip, viewer) : toTip(tip, viewer);
  throw new ApiProblem('stale-version', { extra: { tip: shown, ...author } });
}

function sawVersion(ifMatch: string | undefined, tip: TipRow): boolean {
  if (ifMatch === undefined) return true;
  // A proxy that compresses answers makes a weak tag of ours; it names the same version.
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(tip));
}

/** Whether somebody saw a confirmed tip as it is, or as it was when it was confirmed. */
function sawConfirmed(ifMatch: string, tip: TipRow): boolean {
  return sawVersion(ifMatch, tip) || sawVersion(ifMatch, { ...tip, version: tip.version - 1 });
}

type Changes = Partial<Pick<typeof tips.$inferSelect, 'bookedAt' | 'bookedOdds' | 'withdrawnAt'>>;

/** Writes what changed about a tip as its next version, and gives the tip as it is then. */
async function save(tx: Transaction, tip: TipRow, changes: Changes): Promise<TipRow> {
  const cursor = await raiseCursor(tx, tip.ownerId);
  const next = { ...changes, version: tip.version + 1, cursor };
  await tx.update(tips).set(next).where(eq(tips.id, tip.id));
  return { ...tip, ...next };
}

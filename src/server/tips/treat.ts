import { and, eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import type { Tip, TipEdit } from '#contract/tips.ts';
import { confirm, countsOf, mayTreat, outcomeOf, recordOddsOf, totalOddsOf } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { audit, legs, tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer } from '../operations/once.ts';
import { expectVersion, save } from './change.ts';
import { changedLegs, type LegChange } from './leg-changes.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import { tipById, type TipRow } from './rows.ts';

/** Which tip an administrator works on, and when the server first heard of it. */
type Treatment = { id: string; by: Viewer; receivedAt: Date; ifMatch: string | undefined };

/** Sets prices and results of a tip's legs, and works out anew what follows from them. */
export async function edit(
  tx: Transaction,
  treatment: Treatment,
  { options }: TipEdit,
): Promise<Answer<Tip>> {
  const { by, receivedAt } = treatment;
  const tip = await tipToTreat(tx, treatment);
  const checked = mayTreat(tip, by.id);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const changes = changedLegs(tip.legs, options, receivedAt);
  if (changes.length === 0) return answer(tip, by);
  for (const change of changes) await saveLeg(tx, tip, by, change);
  await note(tx, treatment, tip, changes);

  const changed = tip.legs.map(
    (leg) => changes.find(({ after }) => after.position === leg.position)?.after ?? leg,
  );
  const saved = await save(tx, tip, {
    totalOdds: String(totalOddsOf(changed)),
    recordOdds: String(recordOddsOf(changed)),
    outcome: outcomeOf(changed),
    legsWon: countsOf(changed).won,
    legsLost: countsOf(changed).lost,
  });
  return answer({ ...saved, legs: changed }, by);
}

/** Closes a tip whose legs are all decided. */
export async function close(tx: Transaction, treatment: Treatment): Promise<Answer<Tip>> {
  const { by, receivedAt } = treatment;
  const tip = await tipToTreat(tx, treatment);
  const checked = confirm(tip, by.id, receivedAt);
  if (!checked.allowed) throw new ApiProblem(checked.problem);

  const { confirmedAt } = checked.value;
  await tx.insert(audit).values({
    at: receivedAt,
    actorId: by.id,
    action: 'tip.confirm',
    subject: `tip:${tip.id}`,
    before: { confirmedAt: null },
    after: { confirmedAt: confirmedAt.toISOString(), outcome: tip.outcome },
  });
  return answer(await save(tx, tip, { confirmedAt, confirmedBy: by.id }), by);
}

/**
 * The tip, with its owner's row locked before it is read, and the administrator's with it: theirs
 * is raised too, by the answer to their operation.
 */
async function tipToTreat(tx: Transaction, { id, by, ifMatch }: Treatment): Promise<TipRow> {
  const [found] = await tx.select({ ownerId: tips.ownerId }).from(tips).where(eq(tips.id, id));
  if (!found) throw new ApiProblem('not-found');
  if (found.ownerId === by.id) throw new ApiProblem('own-tip');

  await raiseCursors(tx, [found.ownerId, by.id]);
  const tip = await tipById(tx, id);
  if (!tip) throw new ApiProblem('not-found');
  expectVersion(ifMatch, tip, by);
  return tip;
}

async function saveLeg(
  tx: Transaction,
  tip: TipRow,
  by: Viewer,
  { before, after }: LegChange,
): Promise<void> {
  const { position, odd, kickOffOdd, result, decidedAt, reason, fact } = after;
  const decision = { result, decidedAt, decidedBy: decidedAt && by.id, reason, fact };
  await tx
    .update(legs)
    .set({
      odd: String(odd),
      kickOffOdd: String(kickOffOdd),
      ...(before.result !== result && decision),
    })
    .where(and(eq(legs.tipId, tip.id), eq(legs.position, position)));
}

/** Writes down who changed what: one entry per price and per result. */
async function note(
  tx: Transaction,
  { by, receivedAt }: Treatment,
  tip: TipRow,
  changes: readonly LegChange[],
): Promise<void> {
  const entry = { at: receivedAt, actorId: by.id, subject: `tip:${tip.id}` };
  const entries = changes.flatMap(({ before, after, reason }) => {
    const { fixtureId, fact } = after;
    const noted = [];
    if (before.odd !== after.odd) {
      noted.push({
        ...entry,
        action: 'leg.price',
        before: { fixtureId, odd: before.odd },
        after: { fixtureId, odd: after.odd, kickOffOdd: after.kickOffOdd },
        reason,
      });
    }
    if (before.result !== after.result) {
      noted.push({
        ...entry,
        action: 'leg.settle',
        before: { fixtureId, result: before.result },
        after: { fixtureId, result: after.result, ...(fact && { fact }) },
        reason,
      });
    }
    return noted;
  });
  await tx.insert(audit).values(entries);
}

function answer(tip: TipRow, by: Viewer): Answer<Tip> {
  return { body: toTip(tip, by), etag: etagOf(tip) };
}

import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';

import type { Transaction } from '../db/database.ts';
import { audit } from '../db/schema.ts';
import type { LegChange } from './leg-changes.ts';
import type { LegRow, TipRow } from './queries.ts';

/** When something happened, and who did it. */
export type Deed = { at: Date; by: string };

type Entry = typeof audit.$inferInsert;

/** Writes down that a tip was posted: all that can be bent later, as it stands at this moment. */
export async function notePosted(tx: Transaction, tip: TipRow): Promise<void> {
  await tx.insert(audit).values(posted(tip));
}

/** Writes down that its owner took a tip back. */
export async function noteWithdrawn(tx: Transaction, tip: TipRow, { at, by }: Deed) {
  const subject = `tip:${tip.id}`;
  await tx.insert(audit).values({ at, actorId: by, action: 'tip.withdraw', subject });
}

/** Legs of a tip that an administrator changed. */
export type ChangedTip = { tip: TipRow; changes: readonly LegChange[] };

/** Writes down every fact of tips' legs that an administrator changed. */
export async function noteChanged(tx: Transaction, deed: Deed, all: readonly ChangedTip[]) {
  await tx
    .insert(audit)
    .values(all.flatMap(({ tip, changes }) => changes.flatMap((each) => changed(tip, deed, each))));
}

/** Writes down that tips were closed, and what they had come to. */
export async function noteConfirmed(tx: Transaction, deed: Deed, tips: readonly TipRow[]) {
  await tx.insert(audit).values(tips.map((tip) => confirmed(tip, deed)));
}

/** Writes down that confirmed tips were opened again. */
export async function noteReopened(tx: Transaction, { at, by }: Deed, tips: readonly TipRow[]) {
  await tx.insert(audit).values(
    tips.map(({ id, confirmedAt }) => ({
      at,
      actorId: by,
      action: 'tip.reopen',
      subject: `tip:${id}`,
      before: { confirmedAt },
      after: { confirmedAt: null },
    })),
  );
}

type PostedTip = Pick<
  TipRow,
  'id' | 'ownerId' | 'createdAt' | 'analysis' | 'copiedFrom' | 'stake'
> & {
  legs: readonly Pick<LegRow, 'fixtureId' | 'home' | 'away' | 'kickOff' | 'oddsId' | 'odd'>[];
};

/** The event of posting a tip. */
export function posted(tip: PostedTip): Entry {
  const { id, ownerId, createdAt, analysis, copiedFrom, stake } = tip;
  const legs = tip.legs.map(({ fixtureId, home, away, kickOff, oddsId, odd }) => {
    const option = optionWithId(oddsId);
    const oddName = option && oddNameOf(option);
    return { fixtureId, game: gameName(home, away), kickOff, oddName, odd };
  });
  return {
    at: createdAt,
    actorId: ownerId,
    action: 'tip.post',
    subject: `tip:${id}`,
    after: { legs, analysis },
    own: { copiedFrom, stake },
  };
}

/** The events of pricing, settling or correcting one leg. */
export function changed(
  { id }: Pick<TipRow, 'id'>,
  { at, by }: Deed,
  { before, after, reason }: Pick<LegChange, 'reason'> & Record<'before' | 'after', ChangedLeg>,
): Entry[] {
  const { fixtureId, fact } = after;
  const entry = { at, actorId: by, subject: `tip:${id}`, reason };
  const entries: Entry[] = [];
  if (before.odd !== after.odd) {
    entries.push({
      ...entry,
      action: 'leg.price',
      before: { fixtureId, odd: before.odd },
      after: { fixtureId, odd: after.odd, kickOffOdd: after.kickOffOdd },
    });
  }
  if (before.result !== after.result) {
    entries.push({
      ...entry,
      action: before.result === 'pending' ? 'leg.settle' : 'leg.correct',
      before: { fixtureId, result: before.result },
      after: { fixtureId, result: after.result, ...(fact && { fact }) },
    });
  }
  return entries;
}

type ChangedLeg = Pick<LegRow, 'fixtureId' | 'odd' | 'kickOffOdd' | 'result' | 'fact'>;

/** The event of closing a tip. */
export function confirmed(
  { id, outcome, totalOdds }: Pick<TipRow, 'id' | 'outcome' | 'totalOdds'>,
  { at, by }: Deed,
): Entry {
  return {
    at,
    actorId: by,
    action: 'tip.confirm',
    subject: `tip:${id}`,
    before: { confirmedAt: null },
    after: { confirmedAt: at.toISOString(), outcome, totalOdds: Number(totalOdds) },
  };
}

import { ApiProblem } from '#contract/problem.ts';
import type { Tip } from '#contract/tips.ts';
import { book, expiryOf, withdraw } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { refuseInTimeOut } from '../members/time-out.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, Receipt } from '../operations/once.ts';
import { expectVersion, save } from './change.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import { tipById, type TipRow } from './rows.ts';

/** Whose tip is to change, which one, and when the server first heard of it. */
type OwnChange = { id: string; owner: Viewer; receivedAt: Date; ifMatch: string | undefined };

/** Books a saved tip. */
export async function bookOwn(tx: Transaction, change: OwnChange & Receipt): Promise<Answer<Tip>> {
  const { owner, receivedAt, ifMatch } = change;
  const tip = await ownTip(tx, change);
  await refuseInTimeOut(tx, owner.id, change);
  expectVersion(ifMatch, tip, owner);

  const checked = book({ ...tip, expiresAt: expiryOf(tip.legs) }, owner.id, receivedAt);
  if (!checked.allowed) throw new ApiProblem(codeOf(checked.problem));
  const booked = await save(tx, tip, { bookedAt: checked.value.bookedAt });
  return { body: toTip(booked, owner), etag: etagOf(booked) };
}

/** Takes a tip back. */
export async function withdrawOwn(
  tx: Transaction,
  change: OwnChange,
): Promise<Answer<{ id: string }>> {
  const { owner, receivedAt, ifMatch } = change;
  const tip = await ownTip(tx, change);
  expectVersion(ifMatch, tip, owner);

  const checked = withdraw({ ...tip, receivedAt: tip.createdAt }, owner.id, receivedAt);
  if (!checked.allowed) throw new ApiProblem(codeOf(checked.problem));
  await save(tx, tip, { withdrawnAt: checked.value.withdrawnAt });
  return { body: { id: tip.id } };
}

/** The tip, with its owner's row locked before it is read. Another's is not there at all. */
async function ownTip(tx: Transaction, { id, owner }: OwnChange): Promise<TipRow> {
  await raiseCursor(tx, owner.id);
  const tip = await tipById(tx, id);
  if (tip?.ownerId !== owner.id) throw new ApiProblem('not-found');
  return tip;
}

function codeOf<Problem extends string>(problem: Problem | 'not-your-tip') {
  return problem === 'not-your-tip' ? 'not-found' : problem;
}

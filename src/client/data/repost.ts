import { optionNamed } from '#domain/catalogue.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { IfStarted, Slip } from '#domain/slip.ts';
import type { Tip } from '#contract/tips.ts';
import { newId } from '#sync/ids.ts';
import { discard, enqueue, readOutbox } from '#sync/outbox.ts';
import type { MemberStore } from '#sync/member-store.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import { durably } from '#sync/storage-trouble.ts';
import { askForSending } from './background-sync.ts';
import type { Member } from './device.ts';
import { isUnsent, tipIn } from './operation-contents.ts';
import { changeSlip, emptySlip, type SlipDraft } from './slip.ts';
import { payloadIn, type PayloadOf } from '#sync/operations/registry.ts';

/** What came of posting the rest of a refused tip. */
export type Reposting = 'posted' | 'nothing-left' | 'gone';

/**
 * Posts the games of a refused tip that have not started, as a new tip in its place. A booking that
 * waited behind the refused tip waits behind the new one; all of it happens, or none.
 */
export async function postOthers(
  member: Member,
  operationId: string,
  now: Date,
): Promise<Reposting> {
  return inOneGo(member.store, async (rows) => {
    const refused = rows.find(({ id }) => id === operationId);
    const tip = refused && tipIn(refused);
    if (!tip) return 'gone';

    const started = new Set(refused.problem?.started?.map(({ fixtureId }) => fixtureId));
    const options = tip.options.filter(
      (leg) => !started.has(leg.fixtureId) && !hasStarted(new Date(leg.startDateOfGame), now),
    );
    if (options.length === 0) return 'nothing-left';
    await putInPlace(member, rows, refused, { ...tip, options });
    return 'posted';
  });
}

/**
 * Takes another choice for a tip that has never been sent. Answers whether that was still possible:
 * what has left the phone stands as it is.
 */
export async function chooseIfStarted(
  member: Member,
  operationId: string,
  ifStarted: IfStarted,
): Promise<boolean> {
  return inOneGo(member.store, async (rows) => {
    const queued = rows.find(({ id }) => id === operationId);
    const tip = queued && tipIn(queued);
    if (!tip || !isUnsent(queued)) return false;
    await putInPlace(member, rows, queued, { ...tip, ifStarted });
    return true;
  });
}

/** What came of laying a tip's games back on the slip. */
export type Editing = 'on-the-slip' | 'slip-in-use' | 'gone';

/**
 * Lays the games of a refused tip back on the slip; the tip itself is gone then. A slip that is
 * being built only makes way when its person has agreed to that.
 */
export async function editAgain(
  { store }: Member,
  operationId: string,
  replace: boolean,
): Promise<Editing> {
  const rows = await readOutbox(store);
  const refused = rows.find(({ id }) => id === operationId);
  const tip = refused && tipIn(refused);
  if (!tip) return 'gone';

  // The slip first: a crash in between leaves both, and nothing is lost.
  const { stake, analysis = '', ifStarted } = tip;
  const draft = { ...emptySlip, slip: slipOf(tip.options), stake, analysis, ifStarted };
  if (!(await layOnSlip({ store }, draft, replace))) return 'slip-in-use';
  await discard(store, operationId);
  return 'on-the-slip';
}

/**
 * Withdraws a posted tip and lays its games back on the slip. What is posted from there waits until
 * the withdrawal is through, so that the two never stand beside each other.
 */
export async function withdrawAndCorrect(
  { id: memberId, store }: Member,
  tip: Tip,
  replace: boolean,
): Promise<Editing> {
  const { stake = 0, analysis = '', options } = tip;
  // The slip waits for it from the start; what was never queued holds nothing back.
  const id = newId();
  const draft = { ...emptySlip, slip: slipOf(options), stake, analysis, after: [id] };
  if (!(await layOnSlip({ store }, draft, replace))) return 'slip-in-use';

  const payload = { tipId: tip.id };
  const { version: baseVersion } = tip;
  await enqueue(store, { memberId, kind: 'tip.withdraw', payload, id, baseVersion });
  void askForSending();
  return 'on-the-slip';
}

async function inOneGo<Value>(
  store: MemberStore,
  act: (rows: OperationRow[]) => Promise<Value>,
): Promise<Value> {
  const value = await durably(store, async () =>
    store.transaction('rw', store.tables, async () => act(await readOutbox(store))),
  );
  void askForSending();
  return value;
}

/** A new tip in the place of one; what was booked of the old is booked of the new. */
async function putInPlace(
  { id: memberId, store }: Member,
  rows: readonly OperationRow[],
  old: OperationRow,
  tip: PayloadOf<'tip.post'>,
): Promise<void> {
  const id = newId();
  const { deps } = old;
  await enqueue(store, { memberId, kind: 'tip.post', payload: { ...tip, id }, deps });
  const booked = rows.some((row) => row.lane === old.lane && payloadIn(row, 'tip.book'));
  if (booked) {
    await enqueue(store, { memberId, kind: 'tip.book', payload: { tipId: id } });
  }
  await discard(store, old.id);
}

/** Answers whether the games are on the slip; without `replace` they never push others off it. */
async function layOnSlip(
  { store }: Pick<Member, 'store'>,
  draft: SlipDraft,
  replace: boolean,
): Promise<boolean> {
  const after = await changeSlip(store, (before) =>
    before.slip.length > 0 && !replace ? before : draft,
  );
  return after === draft;
}

type LegOnSlip = Pick<
  PayloadOf<'tip.post'>['options'][number],
  'fixtureId' | 'game' | 'oddName'
> & {
  startDateOfGame: string;
  sportKey?: string | undefined;
};

function slipOf(options: readonly LegOnSlip[]): Slip {
  return options.flatMap(({ fixtureId, game, oddName, startDateOfGame, sportKey = '' }) => {
    const option = optionNamed(oddName);
    if (!option) return [];
    const kickOff = new Date(startDateOfGame);
    return [{ fixtureId, game, oddsId: option.oddsId, kickOff, sportKey }];
  });
}

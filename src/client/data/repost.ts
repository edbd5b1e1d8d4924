import { optionNamed } from '#domain/catalogue.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { Slip } from '#domain/slip.ts';
import { newId } from '#sync/ids.ts';
import { ticketBook } from '#sync/operations/ticket-book.ts';
import { tipPost, TipPost } from '#sync/operations/tip-post.ts';
import { discard, enqueue, readOutbox } from '#sync/outbox.ts';
import type { OperationRow } from '#sync/outbox-store.ts';
import type { Member } from './device.ts';
import { changeSlip, emptySlip } from './use-slip.ts';

/** What came of posting the rest of a refused tip. */
export type Reposting = 'posted' | 'nothing-left' | 'gone';

/**
 * Posts the games of a refused tip that have not started, as a new tip in its place. A booking that
 * waited behind the refused tip waits behind the new one; all of it happens, or none.
 */
export async function postOthers(
  { id: memberId, outbox }: Member,
  operationId: string,
  now: Date,
): Promise<Reposting> {
  return outbox.transaction('rw', outbox.operations, async () => {
    const rows = await readOutbox(outbox);
    const refused = rows.find(({ id }) => id === operationId);
    const tip = refused && tipOf(refused);
    if (!tip) return 'gone';

    const started = new Set(refused.problem?.started?.map(({ fixtureId }) => fixtureId));
    const options = tip.options.filter(
      (leg) => !started.has(leg.fixtureId) && !hasStarted(new Date(leg.startDateOfGame), now),
    );
    if (options.length === 0) return 'nothing-left';

    const id = newId();
    await enqueue(outbox, { memberId, operation: tipPost, payload: { ...tip, id, options } });
    const booked = rows.some(({ lane, kind }) => lane === refused.lane && kind === ticketBook.kind);
    if (booked) {
      await enqueue(outbox, { memberId, operation: ticketBook, payload: { ticketId: id } });
    }
    await discard(outbox, operationId);
    return 'posted';
  });
}

/** What came of laying a refused tip's games back on the slip. */
export type Editing = 'on-the-slip' | 'slip-in-use' | 'gone';

/**
 * Lays the games of a refused tip back on the slip; the tip itself is gone then. A slip that is
 * being built only makes way when its person has agreed to that.
 */
export async function editAgain(
  { store, outbox }: Member,
  operationId: string,
  replace: boolean,
): Promise<Editing> {
  const rows = await readOutbox(outbox);
  const refused = rows.find(({ id }) => id === operationId);
  const tip = refused && tipOf(refused);
  if (!tip) return 'gone';

  // The slip first: a crash in between leaves both, and nothing is lost.
  const slip = slipOf(tip);
  const draft = await changeSlip(store, (before) => {
    if (before.slip.length > 0 && !replace) return before;
    const { stake, analysis = '', ifStarted } = tip;
    return { ...emptySlip, slip, stake, analysis, ifStarted };
  });
  if (draft.slip !== slip) return 'slip-in-use';
  await discard(outbox, operationId);
  return 'on-the-slip';
}

function tipOf({ kind, payload }: OperationRow): TipPost | undefined {
  if (kind !== tipPost.kind) return undefined;
  const tip = TipPost.safeParse(payload);
  return tip.success ? tip.data : undefined;
}

function slipOf({ options }: TipPost): Slip {
  return options.flatMap(({ fixtureId, game, oddName, startDateOfGame, sportKey = '' }) => {
    const option = optionNamed(oddName);
    if (!option) return [];
    const kickOff = new Date(startDateOfGame);
    return [{ fixtureId, game, oddsId: option.oddsId, kickOff, sportKey }];
  });
}

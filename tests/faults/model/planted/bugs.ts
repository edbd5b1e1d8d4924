import { contentBugs } from './content-bugs.ts';
import { bug, type PlantedBug } from './planted-bug.ts';

/** Typical bugs of offline queues. */
const engineBugs: readonly PlantedBug[] = [
  // An operation is removed from the outbox before it is sent.
  bug('dequeue-before-send', {
    after: 'await parts.store.operations.bulkDelete(sendable.map(({ row }) => row.seq));',
  }),
  // A retry is sent without its key.
  bug('no-key-on-retry', { after: '...(first.row.attempts > 1 && { key: undefined })' }),
  // A retry is sent with a new key.
  bug('new-key-per-retry', {
    after: '...(first.row.attempts > 1 && { key: crypto.randomUUID() })',
  }),
  // The effect is committed before its key.
  bug('key-outside-transaction', { before: `await tx.execute('commit and chain');` }),
  // A key is found although another member used it.
  bug('key-of-everybody', { instead: `eq(operations.key, sql.placeholder('key'))` }),
  // Every response with a 2xx status counts as valid.
  bug('any-2xx-is-success', {
    before:
      'if (Number(answer.status) < 300) return acknowledge(row, { status: 200, reply: {} }, judging);',
  }),
  // A 401 response refuses the operation.
  bug('unauthorised-refuses', {
    instead: `return recordProblem(row, 'rejected', problem, judging);`,
  }),
  // The lock is not awaited, and no operation is marked as sending.
  bug(
    'no-lock-and-no-mark',
    { at: 'no-lock', instead: 'if (!locks || lock) return run();' },
    {
      at: 'no-mark',
      instead: `const marking = catchAndReportTrouble(parts, async () => {
        await writeDrainRows(parts.store, { outcomes });
        return { sendable: requestBatch, removed: [], outdated: [], found: [] };
      });`,
    },
  ),
  // After a failure, later operations on the same subject are sent.
  bug('order-lost-after-failure', { after: 'held.clear();' }),
  // The time of a post is that of the device's clock.
  bug('device-clock-decides', {
    instead: `const claimed = new Date(parseInt(toTipId(slip, arrivedAt, key).replaceAll('-', '').slice(0, 12), 16));
      const { accepted: kept, dropped } = acceptResolvedLegs(chosen, slip, claimed);`,
  }),
  // The pull removes a refused operation as if it were done.
  bug('problem-taken-for-done', {
    instead: `return state === 'acked' || (openStates.has(state) && status >= 200);`,
  }),
  // All members of a device share one outbox.
  bug('one-outbox-for-all', { instead: 'return `${prefix}everybody`;' }),
  // A refused operation still has a visible effect.
  bug('refused-is-shown', { instead: `return row.state !== 'unreadable';` }),
  // A confirmation is sent without the version that the administrator has seen.
  bug('confirm-unseen', {
    instead: `const ifMatch = row.kind === 'tip.confirm' ? undefined : resolveSeenVersion(row, known);`,
  }),
  // The server's Retry-After is ignored.
  bug('retry-after-ignored', { before: 'if (text) return undefined;' }),
  // A logout without a connection never ends the session on the server.
  bug('logout-not-queued', { instead: '' }),
];

/** Bugs that schedules must detect. */
export const plantedBugs: readonly PlantedBug[] = [...engineBugs, ...contentBugs];

/** Bugs that would let a member choose after a kick-off. */
export const kickOffBugs: readonly PlantedBug[] = [
  // A failed request stores its arrival, and a later repetition gets that arrival.
  bug('receipt-kept', {
    instead: `const receipts: Map<string, Date> = Reflect.get(globalThis, 'receipts') ?? new Map();
      Reflect.set(globalThis, 'receipts', receipts);
      const arrivedAt = receipts.get(operation.key) ?? arrival.arrivedAt;
      receipts.set(operation.key, arrivedAt);
      const running = effect(tx, { ...arrival, arrivedAt });`,
  }),
  // A request may be committed any time after it arrived.
  bug('committed-at-any-time', {
    instead: `if (Number.isNaN(age)) throw new ApiProblem('unavailable');`,
  }),
];

/** Bugs that appear when two administrators change the same tickets at the same time. */
export const raceBugs: readonly PlantedBug[] = [
  // The owners of tickets are not locked before the tickets are read.
  bug('owners-not-locked', {
    instead: 'if (found.ownerId === by.id) await raiseCursor(tx, by.id);',
  }),
  // A result may change while a decision by the former result runs.
  bug('result-not-held', {
    instead: `const [fixture] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Two concurrent results may both replace the same result.
  bug('result-not-locked', {
    instead: `const [before] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // An administrator can undo another one's confirmation.
  bug('anybody-reopens', {
    instead: 'const isOwnUndo = now.getTime() - confirmedAt.getTime() <= undoWindowMs;',
  }),
  // A confirmation of a confirmed ticket writes another audit entry.
  bug('confirmed-twice', { instead: 'const open = allowed;' }),
];

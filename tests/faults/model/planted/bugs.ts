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
  // A key is known regardless of the member who used it.
  bug('key-of-everybody', { instead: `eq(operations.key, sql.placeholder('key'))` }),
  // Any response with a status of success counts as valid.
  bug('any-2xx-is-success', {
    before:
      'if (Number(answer.status) < 300) return acknowledge(row, { status: 200, reply: {} }, judging);',
  }),
  // A login that has ended refuses the operation.
  bug('unauthorised-refuses', {
    instead: `return recordProblem(row, 'rejected', problem, judging);`,
  }),
  // The lock is not awaited, and nothing is marked as sending.
  bug(
    'no-lock-and-no-mark',
    { at: 'no-lock', instead: 'if (!locks || lock) return run();' },
    {
      at: 'no-mark',
      instead: `const marking = catchTrouble(parts, async () => {
        await writeDrainRows(parts.store, { outcomes });
        return { sendable: requestBatch, removed: [], outdated: [], found: [] };
      });`,
    },
  ),
  // An operation after a failed one on its subject is sent.
  bug('order-lost-after-failure', { after: 'held.clear();' }),
  // The device's clock says when a tip was posted.
  bug('device-clock-decides', {
    instead: `const claimed = new Date(parseInt(toTipId(slip, arrivedAt, key).replaceAll('-', '').slice(0, 12), 16));
      const { accepted: kept, dropped } = acceptResolvedLegs(chosen, slip, claimed);`,
  }),
  // The pull removes a refused operation like a done one.
  bug('problem-taken-for-done', {
    instead: `return state === 'acked' || (openStates.has(state) && status >= 200);`,
  }),
  // Members share one outbox on a device.
  bug('one-outbox-for-all', { instead: 'return `${prefix}everybody`;' }),
  // A refused operation still has its effect.
  bug('refused-is-shown', { instead: `return row.state !== 'unreadable';` }),
  // A confirmation is sent without the version that was seen.
  bug('confirm-unseen', {
    instead: `const ifMatch = row.kind === 'tip.confirm' ? undefined : versionSeen(row, known);`,
  }),
  // The server's Retry-After is ignored.
  bug('retry-after-ignored', { before: 'if (text) return undefined;' }),
  // A logout is not queued: without a connection its session stands.
  bug('logout-not-queued', { instead: '' }),
];

/** Bugs of engine and server that schedules must detect, each at its own failpoints. */
export const plantedBugs: readonly PlantedBug[] = [...engineBugs, ...contentBugs];

/** Bugs that would allow a choice after a kick-off. */
export const kickOffBugs: readonly PlantedBug[] = [
  // A failed request stores its arrival, and a later one is judged by that.
  bug('receipt-kept', {
    instead: `const receipts: Map<string, Date> = Reflect.get(globalThis, 'receipts') ?? new Map();
      Reflect.set(globalThis, 'receipts', receipts);
      const arrivedAt = receipts.get(operation.key) ?? arrival.arrivedAt;
      receipts.set(operation.key, arrivedAt);
      const running = effect(tx, { ...arrival, arrivedAt });`,
  }),
  // A request may be committed long after it arrived.
  bug('committed-at-any-time', {
    instead: `if (Number.isNaN(age)) throw new ApiProblem('unavailable');`,
  }),
];

/** Bugs that appear when two administrators change the same tickets. */
export const raceBugs: readonly PlantedBug[] = [
  // The owners of tickets are not locked before the read.
  bug('owners-not-locked', {
    instead: 'if (found.ownerId === by.id) await raiseCursor(tx, by.id);',
  }),
  // A result may change during a decision by the one before.
  bug('result-not-held', {
    instead: `const [fixture] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Two results replace the same one.
  bug('result-not-locked', {
    instead: `const [before] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId));`,
  }),
  // Another administrator's confirmation is undone.
  bug('anybody-reopens', {
    instead: 'const isOwnUndo = now.getTime() - confirmedAt.getTime() <= undoWindowMs;',
  }),
  // A confirmed ticket gets a second event of its confirmation.
  bug('confirmed-twice', { instead: 'const open = allowed;' }),
];

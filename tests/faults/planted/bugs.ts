import { contentBugs } from './content-bugs.ts';
import { bug, type PlantedBug } from './planted-bug.ts';

/** Typical bugs of offline queues. */
const engineBugs: readonly PlantedBug[] = [
  // An operation is removed from the outbox before it is sent.
  bug('dequeue-before-send', {
    after: 'await parts.store.operations.bulkDelete(going.map(({ row }) => row.seq));',
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
      'if (Number(answer.status) < 300) return acked(row, { status: 200, reply: {} }, judging);',
  }),
  // A login that has ended refuses the operation.
  bug('unauthorised-refuses', { instead: `return refusedAs(row, 'rejected', problem, judging);` }),
  // The lock is not awaited, and nothing is marked as sending.
  bug(
    'no-lock-and-no-mark',
    { at: 'no-lock', instead: 'if (!locks || lock) return run();' },
    {
      at: 'no-mark',
      instead: `const marking = unlessTrouble(parts, async () => {
        await writeDown(parts.store, { outcomes });
        return { going: requestBatch, removed: [], outdated: [], found: [] };
      });`,
    },
  ),
  // The operation after a failed one of its lane is sent.
  bug('order-lost-after-failure', { after: 'stopped.delete(row.lane);' }),
  // The device's clock says when a tip was posted.
  bug('device-clock-decides', {
    instead: `const claimed = new Date(parseInt(idOf(slip, arrivedAt, key).replaceAll('-', '').slice(0, 12), 16));
      const { accepted: kept, dropped } = keptOf(chosen, slip, claimed);`,
  }),
  // The pull removes a refused operation like a done one.
  bug('problem-taken-for-done', {
    instead: `return state === 'acked' || (isOpen.has(state) && status >= 200);`,
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

/** All planted bugs, each at its own failpoints. */
export const plantedBugs: readonly PlantedBug[] = [...engineBugs, ...contentBugs];

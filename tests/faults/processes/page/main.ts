import '#client/startup/zod-jitless.ts';
import { createId } from '#sync/ids.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { MemberStore } from '#sync/storage/member-store.ts';

const memberId = '0195a000-0000-7000-8000-000000000001';
const store = new MemberStore(memberId);

/**
 * Queues changes without pauses, and reports each promise synchronously. The receiver kills this
 * browser at the last report.
 */
async function promise(count: number): Promise<void> {
  const all = Array.from({ length: count }, async () => {
    const payload = { tipId: createId() };
    const row = await queueOperation(store, { memberId, kind: 'tip.book', payload });
    const request = new XMLHttpRequest();
    // A synchronous request: no other code of this page runs between the promise and the report.
    request.open('POST', `/promised/${row?.id ?? 'nothing'}`, false);
    request.send();
  });
  await Promise.allSettled(all);
}

async function stored(): Promise<string[]> {
  const rows = await store.operations.toArray();
  return rows.map(({ id }) => id);
}

const page = { promise, stored };

export type PromisingPage = typeof page;

declare global {
  var promising: PromisingPage;
}

globalThis.promising = page;

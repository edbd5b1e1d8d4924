import { createId } from '#sync/ids.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

const kickOff = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

/** A typical slip of three games. */
export function aTip(): PayloadOf<'tip.post'> {
  const options = ['Arsenal Vs Chelsea', 'Leeds Vs Everton', 'Fulham Vs Burnley'].map(
    (game, index) => ({
      fixtureId: `fixture-${index}`,
      sportKey: 'soccer_epl',
      game,
      group: '1X2',
      oddName: '1X2 - 1',
      odd: 2.5,
      startDateOfGame: kickOff,
    }),
  );
  return { id: createId(), tipsterName: 'Ada Obi', options, stake: 3, ifStarted: 'refuse' };
}

export type Kind = 'tip.post' | 'follow.set';

/** Queues one change as a tap does; resolves when the change is stored. */
export async function queueOne(store: MemberStore, memberId: string, kind: Kind): Promise<void> {
  if (kind === 'tip.post') {
    await queueOperation(store, { memberId, kind: 'tip.post', payload: aTip() });
  } else {
    const payload = { tipsterId: createId(), following: true };
    await queueOperation(store, { memberId, kind: 'follow.set', payload });
  }
}

/** Queues changes: of each five, three tips, a booking of one of these tips, and a follow. */
export async function queueMany(
  store: MemberStore,
  memberId: string,
  count: number,
): Promise<void> {
  let last = aTip();
  for (let index = 0; index < count; index += 1) {
    if (index % 5 < 3) {
      last = aTip();
      await queueOperation(store, { memberId, kind: 'tip.post', payload: last });
    } else if (index % 5 === 3) {
      const payload = { tipId: last.id };
      await queueOperation(store, { memberId, kind: 'tip.book', payload });
    } else await queueOne(store, memberId, 'follow.set');
  }
}

import { describe, expect, test } from 'vitest';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { deleteMemberOutbox, readMemberOutboxes } from '#sync/outbox/other-member-outboxes.ts';
import { queued } from '../../testing/engine/a-device.ts';
import { inMemoryNotes } from '../../testing/engine/notes.ts';
import { memberId, otherMemberId, row, tipId, tipsterId } from '../../testing/engine/samples.ts';

const books = (store: MemberStore, member: string, about: string) =>
  queued(store, { memberId: member, kind: 'tip.book', payload: { tipId: about } });

describe('a phone that several members use', () => {
  test('names the members with pending operations, and how many', async () => {
    const [one, other] = [new MemberStore(memberId), new MemberStore(otherMemberId)];
    await books(one, memberId, tipId);
    await books(other, otherMemberId, tipId);
    await books(other, otherMemberId, tipsterId);
    await other.operations.add(row({ seq: 9, state: 'acked', sentEver: true }));
    await new MemberStore('nothing-pending').open();
    await new MemberStore('rows-alone').open();

    const queues = await readMemberOutboxes();

    expect(new Map(queues.map(({ memberId: id, count }) => [id, count]))).toEqual(
      new Map([
        [memberId, 1],
        [otherMemberId, 2],
      ]),
    );
  });

  test('deletes the operations of one member on request, and of nobody else', async () => {
    const notes = inMemoryNotes();
    notes.setItem(`touchline-pending:${memberId}`, '{}');
    notes.setItem(`touchline-pending:${otherMemberId}`, '{}');
    const [one, other] = [new MemberStore(memberId), new MemberStore(otherMemberId)];
    await one.operations.clear();
    await books(one, memberId, tipId);
    await books(other, otherMemberId, tipId);
    const untouched = await readOutbox(other);

    await deleteMemberOutbox(memberId, notes);

    expect((await readMemberOutboxes()).map(({ memberId: id }) => id)).toEqual([otherMemberId]);
    expect(await readOutbox(other)).toEqual(untouched);
    expect(Object.keys(notes.all())).toEqual([`touchline-pending:${otherMemberId}`]);
  });
});

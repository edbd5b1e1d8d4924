import { describe, expect, test } from 'vitest';
import { keptBreakDocument } from '#sync/document-names.ts';
import { foldProfile } from '#sync/fold.ts';
import { beginBreak, breakEndIn, keepBreak } from '#sync/kept-break.ts';
import { BreakTake, breakTake } from '#sync/operations/break-take.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { ticketBook } from '#sync/operations/ticket-book.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { enqueue, readOutbox } from '#sync/outbox.ts';
import { databases } from './support/a-device.ts';
import { memberId, profile, row, ticketId, tip, tipsterId } from './support/samples.ts';

const since = '2026-03-01T11:00:00.000Z';
const day = 24 * 60 * 60_000;
const after = (days: number) => new Date(Date.parse(since) + days * day);
const ours = { isForeign: false };
const foreign = { isForeign: true };

function aPhone() {
  const kept = databases();
  const me = { id: memberId, ...kept };
  const did = async (...asked: Parameters<typeof enqueue>) => enqueue(...asked);
  return {
    ...kept,
    me,
    posts: async () =>
      did(kept.outbox, { memberId, operation: tipPost, payload: tip() }).then((row) => row?.id),
    books: async () =>
      did(kept.outbox, { memberId, operation: ticketBook, payload: { ticketId } }).then(
        (row) => row?.id,
      ),
    breaks: async () =>
      (await readOutbox(kept.outbox)).filter(({ kind }) => kind === breakTake.kind),
    isTold: async (breakUntil: Date) =>
      kept.store.documents.put({
        name: 'profile',
        value: profile({ breakUntil: breakUntil.toISOString() }),
        fetchedAt: 0,
      }),
  };
}

describe('a break that begins on a phone', () => {
  test('is queued, and kept beside the queue', async () => {
    const phone = aPhone();

    await beginBreak(phone.me, { length: '7d', since }, ours);

    expect(await phone.breaks()).toMatchObject([
      { kind: 'break.take', state: 'pending', payload: { length: '7d', since, spared: [] } },
    ]);
    expect((await phone.store.documents.get(keptBreakDocument))?.value).toEqual({
      length: '7d',
      since,
    });
    expect(await breakEndIn(phone.me)).toEqual(after(7));
  });

  test('names what was saved before it and is on its way, and nothing else', async () => {
    const phone = aPhone();
    const [posted, booked] = [await phone.posts(), await phone.books()];
    const payload = { tipsterId, following: true };
    await enqueue(phone.outbox, { memberId, operation: followSet, payload });
    for (const [seq, state] of (['rejected', 'conflict', 'acked'] as const).entries()) {
      await phone.outbox.operations.add(row({ seq: seq + 50, state }));
    }

    await beginBreak(phone.me, { length: '24h', since }, ours);
    await phone.posts();

    const [taken] = await phone.breaks();
    expect(BreakTake.parse(taken?.payload).spared).toEqual([posted, booked]);
  });

  test('is not shortened by a shorter one', async () => {
    const phone = aPhone();
    await beginBreak(phone.me, { length: '30d', since }, ours);

    await beginBreak(phone.me, { length: '24h', since: after(1).toISOString() }, ours);

    expect(await breakEndIn(phone.me)).toEqual(after(30));
    await phone.outbox.operations.clear();
    expect(await breakEndIn(phone.me)).toEqual(after(30));
  });

  test('is kept here alone where the backend knows none', async () => {
    const phone = aPhone();

    await beginBreak(phone.me, { length: '24h', since }, foreign);

    expect(await phone.breaks()).toEqual([]);
    expect(await breakEndIn(phone.me)).toEqual(after(1));
  });

  test('shows in the own profile until the server has told of it', async () => {
    const phone = aPhone();
    await beginBreak(phone.me, { length: '24h', since }, ours);
    const operations = await phone.breaks();

    const seen = [undefined, after(-3), after(9)].map((told) =>
      foldProfile(profile(told && { breakUntil: told.toISOString() }), operations),
    );

    expect(seen.map((view) => view?.breakUntil)).toEqual(
      [after(1), after(1), after(9)].map((end) => end.toISOString()),
    );
    expect(foldProfile(undefined, operations)).toBeUndefined();
  });
});

describe('what this phone knows of a break', () => {
  test('is nothing where nobody took one', async () => {
    expect(await breakEndIn(aPhone().me)).toBeUndefined();
  });

  test('is also what another phone began', async () => {
    const phone = aPhone();
    await phone.isTold(after(3));

    expect(await breakEndIn(phone.me)).toEqual(after(3));
  });

  test('survives a document that cannot be read', async () => {
    const phone = aPhone();
    const value = { length: 'for ever', since };
    await phone.store.documents.put({ name: keptBreakDocument, value, fetchedAt: 0 });

    expect(await breakEndIn(phone.me)).toBeUndefined();
  });
});

describe('a break whose operation is gone', () => {
  async function aPhoneThatForgot() {
    const phone = aPhone();
    await beginBreak(phone.me, { length: '7d', since }, ours);
    await phone.outbox.operations.clear();
    return phone;
  }

  test('is queued once more, with what is on its way by then', async () => {
    const phone = await aPhoneThatForgot();
    const posted = await phone.posts();

    await keepBreak(phone.me, { now: after(1), isForeign: false });
    await keepBreak(phone.me, { now: after(1), isForeign: false });

    expect(await phone.breaks()).toMatchObject([
      { payload: { length: '7d', since, spared: [posted] } },
    ]);
  });

  test.each([
    { what: 'is over', now: after(7), told: undefined },
    { what: 'is known to the server', now: after(1), told: after(7) },
  ])('is left alone once it $what', async ({ now, told }) => {
    const phone = await aPhoneThatForgot();
    if (told) await phone.isTold(told);

    await keepBreak(phone.me, { now, isForeign: false });

    expect(await phone.breaks()).toEqual([]);
  });

  test('goes by itself where the backend turns out to know none', async () => {
    const phone = aPhone();
    await beginBreak(phone.me, { length: '7d', since }, ours);
    await phone.posts();

    await keepBreak(phone.me, { now: after(1), isForeign: true });

    expect((await readOutbox(phone.outbox)).map(({ kind }) => kind)).toEqual(['tip.post']);
    expect(await breakEndIn(phone.me)).toEqual(after(7));
  });
});

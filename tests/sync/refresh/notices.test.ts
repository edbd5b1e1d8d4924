import { describe, expect, test } from 'vitest';
import type { Notice } from '#contract/notices.ts';
import { readNoticeState, advanceNoticeState } from '#sync/refresh/notice-state.ts';
import { aReader, idOf } from '../../testing/engine/a-list-reader.ts';
import type { Received, Reply } from '../../testing/server/an-http-server.ts';

const day = 24 * 60 * 60 * 1000;
const fan = idOf(900);

function momentOf(number: number): string {
  return new Date(Date.UTC(2026, 1, 1, 0, number)).toISOString();
}

/** A notice with a number as its id; a higher number means a newer notice. */
function notice(number: number, values: Partial<Notice> = {}): Notice {
  return {
    id: idOf(number),
    at: momentOf(number),
    kind: 'posted',
    tipId: idOf(number + 500),
    tipsterId: fan,
    tipster: 'Ada Obi',
    outcome: 'open',
    ...values,
  };
}

type Row = Omit<Notice, 'kind'> & { kind: string };

/** A server with these rows, newest first, which it sends in pages of `size`. */
function noticeServer(rows: readonly Row[], read: { until?: string }, size = 200) {
  return ({ method, query, body }: Received): Reply => {
    if (method === 'PUT') {
      read.until = JSON.parse(body).until;
      return { status: 200, body: { readUntil: read.until } };
    }
    const since = query.get('since');
    const after = rows.filter(({ at }) => since === null || at >= since);
    const start = after.findIndex(({ id }) => id === query.get('before')) + 1;
    const page = after.slice(start, start + size);
    const next = after.length > start + size && page.at(-1)?.id;
    return {
      status: 200,
      body: {
        notices: page,
        ...(page[0] && { since: page[0].at }),
        ...(read.until !== undefined && { readUntil: read.until }),
      },
      headers: {
        ...(next && { link: `<http://elsewhere/api/notices?before=${next}>; rel="next"` }),
      },
    };
  };
}

async function aPhone(rows: readonly Row[], { size = 200, refusesReads = false } = {}) {
  const read: { until?: string } = {};
  const answer = noticeServer(rows, read, size);
  const reader = await aReader((request) =>
    refusesReads && request.method === 'PUT' ? 'break' : answer(request),
  );
  const store = reader.memberStore;
  return {
    ...reader,
    store,
    read,
    refresh: async () => reader.refresh({ what: 'notices' }),
    stored: async () => {
      const ids = await store.notices.orderBy('at').reverse().primaryKeys();
      return ids.map((id) => Number(id.slice(-12)));
    },
    requests: () => reader.server.requests.splice(0).map(({ query }) => query.get('since')),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

describe('the notices of a phone', () => {
  test('are requested in full once, and afterwards since the newest', async () => {
    const rows = [notice(2), notice(1)];
    await using phone = await aPhone(rows);

    await phone.refresh();
    rows.unshift(notice(3));
    await phone.refresh();
    await phone.refresh();

    expect(await phone.stored()).toEqual([3, 2, 1]);
    expect(phone.requests()).toEqual([null, momentOf(2), momentOf(3)]);
  });

  test('are read page by page after a day without a connection', async () => {
    const rows = [notice(1)];
    await using phone = await aPhone(rows, { size: 2 });
    await phone.refresh();

    rows.unshift(...[9, 8, 7, 6, 5].map((number) => notice(number)));
    await phone.refresh();

    expect(await phone.stored()).toEqual([9, 8, 7, 6, 5, 1]);
  });

  test('are deleted with a withdrawn tip, within a day', async () => {
    const rows = [notice(3), notice(2), notice(1)];
    await using phone = await aPhone(rows);
    await phone.refresh();

    rows.splice(1, 1);
    await phone.refresh();
    expect(await phone.stored()).toEqual([3, 2, 1]);
    phone.clock.now += day;
    await phone.refresh();

    expect(await phone.stored()).toEqual([3, 1]);
  });

  test('of a tipster whom the member no longer follows are deleted', async () => {
    await using phone = await aPhone([notice(1)]);
    await phone.refresh();

    await phone.store.follows.put({ tipsterId: fan, following: false });
    phone.server.requests.splice(0);
    await phone.store.notices.put(notice(0, { id: idOf(77) }));
    await phone.refresh();

    // The server sends notices of followed tipsters only.
    expect(await phone.stored()).toEqual([1]);
  });

  test('are at most the three hundred newest', async () => {
    const rows = [notice(1)];
    await using phone = await aPhone(rows);
    await phone.refresh();
    await phone.store.notices.bulkPut(Array.from({ length: 300 }, (_, index) => notice(index + 1)));

    rows.unshift(notice(302), notice(301));
    await phone.refresh();

    const stored = await phone.stored();
    expect([stored.length, stored[0], stored.at(-1)]).toEqual([300, 302, 3]);
  });

  test('that this build cannot parse are left out, and requested again', async () => {
    const strange = { ...notice(2), kind: 'from the future' };
    await using phone = await aPhone([strange, notice(1)]);

    expect(await phone.refresh()).toBe('fresh');

    expect(await phone.stored()).toEqual([1]);
    expect((await readNoticeState(phone.store)).etag).toBeUndefined();
  });
});

describe('the time up to which notices are read', () => {
  test('is sent to the server with the next request, once', async () => {
    await using phone = await aPhone([notice(1)]);
    await phone.refresh();
    await advanceNoticeState(phone.store, { read: momentOf(1) });

    await phone.refresh();
    const puts = phone.server.requests.filter(({ method }) => method === 'PUT');
    await phone.refresh();

    expect(phone.read.until).toBe(momentOf(1));
    expect(puts).toHaveLength(1);
    expect(phone.server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('also counts from another device', async () => {
    await using phone = await aPhone([notice(1)]);
    phone.read.until = momentOf(5);
    await phone.refresh();
    expect((await readNoticeState(phone.store)).known.read).toBe(momentOf(5));

    await advanceNoticeState(phone.store, { read: momentOf(2) });

    expect((await readNoticeState(phone.store)).known.read).toBe(momentOf(5));
  });

  test('does not decrease if the server has an older time', async () => {
    await using phone = await aPhone([notice(5)], { refusesReads: true });
    phone.read.until = momentOf(1);
    await advanceNoticeState(phone.store, { read: momentOf(5) });

    await phone.refresh();

    expect((await readNoticeState(phone.store)).known).toMatchObject({
      read: momentOf(5),
      told: momentOf(1),
    });
  });
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { noticeList } from '#contract/notices.ts';
import type { Tip } from '#contract/tips.ts';
import { notices } from '#server/db/notice-tables.ts';
import { insertKickOffNotices, removeOldNotices } from '#server/notices/changes.ts';

import { type Answer, nextPath } from '../../testing/server/api.ts';
import { day, hour, minute, second } from '../../testing/clock/clock.ts';
import { aChangedGame, corrects } from '../../testing/tips/corrections.ts';
import { confirms, reopens, setsResult } from '../../testing/tips/desk.ts';
import type { Member } from '../../testing/people/members.ts';
import { aCommunity, aTip, type Community, confirmsTip, edits } from '../../testing/tips/tips.ts';

type Inbox = z.infer<typeof noticeList.reply>;

describe('a follower of a tipster', () => {
  test('is notified of a new tip, its prices and its outcome, newest first', async () => {
    const { community, fan, tipster } = await aFollowed();
    const tip = await aWholeStory(community);

    const confirmedAt = community.clock().getTime();
    community.clock.passes(11 * minute);

    const { notices } = inboxIn(await community.api.get('/api/notices', fan));

    expect(notices.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['settled', 'won'],
      ['priced', 'open'],
      ['posted', 'open'],
    ]);
    expect(new Set(notices.map(({ tipId }) => tipId))).toEqual(new Set([tip.id]));
    expect(notices[0]).toEqual({
      id: expect.any(String),
      at: new Date(confirmedAt + 10 * minute + 1).toISOString(),
      kind: 'settled',
      tipId: tip.id,
      tipsterId: tipster.id,
      tipster: 'Ada Obi',
      outcome: 'won',
    });
  });

  test('is not notified of earlier tips or of other tipsters', async () => {
    const community = await aCommunity();
    await community.aTip();
    community.clock.passes(minute);
    await follow(community, community.other);
    await community.aTip({ by: community.administrator });

    expect(inboxIn(await community.api.get('/api/notices', community.other)).notices).toEqual([]);
  });

  test('is not notified after an unfollow', async () => {
    const { community, fan } = await aFollowed();
    await community.aTip();
    await follow(community, fan, false);

    expect(inboxIn(await community.api.get('/api/notices', fan)).notices).toEqual([]);
  });

  test('is not notified of a withdrawn tip', async () => {
    const { community, fan, tipster } = await aFollowed();
    const { id } = await community.aTip();
    await community.api.delete(`/api/tips/${id}`, tipster);

    expect(inboxIn(await community.api.get('/api/notices', fan)).notices).toEqual([]);
  });
});

describe('the owner of a tip', () => {
  test('is notified of prices and outcome, but not of own actions', async () => {
    const community = await aCommunity();
    await aWholeStory(community);
    community.clock.passes(11 * minute);

    const { notices } = inboxIn(await community.api.get('/api/notices', community.tipster));

    expect(notices.map(({ kind }) => kind)).toEqual(['settled', 'priced']);
  });

  test('is notified of prices once, when the last price is set', async () => {
    const community = await aCommunity();
    const games = [
      await community.aGame({ prices: undefined }),
      await community.aGame({ prices: undefined }),
    ] as const;
    const tip = await community.aTip({ games });

    for (const [game, odd] of [
      [games[0], 2],
      [games[1], 3],
      [games[1], 3.5],
    ] as const) {
      community.clock.passes(minute);
      await edits(community, tip, [{ fixtureId: game.id, odd }]);
    }

    const { notices } = inboxIn(await community.api.get('/api/notices', community.tipster));
    expect(notices.map(({ kind }) => kind)).toEqual(['priced']);
  });

  test('is notified once, half an hour before a booked tip kicks off, and nobody else is', async () => {
    const { community, fan, tipster } = await aFollowed();
    const { api, clock } = community;
    const booked = await community.aTip();
    await community.aTip();
    await api.put(`/api/tips/bookTicket/${booked.id}`, tipster);
    const notified = async (who: Member) =>
      inboxIn(await api.get('/api/notices', who)).notices.filter(({ kind }) => kind === 'kick-off');

    clock.passes(2 * hour - 31 * minute);
    await insertKickOffNotices(api.database, clock());
    expect(await notified(tipster)).toEqual([]);

    clock.passes(minute);
    await Promise.all([1, 2, 3].map(async () => insertKickOffNotices(api.database, clock())));
    clock.passes(minute);
    await insertKickOffNotices(api.database, clock());
    expect(await notified(tipster)).toMatchObject([{ tipId: booked.id }]);
    expect(await notified(fan)).toEqual([]);
  });

  test('is not notified of the kick-off of a cancelled game', async () => {
    const { community, tipster } = await aFollowed();
    const { api, clock } = community;
    for (const status of ['postponed', 'cancelled']) {
      const game = await community.aGame();
      const { id } = await community.aTip({ games: [game] });
      await api.put(`/api/tips/bookTicket/${id}`, tipster);
      const answer = await setsResult(community, game, { status });
      expect(answer.status).toBe(200);
    }

    clock.passes(2 * hour - 30 * minute);
    await insertKickOffNotices(api.database, clock());

    const { notices } = inboxIn(await api.get('/api/notices', tipster));
    expect(notices.map(({ kind }) => kind)).not.toContain('kick-off');
  });
});

describe('the notice of a confirmation', () => {
  const kindsOf = async ({ api }: Community, who: Member) =>
    inboxIn(await api.get('/api/notices', who)).notices.map(({ kind }) => kind);

  test('is sent when its administrator can no longer undo it', async () => {
    const { community, fan, tipster } = await aFollowed();
    await aWholeStory(community);

    community.clock.passes(10 * minute);
    expect(await kindsOf(community, fan)).not.toContain('settled');
    expect(await kindsOf(community, tipster)).not.toContain('settled');
    community.clock.passes(second);
    expect(await kindsOf(community, fan)).toContain('settled');
    expect(await kindsOf(community, tipster)).toContain('settled');
  });

  test('is sent once for the last confirmation after an undo', async () => {
    const { community, fan } = await aFollowed();
    const { id } = await aWholeStory(community);
    community.clock.passes(9 * minute);
    await reopens(community, [id]);
    community.clock.passes(9 * minute);
    expect(await kindsOf(community, fan)).toEqual(['priced', 'posted']);
    await confirms(community, [id]);

    community.clock.passes(11 * minute);

    expect(await kindsOf(community, fan)).toEqual(['settled', 'priced', 'posted']);
  });

  test('contains the outcome of an earlier correction, which has no notice of its own', async () => {
    const { community, fan } = await aFollowed();
    const { game } = await aChangedGame(community);
    await corrects(community, game);

    community.clock.passes(11 * minute);

    const { notices: notified } = inboxIn(await community.api.get('/api/notices', fan));
    expect(notified.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['settled', 'lost'],
      ['posted', 'open'],
    ]);
  });
});

describe('an inbox', () => {
  test('is read page by page', async () => {
    const { community, fan } = await aFollowed();
    const tips: string[] = [];
    for (let n = 0; n < 5; n += 1) tips.unshift((await community.aTip()).id);

    const pages: string[][] = [];
    for (let path = '/api/notices?limit=2'; path;) {
      const answer = await community.api.get(path, fan);
      pages.push(inboxIn(answer).notices.map(({ tipId }) => tipId));
      path = nextPath(answer);
    }

    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat().toSorted()).toEqual(tips.toSorted());
  });

  test('returns to a phone what was added since, including late commits', async () => {
    const { community, fan, tipster } = await aFollowed();
    const { api, clock, aTip } = community;
    const old = await aTip();
    clock.passes(hour);
    const seen = await aTip();
    const { since } = inboxIn(await api.get('/api/notices', fan));
    expect(since).toBe(new Date(clock().getTime() - minute).toISOString());

    // This notice is half a minute older than the other one, but is committed later.
    const late = { tipId: old.id, tipsterId: tipster.id, kind: 'priced', outcome: 'open' } as const;
    const at = new Date(clock().getTime() - 30 * second);
    await api.database.insert(notices).values({ ...late, at });
    clock.passes(hour);
    const fresh = await aTip();

    const notified = inboxIn(await api.get(`/api/notices?since=${since}`, fan)).notices;
    expect(notified.map(({ tipId, kind }) => [tipId, kind])).toEqual([
      [fresh.id, 'posted'],
      [seen.id, 'posted'],
      [old.id, 'priced'],
    ]);
  });

  test('is marked as read up to a time on all devices, and never backwards', async () => {
    const { community, fan } = await aFollowed();
    const { api, clock } = community;
    const now = clock().toISOString();
    const read = async (until: string) => api.put('/api/notices/read', { ...fan, body: { until } });

    expect(await read(now)).toMatchObject({ status: 200, body: { readUntil: now } });
    await read('2026-01-01T00:00:00.000Z');
    expect(inboxIn(await api.get('/api/notices', fan)).readUntil).toBe(now);
    // The clock of a phone may be ahead.
    await read('2036-01-01T00:00:00.000Z');
    expect(inboxIn(await api.get('/api/notices', fan)).readUntil).toBe(now);
  });

  test('removes notices after ninety days, a few at a time', async () => {
    const { community, fan } = await aFollowed();
    const { api, clock } = community;
    for (let n = 0; n < 5; n += 1) await community.aTip();
    clock.passes(90 * day - second);
    const returned = await community.returns(fan);
    expect(inboxIn(await api.get('/api/notices', returned)).notices).toHaveLength(5);
    const last = await community.aTip({
      by: { ...community.tipster, ...(await community.returns(community.tipster)) },
    });

    clock.passes(minute);
    expect(inboxIn(await api.get('/api/notices', returned)).notices).toHaveLength(1);
    await removeOldNotices(api.database, clock(), 2);
    expect(await api.database.select().from(notices)).toMatchObject([{ tipId: last.id }]);
  });
});

test('a tip of a tipster with many followers is one row', async () => {
  const { community } = await aFollowed();
  for (let n = 0; n < 3; n += 1) await follow(community, await community.aMember());

  await community.aTip();

  expect(await community.api.database.$count(notices)).toBe(1);
});

/** A tip that is posted, priced, settled and confirmed, with a minute between the steps. */
async function aWholeStory(community: Community): Promise<Tip> {
  const { clock } = community;
  const { tip, games } = await aTip(community);
  clock.passes(minute);
  expect((await edits(community, tip, [{ fixtureId: games[1].id, odd: 2 }])).status).toBe(200);
  clock.passes(5 * hour);
  const decided = games.map(({ id: fixtureId }) => ({
    fixtureId,
    result: 'won',
    reason: 'Seen in the stadium.',
  }));
  expect((await edits(community, tip, decided)).status).toBe(200);
  clock.passes(minute);
  expect((await confirmsTip(community, tip)).status).toBe(200);
  return tip;
}

async function aFollowed() {
  const community = await aCommunity();
  const fan = community.other;
  await follow(community, fan);
  return { community, fan, tipster: community.tipster };
}

async function follow({ api, clock, tipster }: Community, fan: Member, isFollow = true) {
  const path = `/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=${isFollow}`;
  expect((await api.put(path, fan)).status).toBe(200);
  clock.passes(second);
}

function inboxIn(answer: Answer): Inbox {
  expect(answer.status).toBe(200);
  const inbox = z.parse(noticeList.reply, answer.body);
  expect(answer.body, 'nothing but what the contract says').toEqual(inbox);
  return inbox;
}

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { maxTipsPerDay } from '#contract/limits.ts';
import { pull } from '#contract/sync.ts';
import { members } from '#server/db/schema.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import type { Member } from '../../testing/people/members.ts';
import {
  aCommunity,
  aKey,
  type Community,
  type Game,
  oddNames,
  problemOf,
} from '../../testing/tips/tips.ts';

async function pulls({ api }: Community, { token }: Pick<Member, 'token'>, since = 0) {
  const answer = await api.get(`/api/sync?since=${since}`, { token });
  expect(answer.status).toBe(200);
  return z.parse(pull.reply, answer.body);
}

describe('a pull', () => {
  test('returns all own rows to a new device', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aTip } = community;
    const mine = await aTip({ by: tipster, rest: { stake: 2 } });
    await aTip({ by: other });
    const query = `Id=${other.id}&isFollow=true`;
    await api.put(`/api/users/followOrUnfollow?${query}`, { token: tipster.token });

    const reported = await pulls(community, tipster);

    expect(reported).toMatchObject({
      serverTime: '2026-03-07T12:00:00.000Z',
      more: false,
      profile: { id: tipster.id, email: tipster.email },
      tips: [mine],
      removed: [],
      follows: [{ tipsterId: other.id, following: true }],
      operations: [],
    });
  });

  test('returns nothing twice', async () => {
    const community = await aCommunity();
    const { tipster, aTip } = community;
    await aTip();
    const { cursor } = await pulls(community, tipster);

    const again = await pulls(community, tipster, cursor);

    expect(again).toMatchObject({ cursor, more: false, tips: [], follows: [], operations: [] });
    expect(again.profile).toBeUndefined();
  });

  test('returns all changes since the last pull, also by others', async () => {
    const community = await aCommunity();
    const { api, tipster, administrator, aTip } = community;
    const [priced, untouched] = [await aTip({ oddName: 'DNB - 1' }), await aTip()];
    const { cursor } = await pulls(community, tipster);

    await api.put(`/api/tips/${priced.id}`, {
      token: administrator.token,
      body: { options: [{ fixtureId: priced.options[0]?.fixtureId, odd: 1.5 }] },
    });
    const reported = await pulls(community, tipster, cursor);

    expect(reported.tips).toMatchObject([{ id: priced.id, totalOdds: 1.5, version: 2 }]);
    expect(reported.tips).not.toContainEqual(untouched);
    expect(reported.cursor).toBeGreaterThan(cursor);
  });

  test('returns an unfollow and a saved profile', async () => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    const follow = async (isFollow: boolean) =>
      api.put(`/api/users/followOrUnfollow?Id=${other.id}&isFollow=${isFollow}`, {
        token: tipster.token,
      });
    await follow(true);
    const { cursor } = await pulls(community, tipster);

    await follow(false);
    const profile = {
      firstName: 'Eve',
      lastName: 'Obi',
      country: 'NG',
      phoneNumber: '+2348012345678',
      state: 'Lagos',
      address: '1 Marina',
    };
    await api.put('/api/users/updateProfileWithoutImage', { token: tipster.token, body: profile });
    const reported = await pulls(community, tipster, cursor);

    expect(reported).toMatchObject({
      profile: { firstName: 'Eve' },
      follows: [{ tipsterId: other.id, following: false }],
    });
  });

  test('acknowledges operations whose response was lost, also refused ones', async () => {
    const community = await aCommunity();
    const { api, tipster, aGame } = community;
    const { token } = tipster;
    const slip = (fixtureId: string) => ({ options: [{ fixtureId, oddName: '1X2 - 1' }] });
    const [ahead, started] = [await aGame(), await aGame({ startsIn: -hour })];

    await api.post('/api/tips', { token, headers: aKey('posted'), body: slip(ahead.id) });
    await api.post('/api/tips', { token, headers: aKey('refused'), body: slip(started.id) });
    const stale = { ...aKey('stale'), 'if-match': '"9"' };
    const { tips } = await pulls(community, tipster);
    await api.put(`/api/tips/bookTicket/${tips[0]?.id}`, { token, headers: stale });
    const reported = await pulls(community, tipster);

    expect(reported.operations).toEqual([
      { id: 'posted', status: 201 },
      { id: 'refused', status: 409 },
    ]);
  });

  test('returns an administrator’s own operations, but no tips of others', async () => {
    const community = await aCommunity();
    const { api, tipster, administrator, aTip } = community;
    const { id, options } = await aTip();
    const before = (await pulls(community, tipster)).cursor;

    await api.put(`/api/tips/${id}`, {
      token: administrator.token,
      headers: aKey('priced'),
      body: { options: [{ fixtureId: options[0]?.fixtureId, odd: 2 }] },
    });
    const theirs = await pulls(community, administrator);
    const owners = await pulls(community, tipster, before);

    expect(theirs).toMatchObject({ tips: [], operations: [{ id: 'priced', status: 200 }] });
    expect(owners).toMatchObject({ tips: [{ id, totalOdds: 2 }], operations: [] });
  });

  test('starts again with a lower cursor if the device’s cursor is too high', async () => {
    const community = await aCommunity();
    const { tipster, aTip } = community;
    const tip = await aTip();
    const { cursor } = await pulls(community, tipster);

    const reported = await pulls(community, tipster, cursor + 1000);

    expect(reported).toMatchObject({ cursor, more: false, tips: [tip] });
    expect(reported.profile).toBeDefined();
  });

  test.each(['-1', '1.5', 'later', '1e400'])('refuses a cursor of %s', async (since) => {
    const { api, tipster } = await aCommunity();

    const answer = await api.get(`/api/sync?since=${since}`, { token: tipster.token });

    expect(problemOf(answer)).toBe('400 invalid-input');
  });
});

describe('a long absence', () => {
  test('is covered by pages without gaps and repetitions', async () => {
    const community = await aCommunity();
    const { api, services, clock, aGame } = community;
    const games: Game[] = [];
    while (games.length < 5) games.push(await aGame({ startsIn: 3 * day }));
    const selections = games.flatMap(({ id }) =>
      oddNames.slice(0, 46).map((oddName) => ({ fixtureId: id, oddName })),
    );
    let { tipster } = community;
    // A tip and its response share one cursor value, so they must be on the same page.
    for (const [index, selection] of selections.entries()) {
      const headers = aKey(`post-${index}`);
      await api.post('/api/tips', {
        token: tipster.token,
        headers,
        body: { options: [selection] },
      });
      if (index !== maxTipsPerDay / 2) continue;
      // A member may post only a limited number of tips per day.
      clock.passes(day);
      tipster = { ...tipster, ...(await community.returns(tipster)) };
    }

    const pages = [await pulls(community, tipster)];
    while (pages.at(-1)?.more) pages.push(await pulls(community, tipster, pages.at(-1)?.cursor));

    const sizes = pages.map(({ tips, operations }) => tips.length + operations.length);
    expect(sizes).toEqual([200, 200, 60]);
    expect(pages.map(({ tips, operations }) => tips.length === operations.length)).toEqual([
      true,
      true,
      true,
    ]);
    expect(new Set(pages.flatMap(({ tips }) => tips.map(({ id }) => id))).size).toBe(230);
    expect(new Set(pages.flatMap(({ operations }) => operations.map(({ id }) => id))).size).toBe(
      230,
    );
    expect(pages.filter(({ profile }) => profile)).toHaveLength(1);
    const [row] = await services.database
      .select({ cursor: members.cursor })
      .from(members)
      .where(eq(members.id, tipster.id));
    expect(pages.at(-1)?.cursor).toBe(row?.cursor);
  }, 30_000);
});

describe('pulls during changes', () => {
  test('never skip a cursor whose rows are not committed yet', async () => {
    const community = await aCommunity();
    const { api, tipster, administrator, aGame } = community;
    const { id: fixtureId } = await aGame();
    const known = new Map<string, number>();
    let cursor = 0;
    const posting = { isOver: false };

    const puller = (async () => {
      do {
        const reported = await pulls(community, tipster, cursor);
        for (const { id, version } of reported.tips) known.set(id, version);
        cursor = reported.cursor;
      } while (!posting.isOver);
    })();
    await Promise.all(
      Array.from({ length: 4 }, async (_, first) => {
        for (let index = 0; index < 8; index += 1) {
          const oddName = oddNames[8 * first + index];
          const body = { options: [{ fixtureId, oddName }] };
          const { body: posted } = await api.post('/api/tips', { token: tipster.token, body });
          const { id } = z.parse(z.object({ id: z.string() }), posted);
          await api.put(`/api/tips/${id}`, {
            token: administrator.token,
            body: { options: [{ fixtureId, odd: 2 }] },
          });
        }
      }),
    );
    posting.isOver = true;
    await puller;
    const rest = await pulls(community, tipster, cursor);
    for (const { id, version } of rest.tips) known.set(id, version);

    expect(known.size).toBe(32);
    expect(new Set(known.values())).toEqual(new Set([2]));
  });
});

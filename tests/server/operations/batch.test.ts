import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { batchLimit } from '#contract/limits.ts';
import { fixtures, follows, operations, tips } from '#server/db/schema.ts';

import { aClock, hour, second } from '../../testing/clock/clock.ts';
import {
  aBooking,
  aFollow,
  answersTo,
  aPost,
  codesOf,
  sends,
} from '../../testing/tips/operations.ts';
import { aCommunity, aKey, type Community, problemOf } from '../../testing/tips/tips.ts';

async function tipsOf({ api }: Community): Promise<number> {
  return api.database.$count(tips);
}

describe('operations in a batch', () => {
  test('are executed in order, and each gets the response as if sent alone', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aGame } = community;
    const post = aPost([await aGame()]);
    const batch = [post, aBooking(post.id, 1), aFollow(other)];

    const [posted, booked, followed] = await answersTo(community, batch);

    const alone = await api.get(`/api/tips/${post.id}`, { token: tipster.token });
    expect(posted).toMatchObject({ status: 201, etag: '"1"', body: { IsBooked: false } });
    expect(booked).toMatchObject({ status: 200, etag: '"2"' });
    // The response for a single tip also contains the tip's author.
    expect({ body: alone.body }).toMatchObject({ body: booked?.body });
    expect(followed).toEqual({
      id: batch[2]?.id,
      status: 200,
      body: { tipsterId: other.id, following: true },
    });
  });

  test('all have the time of the batch’s arrival', async () => {
    const clock = tickingClock(second / 2);
    const community = await aCommunity({ clock });
    const [early, late] = [await community.aGame(), await community.aGame()];
    const starts = { kickOff: new Date(clock().getTime() + 2 * second) };
    await community.api.database.update(fixtures).set(starts).where(eq(fixtures.id, late.id));

    const answers = await answersTo(community, [aPost([early]), aPost([late])]);

    expect(clock().getTime(), 'the game has started').toBeGreaterThan(starts.kickOff.getTime());
    expect(codesOf(answers)).toEqual(['201', '201']);
  });

  test('are not attempted if earlier ones take too long', async () => {
    const community = await aCommunity({ clock: tickingClock(1.6 * second) });
    const games = [await community.aGame(), await community.aGame(), await community.aGame()];
    const batch = games.map((game) => aPost([game]));

    const answers = await answersTo(community, batch);

    expect(codesOf(answers)).toEqual(['201', '424 not-attempted', '424 not-attempted']);
    expect(await tipsOf(community)).toBe(1);
  });
});

describe('a batch that is sent again', () => {
  test('concurrently, or with overlapping content, executes nothing twice', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const games = await Promise.all(Array.from({ length: 12 }, async () => community.aGame()));
    const posts = games.map((game) => aPost([game]));
    const batches = [posts, posts, posts.slice(4), posts.slice(0, 8), posts.toReversed()];

    const answers = await Promise.all(
      batches.map(async (batch) => answersTo(community, batch, tipster)),
    );

    const outcomes = new Set(answers.flatMap(codesOf));
    expect([...outcomes]).toEqual(['201']);
    expect(await tipsOf(community)).toBe(posts.length);
    expect(await api.database.$count(operations)).toBe(posts.length);
  });

  test('recognises operations that were sent alone, and vice versa', async () => {
    const community = await aCommunity();
    const { api, tipster, aGame } = community;
    const [one, two] = [aPost([await aGame()]), aPost([await aGame()])];
    const alone = async ({ id, body }: typeof one) =>
      api.post('/api/tips', { token: tipster.token, headers: aKey(id), body });

    const first = await alone(one);
    const [again, second] = await answersTo(community, [one, two]);
    const last = await alone(two);

    expect(again?.body).toEqual(first.body);
    expect(last.body).toEqual(second?.body);
    expect(await tipsOf(community)).toBe(2);
  });
});

describe('an operation of a batch that fails', () => {
  test('prevents only later ones with a common subject', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aGame } = community;
    const started = await aGame({ startsIn: -hour });
    const [refused, good] = [aPost([started]), aPost([await aGame()])];
    const batch = [
      refused,
      aFollow(other),
      aBooking(refused.id),
      good,
      {
        id: 'w',
        method: 'DELETE' as const,
        path: `/api/tips/${refused.id}`,
        subjects: refused.subjects,
      },
      aBooking(good.id),
    ];

    const answers = await answersTo(community, batch);

    expect(codesOf(answers)).toEqual([
      '409 fixture-started',
      '200',
      '424 not-attempted',
      '201',
      '424 not-attempted',
      '200',
    ]);
    const { body } = await api.get('/api/sync', { token: tipster.token });
    expect(Object(body).operations, 'what was not tried has no answer').toHaveLength(4);
  });

  test('prevents nothing if the sender names no subjects', async () => {
    const community = await aCommunity();
    const { subjects: _, ...refused } = aPost([await community.aGame({ startsIn: -hour })]);
    const { subjects: _subjects, ...booking } = aBooking(refused.id);

    const answers = await answersTo(community, [refused, booking]);

    expect(codesOf(answers)).toEqual(['409 fixture-started', '404 not-found']);
  });

  test('leaves no trace of operations that were not attempted', async () => {
    const community = await aCommunity();
    const { aTip, administrator } = community;
    const tip = await aTip();
    const leg = { fixtureId: tip.options[0]?.fixtureId };
    const edit = (change: object, ifMatch: number) => ({
      id: crypto.randomUUID(),
      method: 'PUT' as const,
      path: `/api/tips/${tip.id}`,
      subjects: [`tip:${tip.id}`],
      ifMatch,
      body: { options: [{ ...leg, ...change }] },
    });
    const [stale, next] = [edit({ odd: 3 }, 7), edit({ odd: 4 }, 1)];

    const first = await answersTo(community, [stale, next], administrator);
    const [alone] = await answersTo(community, [next], administrator);

    expect(codesOf(first)).toEqual(['412 stale-version', '424 not-attempted']);
    expect(first[0]?.body).toMatchObject({ tip: { id: tip.id, version: 1 } });
    expect(alone).toMatchObject({ status: 200, etag: '"2"', body: { options: [{ odd: 4 }] } });
  });
});

describe('the sender of a batch', () => {
  test('without a login gets one refusal, and no operation is checked', async () => {
    const community = await aCommunity();
    const { api, aGame } = community;
    const headers = aKey('k');

    const answer = await api.post('/api/ops', { headers, body: [aPost([await aGame()])] });
    const unread = await api.post('/api/ops', { body: 'x'.repeat(2_000_000) });

    expect([answer, unread].map(problemOf)).toEqual(Array(2).fill('401 not-signed-in'));
    expect(answer.headers['x-op-id'], 'its key is echoed').toBe('k');
  });

  test('whose session ends meanwhile gets refusals from then on', async () => {
    const community = await aCommunity();
    const { api, other, administrator } = community;
    // The first operation ends every session in its own transaction.
    await api.database.execute(sql`create function log_out() returns trigger language plpgsql as
      $$ begin update sessions set revoked_at = now(); return new; end $$`);
    await api.database.execute(
      sql`create trigger log_out after insert on follows for each row execute function log_out()`,
    );

    const answers = await answersTo(community, [aFollow(other), aFollow(administrator)]);

    expect(codesOf(answers)).toEqual(['200', '401 session-ended']);
    expect(await api.database.$count(follows)).toBe(1);
  });

  test('without a verified email can save the profile, but nothing public', async () => {
    const community = await aCommunity();
    const { api, other, aGame } = community;
    const newcomer = await community.aMember({ verified: false, firstName: '' });
    const profile = {
      id: 'p',
      method: 'PUT' as const,
      path: '/api/users/updateProfileWithoutImage',
      body: {
        firstName: 'New',
        lastName: 'Comer',
        country: 'NG',
        phoneNumber: '+2348012345678',
        state: 'Lagos',
        address: '1 Marina',
      },
    };

    const answers = await answersTo(
      community,
      [aPost([await aGame()]), profile, aFollow(other)],
      newcomer,
    );

    const refused = '403 email-unverified';
    expect(codesOf(answers)).toEqual([refused, '200', refused]);
    expect(await api.database.$count(operations), 'only what was done has a row').toBe(1);
  });

  test('is counted per operation, and operations within the limit are executed', async () => {
    const community = await aCommunity({ limits: { requestsPerMember: 60 } });
    const { other, tipster } = community;
    const batch = () => Array.from({ length: batchLimit }, (_, n) => aFollow(other, n % 2 === 0));

    const full = await answersTo(community, batch());
    const rest = await answersTo(community, batch());
    const refused = await sends(community, batch());
    const [theirs] = await answersTo(community, [aFollow(tipster)], other);

    expect(new Set(codesOf(full))).toEqual(new Set(['200']));
    expect(codesOf(rest).slice(0, 8)).toEqual(Array(8).fill('200'));
    expect(codesOf(rest).slice(8, 10)).toEqual(['429 rate-limited', '424 not-attempted']);
    expect(rest[8]?.retryAfter).toBeGreaterThan(0);
    expect(problemOf(refused)).toBe('429 rate-limited');
    expect(theirs?.status).toBe(200);
  });
});

/** A server clock that advances by `step` milliseconds whenever it is read. */
function tickingClock(step: number) {
  const clock = aClock('2026-03-07T12:00:00.000Z');
  return Object.assign(
    () => {
      clock.passes(step);
      return clock();
    },
    { passes: clock.passes },
  );
}

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Tipster } from '#contract/members.ts';

import { type Answer, nextPath } from '../../testing/server/api.ts';
import { minute } from '../../testing/clock/clock.ts';
import type { Member } from '../../testing/people/members.ts';
import { aCommunity, type Community, tipsOf } from '../../testing/tips/tips.ts';

async function follows({ api, clock }: Community, fan: Member, tipster: Member, isFollow = true) {
  const path = `/api/users/followOrUnfollow?Id=${tipster.id}&isFollow=${isFollow}`;
  expect((await api.put(path, fan)).status).toBe(200);
  clock.passes(minute);
}

/** Three tipsters who alternately posted two tips each, and a follower of two of them. */
async function aCrowd() {
  const community = await aCommunity();
  const { api, clock, tipster: ada, other: bola, administrator: chi, aTip } = community;
  const fan = await community.aMember({ firstName: 'Fan' });
  const ids: string[] = [];
  for (const by of [ada, chi, bola, ada, chi, bola]) {
    clock.passes(minute);
    ids.push((await aTip({ by, rest: { stake: 5 } })).id);
  }
  await follows(community, fan, ada);
  await follows(community, fan, bola);
  const [adas, , bolas, adas2, , bolas2] = ids;
  return { ...community, community, api, fan, theirs: [bolas2, adas2, bolas, adas] };
}

function idsIn(answer: Answer): string[] {
  return tipsOf(answer).map(({ id }) => id);
}

describe('the tips of followed tipsters', () => {
  test('contain only theirs, newest first, page by page', async () => {
    const { api, fan, theirs } = await aCrowd();

    const first = await api.get('/api/following/tips?limit=3', fan);
    const rest = await api.get(nextPath(first), fan);

    expect(idsIn(first)).toEqual(theirs.slice(0, 3));
    expect(idsIn(rest)).toEqual(theirs.slice(3));
    expect(nextPath(rest)).toBe('');
  });

  test('contain nothing private, even for an administrator', async () => {
    const { community, api, administrator, tipster } = await aCrowd();
    await follows(community, administrator, tipster);

    const [tip] = tipsOf(await api.get('/api/following/tips', administrator));

    expect(tip).toMatchObject({ tipsterId: tipster.id, author: { settled: 0 } });
    expect(tip).not.toHaveProperty('stake');
    expect(tip).not.toHaveProperty('IsBooked');
  });

  test('disappear after an unfollow, and when they are withdrawn', async () => {
    const { community, api, fan, other, tipster, theirs } = await aCrowd();
    await follows(community, fan, other, false);
    expect(idsIn(await api.get('/api/following/tips', fan))).toEqual([theirs[1], theirs[3]]);

    const fresh = await community.aTip();
    await api.delete(`/api/tips/${fresh.id}`, tipster);

    expect(idsIn(await api.get('/api/following/tips', fan))).toEqual([theirs[1], theirs[3]]);
  });
});

describe('the list of followed tipsters', () => {
  test('has the latest follow first, page by page', async () => {
    const { api, fan, tipster, other } = await aCrowd();

    const first = await api.get('/api/following?limit=1', fan);
    const rest = await api.get(nextPath(first), fan);
    const end = await api.get(nextPath(rest), fan);

    const namesIn = (answer: Answer) => z.parse(z.array(Tipster), answer.body).map(({ id }) => id);
    expect([first, rest, end].map(namesIn)).toEqual([[other.id], [tipster.id], []]);
  });
});

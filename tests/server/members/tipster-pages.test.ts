import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Tipster } from '#contract/members.ts';

import { type Answer, type Api, nextPath, theApi } from '../../testing/server/api.ts';
import { profile, save } from '../../testing/server/busy-server.ts';
import { aClock, day } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { problemOf } from '../../testing/tips/tips.ts';

const clock = aClock();

/** A list of tipsters: those with stars by proven yield, then others by number of settled tips. */
async function aList() {
  const api = await theApi({ clock });
  const settledBy = { Five: 14, Four: 13, Three: 12, Two: 4, One: 3, Half: 0, None: 0 };
  const members: Record<string, Member> = {};
  for (const [index, [firstName, settled]] of Object.entries(settledBy).entries()) {
    const createdAt = new Date(clock().getTime() - index * day);
    const member = await aMember(api, { firstName, createdAt });
    members[firstName] = member;
    for (let n = 0; n < settled; n += 1) await aSettledTip(api, member.id);
  }
  return { api, members };
}

async function settles(
  api: Api,
  member: Member | undefined,
  outcome: 'won' | 'lost',
  times: number,
) {
  for (let n = 0; n < times; n += 1) await aSettledTip(api, member?.id ?? '', { outcome });
}

function namesIn({ status, body }: Answer): string[] {
  expect(status).toBe(200);
  return z.parse(z.array(Tipster), body).map(({ firstName }) => firstName);
}

async function restAfter(api: Api, page: Answer): Promise<string[]> {
  const names = [];
  for (let next = nextPath(page); next !== '';) {
    const answer = await api.get(next);
    names.push(...namesIn(answer));
    next = nextPath(answer);
  }
  return names;
}

describe('pages of tipsters, when a tip is confirmed between two requests', () => {
  test.each([
    { who: 'Four', outcome: 'won', times: 9, why: 'the last one shown moves to the top' },
    { who: 'Two', outcome: 'won', times: 1, why: 'a tipster behind the last one stays there' },
    { who: 'Five', outcome: 'won', times: 1, why: 'a tipster before the last one stays there' },
  ] as const)('leave nobody out and show nobody twice: $why', async (row) => {
    const { api, members } = await aList();
    const first = await api.get('/api/tipsters?limit=2');
    expect(namesIn(first)).toEqual(['Five', 'Four']);

    await settles(api, members[row.who], row.outcome, row.times);

    expect(await restAfter(api, first)).toEqual(['Three', 'Two', 'One', 'Half', 'None']);
  });

  // A tipster who falls behind appears twice; the device recognises tipsters by id.
  test.each([
    { times: 1, rest: ['Three', 'Four', 'Two', 'One', 'Half', 'None'] },
    { times: 12, rest: ['Three', 'Four', 'Two', 'One', 'Half', 'None'] },
  ])('leave nobody out if the last listed tipster loses $times', async ({ times, rest }) => {
    const { api, members } = await aList();
    const first = await api.get('/api/tipsters?limit=2');

    await settles(api, members['Four'], 'lost', times);

    expect(await restAfter(api, first)).toEqual(rest);
  });

  test('continue after a member who is no longer a tipster or lost the stars', async () => {
    const { api, members } = await aList();
    const page = await api.get('/api/tipsters?limit=4');
    expect(namesIn(page).at(-1)).toBe('Two');

    const body = { ...profile, firstName: 'Two', isTipster: false };
    await api.put(save, { token: members['Two']?.token ?? '', body });

    expect(await restAfter(api, page)).toEqual(['One', 'Half', 'None']);
  });
});

describe('the cursor of a page of tipsters', () => {
  test('is refused if a single character differs', async () => {
    const { api } = await aList();
    const next = nextPath(await api.get('/api/tipsters?limit=2'));
    const place = new URLSearchParams(next.split('?')[1]).get('before') ?? '';

    for (const at of [0, 5, Math.floor(place.length / 2), place.length - 1]) {
      const other = place[at] === 'A' ? 'B' : 'A';
      const altered = `${place.slice(0, at)}${other}${place.slice(at + 1)}`;
      const answer = await api.get(`/api/tipsters?limit=2&before=${encodeURIComponent(altered)}`);
      expect(problemOf(answer)).toBe('400 invalid-input');
      expect(answer.body).toMatchObject({ errors: { before: ['invalid'] } });
    }
    for (const other of ['1', "' or 1=1", 'null', '.', 'e30.', '%00', 'a'.repeat(301)]) {
      const answer = await api.get(`/api/tipsters?before=${encodeURIComponent(other)}`);
      expect(problemOf(answer)).toBe('400 invalid-input');
    }
    expect((await api.get(`/api/tipsters?limit=2&before=${place}`)).status).toBe(200);
  });

  test('is issued anew, despite the ETag, after a change of the signing secret', async () => {
    const { api } = await aList();
    const later = await theApi({ clock, database: api.database });
    const first = await api.get('/api/tipsters?limit=2');
    const headers = { 'if-none-match': String(first.headers['etag']) };

    expect((await api.get('/api/tipsters?limit=2', { headers })).status).toBe(304);
    const anew = await later.get('/api/tipsters?limit=2', { headers });

    expect(anew.status).toBe(200);
    expect((await later.get(nextPath(first))).status).toBe(400);
    expect((await later.get(nextPath(anew))).status).toBe(200);
  });
});

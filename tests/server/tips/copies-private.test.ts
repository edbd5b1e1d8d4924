import { expect, test } from 'vitest';

import type { Tip } from '#contract/tips.ts';
import { readPreview } from '#server/previews/preview.ts';
import { createPageDataReader } from '#server/site/page-data.ts';

import { hour, minute, second } from '../../testing/clock/clock.ts';
import type { Member } from '../../testing/people/members.ts';
import { servedRoutes } from '../../testing/server/served-routes.ts';
import {
  aCommunity,
  type Community,
  confirmsTip,
  edits,
  type Game,
  problemOf,
  tipOf,
} from '../../testing/tips/tips.ts';

type Ground = { community: Community; game: Game; original: Tip; fan: Member };

/** All routes whose responses show other members' tips, or numbers about them. */
const publicCalls: Record<string, (ground: Ground) => string> = {
  '/api/feed': () => '/api/feed?limit=100',
  '/api/feed of a game': ({ game }) => `/api/feed?fixtureId=${game.id}`,
  '/api/feed of open tips': () => '/api/feed?open=true',
  '/api/feed of a name': () => '/api/feed?search=ade',
  '/api/following/tips': () => '/api/following/tips',
  '/api/following': () => '/api/following',
  '/api/tipsters': () => '/api/tipsters',
  '/api/tipsters/:id': ({ community }) => `/api/tipsters/${community.other.id}`,
  '/api/tipsters/:id/record': ({ community }) => `/api/tipsters/${community.other.id}/record`,
  '/api/tipsters/:id/tips': ({ community }) => `/api/tipsters/${community.other.id}/tips`,
  '/api/tipsters/:id/tips of open tips': ({ community }) =>
    `/api/tipsters/${community.other.id}/tips?state=open`,
  '/api/competitions': () => '/api/competitions',
  '/api/competitions/:key': () => '/api/competitions/soccer_epl',
  '/api/stats': () => '/api/stats',
  '/api/notices': () => '/api/notices',
  '/api/fixtures': () => '/api/fixtures',
  '/api/fixtures/:id': ({ game }) => `/api/fixtures/${game.id}`,
};

/** Routes about one row or the caller only; another test requests the copy by its id. */
const otherCalls = [
  '/api/tips/:id',
  '/api/tips/:id/history',
  '/api/tips',
  '/api/sync',
  '/api/pools',
  '/api/pools/:id',
  '/api/push',
  '/api/auth/security',
  '/api/users/me/export',
  '/odds/v3/sports',
  '/odds/v3/odds/',
  '/proof/checkpoint',
  '/proof/checkpoints',
  '/proof/consistency',
  '/proof/histories',
  '/proof/leaves',
];

test('every route that others can read is listed in this test', async () => {
  const { services } = await aCommunity();
  const read = (await servedRoutes(services)).filter(
    ({ method, access }) => method === 'GET' && access && access !== 'administrator',
  );

  const known = new Set([
    ...Object.keys(publicCalls).map((name) => name.split(' ')[0]),
    ...otherCalls,
  ]);
  expect(new Set(read.map(({ path }) => path))).toEqual(known);
});

test.each(Object.entries(publicCalls))(
  '%s returns the same after a copy was made, booked, settled and confirmed',
  async (_name, pathOf) => {
    const ground = await aFollowedCopier();
    const { community, fan } = ground;
    const readAll = async () => {
      const answer = await community.api.get(pathOf(ground), fan);
      expect(answer.status).toBe(200);
      return withoutCounts(answer.body);
    };

    const before = await readAll();
    const copy = await aCopy(ground);
    const booking = await community.api.put(`/api/tips/bookTicket/${copy.id}`, community.other);
    expect(booking.status).toBe(200);
    expect(await readAll()).toEqual(before);

    await settle(ground, ground.original);
    const settled = await readAll();
    await settle(ground, copy);
    expect(await readAll()).toEqual(settled);
  },
);

test('a withdrawn copy does not count as a withdrawal of its tipster', async () => {
  const ground = await aFollowedCopier();
  const { api, other } = ground.community;
  const record = async () => (await api.get(`/api/tipsters/${other.id}/record`)).body;
  const before = await record();

  const { id } = await aCopy(ground);
  expect(await api.delete(`/api/tips/${id}`, other)).toMatchObject({ status: 200 });

  expect(await record()).toEqual(before);
});

test('a copy exists for its owner and administrators only', async () => {
  const ground = await aFollowedCopier();
  const { api, tipster, other, administrator } = ground.community;
  const { id } = await aCopy(ground);

  for (const path of [`/api/tips/${id}`, `/api/tips/${id}/history`]) {
    for (const reader of [{}, tipster, ground.fan]) {
      expect(problemOf(await api.get(path, reader))).toBe('404 not-found');
    }
    for (const reader of [other, administrator]) {
      expect(await api.get(path, reader)).toMatchObject({ status: 200 });
    }
  }
  const page = { kind: 'tip', id, address: `/tip/${id}` } as const;
  expect(await readPreview(ground.community.services, page)).toBeUndefined();
});

test('the page data of the home page contains no copy', async () => {
  const ground = await aFollowedCopier();
  const copy = await aCopy(ground);
  const read = await createPageDataReader(ground.community.services, 'public');

  const data = await read();

  expect(data?.tips.map(({ id }) => id)).not.toContain(copy.id);
  expect(data?.tips.map(({ id }) => id)).toContain(ground.original.id);
});

test('an original shows its number of copies in public lists only', async () => {
  const ground = await aFollowedCopier();
  const { api, other, tipster } = ground.community;
  const { id } = ground.original;
  const counts = async () => [
    tipOf(await api.get(`/api/tips/${id}`)).copies,
    ...[await api.get(`/api/feed?fixtureId=${ground.game.id}`)].map(
      ({ body }) => Object(body)[0]?.copies,
    ),
  ];
  expect(await counts()).toEqual([undefined, undefined]);

  const copy = await aCopy(ground);
  expect(await counts()).toEqual([1, 1]);
  expect(Object((await api.get('/api/tips', tipster)).body)[0]).not.toHaveProperty('copies');

  await api.delete(`/api/tips/${copy.id}`, other);
  expect(await counts()).toEqual([undefined, undefined]);
});

/** A tip on a game, and a member whose followers are notified of every post. */
async function aFollowedCopier(): Promise<Ground> {
  const community = await aCommunity();
  const { api, clock, other } = community;
  const fan = await community.aMember();
  await api.put(`/api/users/followOrUnfollow?Id=${other.id}&isFollow=true`, fan);
  clock.passes(second);
  // Posts of the copying member exist before and after the copy.
  await community.aTip({ by: other });
  const game = await community.aGame();
  return { community, fan, game, original: await community.aTip({ games: [game] }) };
}

async function aCopy({ community, game, original }: Ground): Promise<Tip> {
  const { clock, other } = community;
  clock.passes(second);
  const rest = { copiedFrom: original.id };
  const copy = await community.aTip({ by: other, games: [game], rest });
  expect(copy.copiedFrom).toBe(original.id);
  return copy;
}

async function settle({ community, game }: Ground, tip: Tip): Promise<void> {
  const { clock } = community;
  if (clock() < game.kickOff) clock.passes(5 * hour);
  const won = { fixtureId: game.id, result: 'won', reason: 'Seen in the stadium.' };
  await edits(community, tip, [won]);
  expect(await confirmsTip(community, tip)).toMatchObject({ status: 200 });
  clock.passes(minute);
}

/** Removes the counts of copies from a response; these are about originals. */
function withoutCounts(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === 'copies' ? undefined : value)),
  );
}

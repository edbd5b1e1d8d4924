import { describe, expect, test } from 'vitest';

import { type Limits, defaultLimits } from '#server/limits.ts';

import { type Answer, type Api, type RequestOptions, theApi } from '../../testing/server/api.ts';
import { holdDatabase, profile, save } from '../../testing/server/busy-server.ts';
import { aMember, logIn, register, sessionIn } from '../../testing/people/members.ts';
import { problemOf } from '../../testing/tips/tips.ts';

/** The headers that a proxy adds for a client with this address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const floods: {
  of: string;
  requestOf: (n: number, tokens: readonly string[]) => RequestOptions;
}[] = [
  {
    of: 'one member in ten sessions',
    requestOf: (n, tokens) => ({ token: tokens[n % tokens.length] ?? '' }),
  },
  {
    of: 'strangers of sixty networks',
    requestOf: (n) => ({ headers: from(`10.0.${n}.1`) }),
  },
  {
    of: 'strangers of one network',
    requestOf: (n) => ({ headers: from(`2001:db8:0:1::${n}`) }),
  },
];

describe('members and logins are served', () => {
  test.each(floods)('during a flood of $of from another network', async ({ requestOf }) => {
    const api = await aServerBehindProxy();
    const tokens = await tokensOf(api, 10);
    const members = [await aMember(api), await aMember(api), await aMember(api)];
    const { email, password } = await register(api);
    const release = await holdDatabase(api);

    await flood(async (n) => api.get('/api/feed', requestOf(n, tokens)));
    const others = [
      ...members.map(async ({ token }) => api.get('/api/feed', { token })),
      api.put(save, { token: members[0]?.token ?? '', body: profile }),
      logIn(api, { email, password }, from('10.1.1.1')),
    ];
    release();

    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  test('in the network of the flood, once the flood has reached its limit', async () => {
    const api = await aServerBehindProxy({ requestsPerNetwork: 2 });
    const { email, password } = await register(api);
    const headers = from('10.0.0.1');
    while ((await api.get('/api/feed', { headers })).status !== 429);

    expect((await logIn(api, { email, password }, headers)).status).toBe(200);
  });
});

test('an anonymous caller of another network is served during a flood of one network', async () => {
  const api = await aServerBehindProxy();
  const release = await holdDatabase(api);

  await flood(async (n) => api.get('/api/feed', { headers: from(`2001:db8:0:1::${n}`) }));
  const other = api.get('/api/feed', { headers: from('2001:db8:0:2::1') });
  release();

  expect((await other).status).toBe(200);
});

test('a member is served during a flood of calls with the token of a session that has ended', async () => {
  const api = await aServerBehindProxy();
  const { email, password } = await register(api);
  const ended = sessionIn(await logIn(api, { email, password })).access_token;
  const token = sessionIn(await logIn(api, { email, password })).access_token;
  await api.post('/api/auth/logout', { token: ended });
  expect((await api.get('/api/tips', { token: ended })).status).toBe(401);
  const release = await holdDatabase(api);

  await flood(async () => api.get('/api/feed', { token: ended }));
  const own = api.get('/api/tips', { token });
  release();

  expect((await own).status).toBe(200);
});

test('a member over the limit is refused without a permit and without the database', async () => {
  const api = await aServerBehindProxy({ callPermits: 2, requestsPerMember: 2 });
  const { token } = await aMember(api);
  const others = [await aMember(api), await aMember(api)];
  while ((await api.get('/api/tips', { token })).status !== 429);
  const release = await holdDatabase(api);
  const running = others.map(async ({ token }) => api.get('/api/tips', { token }));
  await expect.poll(() => api.database.$client.waitingCount).toBe(2);

  expect(problemOf(await api.get('/api/tips', { token }))).toBe('429 rate-limited');

  release();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
});

test('all members of a crowd that logs in at once get their login', async () => {
  const api = await theApi();
  const { email, password } = await register(api);

  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => logIn(api, { email, password })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

async function aServerBehindProxy(limits: Partial<Limits> = {}): Promise<Api> {
  const { callPermits, entryPermits } = defaultLimits;
  // Calls may queue for long, because a busy machine is slow to send them all.
  const patient = { callPermits, entryPermits, maxQueueMs: 60_000 };
  return theApi({ settings: { trustProxy: 1 }, limits: { ...patient, ...limits } });
}

/** Returns the tokens of several sessions of one member. */
async function tokensOf(api: Api, sessions: number): Promise<string[]> {
  const { email, password } = await register(api);
  const tokens: string[] = [];
  while (tokens.length < sessions) {
    tokens.push(sessionIn(await logIn(api, { email, password })).access_token);
  }
  return tokens;
}

/** Sends sixty requests, and waits until the server has accepted as many as it can. */
async function flood(send: (n: number) => Promise<Answer>): Promise<void> {
  let refused = 0;
  for (let n = 0; n < 60; n += 1) void send(n).then(() => (refused += 1));
  await expect.poll(() => refused).toBeGreaterThan(20);
}

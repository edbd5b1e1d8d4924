import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import {
  endMirroredLogin,
  LoginStore,
  mirrorLogin,
  revokeLogin,
} from '#sync/storage/login-store.ts';
import { aClosedApp } from '../../testing/engine/a-closed-app.ts';
import { aPage, soon } from '../../testing/engine/a-page.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { memberId, otherMemberId, tokenOf } from '../../testing/engine/samples.ts';

const session = '0195c000-0000-7000-8000-000000000001';

/** A token of a Touchline server; its claim `end` authorizes a request that ends the session. */
function aToken(jti = session): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub: memberId, jti, end: `end of ${jti}` })}.signature`;
}

const ended: Reply = { status: 200, body: { message: 'The session has ended.' } };

/** A server that receives requests to end sessions, and answers them with these replies. */
async function aServer(...replies: Reply[]) {
  const requestsSent: Received[] = [];
  const server = await anHttpServer((request) => {
    if (request.path === '/api/ping') {
      return { status: 200, body: { name: 'touchline', serverTime: new Date().toISOString() } };
    }
    if (request.path !== '/api/auth/endSession') return { status: 503, body: {} };
    requestsSent.push(request);
    return replies.shift() ?? ended;
  });
  return Object.assign(server, { requestsSent });
}

/** A phone that was logged out without a connection. */
async function aPhone() {
  const databaseOptions = { indexedDB: new IDBFactory(), IDBKeyRange };
  const logins = new LoginStore(databaseOptions);
  const token = aToken();
  await mirrorLogin(logins, { memberId, token, userId: memberId });
  await revokeLogin(logins, token);
  return {
    indexedDB: databaseOptions.indexedDB,
    logins,
    openLogins: () => new LoginStore(databaseOptions),
    remaining: async () => logins.revocations.count(),
  };
}

const refusal = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 't', title: 't', status, code, message: 'No.', error: { message: 'No.' } },
});

describe('a logout without a connection', () => {
  test('leaves no token and no name on the device', async () => {
    const phone = await aPhone();

    const remainingRows = await phone.logins.revocations.toArray();

    expect(remainingRows).toEqual([{ session, end: `end of ${session}` }]);
  });

  test('is sent by the next page with any login, without that login’s token', async () => {
    await using server = await aServer();
    const phone = await aPhone();
    await using page = aPage(server, { ...phone, token: () => tokenOf(otherMemberId) });

    page.engine.start();

    await soon(async () => expect(await phone.remaining()).toBe(0));
    expect(server.requestsSent.map(({ body }) => JSON.parse(body))).toEqual([
      { session, end: `end of ${session}` },
    ]);
    expect(server.requestsSent[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    { what: 'the connection breaks', reply: 'break' as const },
    { what: 'the server is busy', reply: refusal(503, 'unavailable') },
    { what: 'there were too many requests', reply: refusal(429, 'rate-limited') },
    { what: 'it arrived too slowly', reply: refusal(408, 'timeout') },
    { what: 'it arrived too early', reply: refusal(425, 'too-early') },
    { what: 'it is already being processed', reply: refusal(409, 'operation-in-progress') },
    { what: 'the page is too old', reply: refusal(426, 'update-required') },
    {
      what: 'a portal responds',
      reply: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hotel</p>' },
    },
  ])('is sent again when $what', async ({ reply }) => {
    await using server = await aServer(reply);
    const phone = await aPhone();
    await using page = aPage(server, phone);
    page.engine.start();
    await soon(() => expect(server.requestsSent).toHaveLength(1));
    expect(await phone.remaining()).toBe(1);

    await soon(async () => {
      page.clock.passes(30_000);
      expect(await phone.remaining()).toBe(0);
    });
  });

  test('is sent when the page is online again', async () => {
    await using server = await aServer('break');
    const phone = await aPhone();
    await using page = aPage(server, phone);
    page.engine.start();
    await soon(() => expect(server.requestsSent).toHaveLength(1));

    await soon(async () => {
      page.receives('online');
      expect(await phone.remaining()).toBe(0);
    });
  });

  test('is given up if the server does not know the session', async () => {
    await using server = await aServer(refusal(400, 'invalid-input'));
    const phone = await aPhone();
    await using page = aPage(server, phone);

    page.engine.start();

    await soon(async () => expect(await phone.remaining()).toBe(0));
  });

  test('is sent by the worker even if nobody is logged in', async () => {
    await using server = await aServer();
    const app = await aClosedApp(server, { member: null });
    const logins = new LoginStore(app.background.databases);
    await revokeLogin(logins, aToken());

    expect(await app.wakes()).toBe('done');

    expect(server.requestsSent).toHaveLength(1);
    expect(await logins.revocations.count()).toBe(0);
  });

  test('stays queued if the worker cannot send it, so that the worker is woken again', async () => {
    await using server = await aServer(refusal(503, 'unavailable'));
    const app = await aClosedApp(server, { member: null });
    const logins = new LoginStore(app.background.databases);
    await revokeLogin(logins, aToken());

    expect(await app.wakes()).toBe('incomplete');

    expect(await logins.revocations.count()).toBe(1);
  });
});

test('a login that another tab has renewed ends no session, because both tokens have the same one', async () => {
  const logins = new LoginStore({ indexedDB: new IDBFactory(), IDBKeyRange });

  await endMirroredLogin(logins, aToken());

  expect(await logins.revocations.count()).toBe(0);
});

test('a token of another backend is not queued, because no request could end its session', async () => {
  const logins = new LoginStore({ indexedDB: new IDBFactory(), IDBKeyRange });

  await revokeLogin(logins, tokenOf(memberId));

  expect(await logins.revocations.count()).toBe(0);
});

import { describe, expect, test } from 'vitest';
import { messageOf } from '#contract/problem.ts';
import { aBrowser } from './support/a-browser.ts';
import { aServer, type ServerRequest, responseOf } from './support/a-server.ts';
import { follow } from './support/follows.ts';

/** The state of an operation after a status with a problem of a Touchline server. */
const states: Record<number, string> = {
  400: 'rejected',
  401: 'blocked',
  402: 'rejected',
  403: 'rejected',
  404: 'rejected',
  405: 'rejected',
  406: 'rejected',
  408: 'unknown',
  409: 'conflict',
  410: 'rejected',
  411: 'rejected',
  412: 'conflict',
  413: 'rejected',
  414: 'rejected',
  415: 'rejected',
  417: 'rejected',
  418: 'rejected',
  421: 'rejected',
  422: 'rejected',
  423: 'rejected',
  424: 'pending',
  425: 'unknown',
  426: 'blocked',
  428: 'rejected',
  429: 'unknown',
  431: 'rejected',
  451: 'rejected',
  499: 'rejected',
  500: 'unknown',
  501: 'unknown',
  502: 'unknown',
  503: 'unknown',
  504: 'unknown',
  507: 'unknown',
  508: 'unknown',
  511: 'unknown',
  520: 'unknown',
  599: 'unknown',
};
const successes = [200, 201, 202, 203, 204, 205, 206, 207, 226];
const redirects = [300, 301, 302, 303, 304, 305, 307, 308];

const body = { type: 'about:blank', title: 'No', error: { message: 'No' }, message: 'No' };
const expectedBody = JSON.stringify(follow(1));

/** Sends one operation to a server that answers every change with this response. */
async function answeredWith(answer: (request: ServerRequest) => Response) {
  const server = aServer();
  const browser = aBrowser(server);
  browser.way = (deliver, request) => (request.method === 'GET' ? deliver() : answer(request));
  const process = browser.process();
  await process.queues('follow.set', follow(1));
  const reported: string[] = [];
  await process.drains({ onOutcome: ({ state }) => reported.push(state) }).done;
  const rows = await process.rows();
  browser.dies();
  return { state: rows[0]?.state, count: rows.length, reported };
}

function withJson(status: number, body: string) {
  return ({ key }: ServerRequest) =>
    responseOf([204, 205, 304].includes(status) ? null : body, {
      status,
      headers: { 'content-type': 'application/json', 'x-op-id': key },
    });
}

describe('RatLoopz/sahidawa-india#4069: 401, 409, 422 and 5xx all reported as synced and erased', () => {
  test.each(Object.entries(states).map(([status, state]) => ({ status: Number(status), state })))(
    'a $status with its problem leaves the operation $state',
    async ({ status, state }) => {
      const code = status === 424 ? 'lane-stopped' : 'not-allowed';
      const problem = { ...body, status, code, message: messageOf('not-allowed') };

      const seen = await answeredWith(withJson(status, JSON.stringify(problem)));

      expect(seen).toMatchObject({ state, count: 1 });
      expect(seen.reported).not.toContain('acked');
    },
  );

  const noProblems = [
    { body: 'no body', text: '' },
    { body: 'an empty object', text: '{}' },
    { body: 'the reply of a success', text: expectedBody },
    { body: 'half of a problem', text: '{"type":"about:blank","ti' },
    { body: 'a page', text: '<html>Sign in to the WiFi</html>' },
  ];
  test.each(noProblems)('no status but with $body decides anything', async ({ text }) => {
    for (const status of Object.keys(states).map(Number)) {
      const seen = await answeredWith(withJson(status, text));

      expect(seen, `status ${status}`).toEqual({ state: 'unknown', count: 1, reported: [] });
    }
  });

  test.each(redirects)('a %i decides nothing', async (status) => {
    const seen = await answeredWith(withJson(status, expectedBody));

    expect(seen).toEqual({ state: 'unknown', count: 1, reported: [] });
  });

  test.each(successes)(
    'a %i is a success only with the reply that was asked for',
    async (status) => {
      const hasBody = status !== 204 && status !== 205;
      const valid = await answeredWith(withJson(status, expectedBody));
      expect(valid.state).toBe(hasBody ? 'acked' : 'unknown');

      const others = [
        '',
        '{}',
        'null',
        '[]',
        '"ok"',
        expectedBody.slice(0, -5),
        '<html>Welcome</html>',
      ];
      for (const text of others) {
        const seen = await answeredWith(withJson(status, text));

        expect(seen, `with ${text}`).toEqual({ state: 'unknown', count: 1, reported: [] });
      }
    },
  );

  test.each([
    { lie: 'without the echo of the key', headers: { 'content-type': 'application/json' } },
    {
      lie: 'with the key of another',
      headers: { 'content-type': 'application/json', 'x-op-id': 'other' },
    },
    { lie: 'as HTML', headers: { 'content-type': 'text/html' } },
    { lie: 'as nothing', headers: {} },
  ])('a 200 $lie is no success', async ({ headers }) => {
    const seen = await answeredWith(() => responseOf(expectedBody, { status: 200, headers }));

    expect(seen).toEqual({ state: 'unknown', count: 1, reported: [] });
  });

  test('a 200 from another address is no success', async () => {
    const seen = await answeredWith(({ key }) => {
      const headers = { 'content-type': 'application/json', 'x-op-id': key };
      const elsewhere = new Response(expectedBody, { headers });
      Object.defineProperty(elsewhere, 'url', { value: 'https://portal.test/login' });
      return elsewhere;
    });

    expect(seen).toEqual({ state: 'unknown', count: 1, reported: [] });
  });
});

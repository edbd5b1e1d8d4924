import * as z from 'zod/mini';
import type { ProblemCode } from '#contract/problem.ts';
import { NewTip, type Tip } from '#contract/tips.ts';
import { readToken } from '#sync/backend/token.ts';
import { leg, problem, serverTip } from '../../../testing/engine/samples.ts';

/** A request as received by the server. */
export type ServerRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  key: string;
  body: string;
  token: string | undefined;
  ifMatch: string | undefined;
};

type ServerReply = { status: number; body: unknown };
type Change = {
  tip?: Tip;
  follow?: { tipsterId: string; following: boolean };
};
type Account = {
  cursor: number;
  changes: (Change & { cursor: number })[];
  acknowledged: { cursor: number; id: string; status: number }[];
  answers: Map<string, ServerReply & { request: string }>;
};

export const address = 'https://touchline.test';

const LegChanges = z.looseObject({
  options: z.array(z.looseObject({ fixtureId: z.string() })),
});

/**
 * A Touchline server without a socket: it stores keys, counts effects, and has a cursor for each
 * member. The test controls each request in flight.
 */
export function aServer() {
  const tips = new Map<string, Tip>();
  const accounts = new Map<string, Account>();
  const effects: { key: string; member: string; what: string }[] = [];
  const requests: ServerRequest[] = [];
  const server = {
    effects,
    requests,
    tips,
    /** Replaces the server's response if it returns one. */
    intercept: (_: ServerRequest): ServerReply | undefined => undefined,
    answers,
    pages: (member: string) => page(accountOf(member), 0),
    changes: () => requests.filter(({ method }) => method !== 'GET'),
    /** Executed operations, in order. */
    done: () => effects.map(({ what }) => what),
    /** Number of times that an operation took effect. */
    times: (key: string) => effects.filter((effect) => effect.key === key).length,
  };

  /** Executes a request, and answers. */
  function answers(incoming: ServerRequest): Response {
    requests.push(incoming);
    const reply = server.intercept(incoming) ?? answered(incoming);
    return respond(reply, incoming);
  }

  function answered(incoming: ServerRequest): ServerReply {
    if (incoming.path === '/api/ping') return ok({ name: 'touchline', serverTime: instant });
    const member = readToken(incoming.token)?.memberId;
    if (member === undefined) return refusedWith('not-signed-in');
    if (incoming.method !== 'GET') return runIdempotent(incoming, member);
    if (incoming.path === '/api/sync')
      return ok(page(accountOf(member), Number(incoming.query.get('since'))));
    const found = tips.get(incoming.path.replace('/api/tips/', ''));
    return found ? ok(found) : refusedWith('not-found');
  }

  function accountOf(member: string): Account {
    const known = accounts.get(member);
    const account = known ?? { cursor: 0, changes: [], acknowledged: [], answers: new Map() };
    accounts.set(member, account);
    return account;
  }

  function runIdempotent(incoming: ServerRequest, member: string): ServerReply {
    const account = accountOf(member);
    const request = `${incoming.method} ${incoming.path}?${incoming.query.toString()} ${incoming.body}`;
    const known = account.answers.get(incoming.key);
    if (known && known.request !== request) return refusedWith('key-reused');
    if (known) return known;

    const change = apply(incoming, member);
    const reply = { status: change.status, body: change.body };
    account.answers.set(incoming.key, { ...reply, request });
    account.cursor += 1;
    account.acknowledged.push({ cursor: account.cursor, id: incoming.key, status: reply.status });
    if (change.changed) account.changes.push({ cursor: account.cursor, ...change.changed });
    if (change.what) effects.push({ key: incoming.key, member, what: change.what });
    return reply;
  }

  function apply(
    incoming: ServerRequest,
    member: string,
  ): ServerReply & { changed?: Change; what?: string } {
    const { method, path, query, body } = incoming;
    if (method === 'POST' && path === '/api/tips') return post(body, member);
    if (path === '/api/users/followOrUnfollow') {
      const follow = {
        tipsterId: String(query.get('Id')),
        following: query.get('isFollow') === 'true',
      };
      const what = `follow ${follow.tipsterId} ${follow.following}`;
      return { ...ok(follow), changed: { follow }, what };
    }
    const id = path.split('/').at(-1) ?? '';
    const found = tips.get(id);
    if (!found) return refusedWith('not-found');
    if (incoming.ifMatch !== undefined && incoming.ifMatch !== `"${found.version}"`) {
      return { status: 412, body: problem('stale-version', { tip: found }) };
    }
    const changed = { ...found, version: found.version + 1 };
    if (path.startsWith('/api/tips/bookTicket/')) {
      return keep({ ...changed, IsBooked: true }, `book ${id}`);
    }
    const [edited] = LegChanges.parse(JSON.parse(body)).options;
    return keep(changed, `edit ${edited?.fixtureId}`);
  }

  function post(body: string, member: string): ServerReply & { changed?: Change; what?: string } {
    const sent = NewTip.parse(JSON.parse(body));
    const id = String(sent.id);
    const options = sent.options.map(({ fixtureId = '', oddName }) => leg({ fixtureId, oddName }));
    return keep(serverTip({ id, tipsterId: member, options, version: 1 }), `post ${id}`);
  }

  function keep(changed: Tip, what: string) {
    tips.set(changed.id, changed);
    return { ...ok(changed), changed: { tip: changed }, what };
  }

  function page(account: Account, since: number) {
    const changed = account.changes.filter(({ cursor }) => cursor > since);
    return {
      cursor: account.cursor,
      serverTime: instant,
      more: false,
      tips: changed.flatMap(({ tip }) => tips.get(tip?.id ?? '') ?? []),
      removed: [],
      follows: changed.flatMap(({ follow }) => (follow ? [follow] : [])),
      operations: account.acknowledged
        .filter(({ cursor }) => cursor > since)
        .map(({ id, status }) => ({ id, status })),
    };
  }

  return server;
}

export type Server = ReturnType<typeof aServer>;

/** A problem in the server's wording. */
export function refusedWith(code: ProblemCode): ServerReply {
  const body = problem(code);
  return { status: body.status, body };
}

/** A response from the API's own address. */
function responseOf(body: string, init: ResponseInit & { status: number }): Response {
  const response = new Response(body, init);
  Object.defineProperty(response, 'url', { value: `${address}/` });
  return response;
}

function respond({ status, body }: ServerReply, { key }: ServerRequest): Response {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  return responseOf(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'x-op-id': key },
  });
}

function ok(body: unknown): ServerReply {
  return { status: 200, body };
}

const instant = '2026-03-01T12:00:00.000Z';

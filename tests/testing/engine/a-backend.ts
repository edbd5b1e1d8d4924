import * as z from 'zod/mini';
import { BatchedOperation, sendBatch } from '#contract/sync.ts';
import type { Profile } from '#contract/members.ts';
import { type Leg, type Tip, NewTip } from '#contract/tips.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { parseToken } from '#sync/backend/token.ts';
import { anHttpServer, type Received, type Reply } from '../server/an-http-server.ts';
import { leg, memberId, problem, serverTip } from './samples.ts';

/** A fault of one request: response lost, request lost, captive portal, or refused with a code. */
type Fault = 'lost-answer' | 'never-arrives' | 'portal' | ProblemCode;

type Change = {
  cursor: number;
  tip?: Tip;
  follow?: { tipsterId: string; following: boolean };
};

/**
 * A small Touchline backend for one member over real HTTP: it stores idempotency keys, counts
 * executed changes and serves a pull cursor.
 */
export async function aBackend() {
  const tips = new Map<string, Tip>();
  const answers = new Map<string, { request: string; status: number; body: unknown }>();
  const acknowledged: { cursor: number; id: string; status: number }[] = [];
  const changes: Change[] = [];
  const effects: string[] = [];
  const faults: Fault[] = [];
  const faultsWithin = new Map<string, ProblemCode>();
  let cursor = 0;
  let profile: Profile | undefined;
  let tokenTaken: string | undefined;

  const server = await anHttpServer((request) => {
    if (request.path === '/api/ping') return ok({ name: 'touchline', serverTime: instant() });
    const fault = request.method === 'GET' ? undefined : faults.shift();
    if (fault === 'never-arrives') return 'break';
    if (fault === 'portal') return portal();
    const token = request.headers.authorization?.slice('Bearer '.length);
    if (tokenTaken !== undefined && token !== tokenTaken) return refused('session-ended', request);
    if (parseToken(token)?.memberId !== memberId) return refused('not-signed-in', request);
    if (fault && fault !== 'lost-answer') return refused(fault, request);
    const change = request.path === sendBatch.path ? together : runIdempotent;
    const reply = request.method === 'GET' ? read(request) : change(request);
    return fault === 'lost-answer' ? 'break' : reply;
  });

  function read({ path, query }: Received): Reply {
    if (path === '/api/sync') return ok(page(Number(query.get('since'))));
    const found = tips.get(path.replace('/api/tips/', ''));
    return found ? ok(found) : refusedWith('not-found', {});
  }

  function page(since: number) {
    const changed = changes.filter((change) => change.cursor > since);
    return {
      cursor,
      serverTime: instant(),
      more: false,
      ...(profile && { profile }),
      tips: changed.flatMap((change) => (change.tip ? [change.tip] : [])),
      removed: [],
      follows: changed.flatMap((change) => (change.follow ? [change.follow] : [])),
      operations: acknowledged
        .filter((operation) => operation.cursor > since)
        .map(({ id, status }) => ({ id, status })),
    };
  }

  function runIdempotent(request: Received): Reply {
    const key = String(request.headers['idempotency-key']);
    const requestText = `${request.method} ${request.path}?${request.query} ${request.body}`;
    const known = answers.get(key);
    if (known && known.request !== requestText) return refused('key-reused', request);
    const answer = known ?? { request: requestText, ...apply(request) };
    if (!known) {
      answers.set(key, answer);
      cursor += 1;
      acknowledged.push({ cursor, id: key, status: answer.status });
    }
    return { status: answer.status, body: answer.body, headers: { 'x-op-id': key } };
  }

  /** Executes a batch; after a failure, later operations on a common subject are not attempted. */
  function together(request: Received): Reply {
    const requestText = z.array(BatchedOperation).parse(JSON.parse(request.body));
    if (requestText.length === 0) return refused('invalid-input', request);
    const stopped = new Set<string>();
    const body = requestText.map((operation) => {
      const { id, subjects = [], ifMatch } = operation;
      const url = new URL(operation.path, server.url);
      const headers = {
        'idempotency-key': id,
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      };
      const isStopped = subjects.some((subject) => stopped.has(subject));
      const code = isStopped ? 'not-attempted' : faultsWithin.get(id);
      const single = {
        method: operation.method,
        path: url.pathname,
        query: url.searchParams,
        headers,
        body: JSON.stringify(operation.body),
      };
      const reply = code ? refusedWith(code, {}) : runIdempotent(single);
      if (typeof reply === 'string')
        throw new Error('An operation of a batch always has an answer.');
      if (reply.status >= 400) for (const subject of subjects) stopped.add(subject);
      return { id, status: reply.status, body: reply.body };
    });
    const headers = { 'x-op-id': String(request.headers['idempotency-key']) };
    return { status: 200, headers, body };
  }

  function apply(request: Received): { status: number; body: unknown } {
    if (request.method === 'POST') return post(request);
    if (request.path === '/api/users/followOrUnfollow') return follow(request);
    const id = request.path.replace('/api/tips/bookTicket/', '');
    const found = tips.get(id);
    if (!found) return { status: 404, body: problem('not-found') };
    const version = request.headers['if-match'];
    if (version !== undefined && version !== `"${found.version}"`) {
      return { status: 412, body: problem('stale-version', { tip: found }) };
    }
    effects.push(`book ${id}`);
    return { status: 200, body: keep({ ...found, IsBooked: true, version: found.version + 1 }) };
  }

  function post(request: Received): { status: number; body: unknown } {
    const sent = NewTip.parse(JSON.parse(request.body));
    const id = String(sent.id);
    effects.push(`post ${id}`);
    const options: Leg[] = sent.options.map(({ fixtureId = '', oddName }) =>
      leg({ fixtureId, oddName }),
    );
    return { status: 200, body: keep(serverTip({ id, options, version: 1 })) };
  }

  function follow({ query }: Received): { status: number; body: unknown } {
    const reported = {
      tipsterId: String(query.get('Id')),
      following: query.get('isFollow') === 'true',
    };
    effects.push(`follow ${reported.tipsterId} ${reported.following}`);
    changes.push({ cursor: cursor + 1, follow: reported });
    return { status: 200, body: reported };
  }

  function keep(changed: Tip): Tip {
    tips.set(changed.id, changed);
    changes.push({ cursor: cursor + 1, tip: changed });
    return changed;
  }

  return {
    url: server.url,
    requests: server.requests,
    /** Executed changes in order. */
    effects,
    /** Faults of the next requests, in order. */
    faults,
    /** Problem codes for operations in a batch, by operation id. */
    faultsWithin,
    tips,
    /** Sends this profile in every pull from now on. */
    servesProfile(reported: Profile) {
      profile = reported;
      cursor += 1;
    },
    /** Accepts only this token from now on. */
    takesOnly(token: string) {
      tokenTaken = token;
    },
    /** Received changes, in order of arrival. */
    changesSent: () => server.requests.filter(({ method }) => method !== 'GET'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function refusedWith(code: ProblemCode, headers: Record<string, string>): Reply {
  const body = problem(code);
  return { status: body.status, headers, body };
}

function refused(code: ProblemCode, { headers }: Received): Reply {
  return refusedWith(code, { 'x-op-id': String(headers['idempotency-key']) });
}

/** The login page of a captive portal as a response. */
export function portal(): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'text/html' },
    text: '<html>Welcome to our WiFi</html>',
  };
}

function instant(): string {
  return '2026-03-01T12:00:00.000Z';
}

import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { backoffMs } from '#sync/drain/backoff.ts';
import { createId } from '#sync/ids.ts';

import type { Person, World } from '../../bench/server/world.ts';
import { type HttpAnswer, overHttp } from '../../testing/server/over-http.ts';

/** A member's change, sent once or twice. */
type MemberRequest = {
  key: string;
  path: string;
  method: string;
  body: string;
  /** When to send, in milliseconds after the start signal; a second entry repeats the request. */
  at: readonly number[];
};

/** The responses to the crowd. */
export type CrowdResult = {
  /** The keys of all requests, and those of posts, which are the ids of their tips. */
  keys: string[];
  tips: string[];
  /** From the start signal to the last response. */
  seconds: number;
  statuses: Record<string, number>;
  /** 5xx responses without a problem body, and requests without a response. */
  bare: string[];
  /** Number of responses that the proxy itself made. */
  proxys: number;
  /** Requests with a refusal after which a phone would not repeat them. */
  refused: string[];
  /** The values of Retry-After in 5xx responses, in seconds. */
  pauses: number[];
};

const within = 1_000;
const twice = 0.2;
/** Maximum time until a request gets its last attempt, in milliseconds. */
const maxDurationMs = 120_000;

type Crowd = {
  port: number;
  games: World['games'];
  /** The option of every leg. */
  oddName: string;
  members: readonly Person[];
  operations: number;
};

/** All members send their changes within a second, and repeat a request as a phone does. */
export async function aCrowd(crowd: Crowd): Promise<CrowdResult> {
  const result: CrowdResult = {
    tips: [],
    keys: [],
    seconds: 0,
    statuses: {},
    bare: [],
    proxys: 0,
    refused: [],
    pauses: [],
  };
  const { port, members, operations } = crowd;
  const whistle = performance.now();
  await Promise.all(
    members.map(async (member, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      const phone = { port, agent, member, whistle, result, notBefore: 0 };
      const all = Array.from({ length: operations }, (_, number) =>
        somethingOf(crowd, index, number, result),
      );
      await Promise.all(
        all.flatMap((request) => request.at.map(async (at) => send(phone, request, at))),
      );
      agent.destroy();
    }),
  );
  result.seconds = (performance.now() - whistle) / 1000;
  return result;
}

type Phone = {
  port: number;
  agent: Agent;
  member: Person;
  whistle: number;
  result: CrowdResult;
  /** The time before which Retry-After forbids requests of this member. */
  notBefore: number;
};

async function send(phone: Phone, request: MemberRequest, at: number): Promise<void> {
  const { result, whistle, member, port, agent } = phone;
  const { key, method, path, body } = request;
  await until(whistle + at);
  for (let attempt = 1; performance.now() - whistle < maxDurationMs; attempt += 1) {
    await until(phone.notBefore);
    const answer = await overHttp({
      port,
      agent,
      method,
      path,
      body,
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': key,
      },
    }).catch((error: Error) => error);
    if (recordAnswer(result, request, answer)) return;
    await wait(pauseOf(phone, answer, attempt));
  }
}

/** Records a response; true if a phone would not repeat the request. */
function recordAnswer(
  result: CrowdResult,
  { method, path }: MemberRequest,
  answer: HttpAnswer | Error,
): boolean {
  const status = answer instanceof Error ? 'none' : String(answer.status);
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  if (answer instanceof Error) {
    result.bare.push(`${method} ${path}: ${answer.message}`);
    return false;
  }
  if (answer.status < 300) return true;
  if (answer.status >= 500 && answer.headers['x-request-id'] === undefined) result.proxys += 1;
  if (answer.status >= 500 && !isOurs(answer)) result.bare.push(`${method} ${path}: ${status}`);
  const isLater = answer.status >= 500 || answer.status === 429 || isInProgress(answer);
  if (!isLater) result.refused.push(`${method} ${path}: ${status} ${answer.body.toString()}`);
  return !isLater;
}

function isOurs({ headers, body }: HttpAnswer): boolean {
  return (
    String(headers['content-type']).startsWith('application/problem+json') &&
    /"code":"(unavailable|internal)"/.test(body.toString())
  );
}

function isInProgress({ status, body }: HttpAnswer): boolean {
  return status === 409 && body.toString().includes('"operation-in-progress"');
}

/** The pause before a retry, as in the engine: at least Retry-After, and a random part that grows. */
function pauseOf(phone: Phone, answer: HttpAnswer | Error, attempt: number): number {
  if (answer instanceof Error) return backoffMs(attempt, Math.random());
  const request = Number(answer.headers['retry-after'] ?? 0) * 1000;
  if (answer.status >= 500) phone.result.pauses.push(request / 1000);
  if (answer.status === 429) phone.notBefore = performance.now() + request;
  if (answer.status === 409) return Math.max(request, 1000 + Math.random() * 2000);
  return Math.max(request, backoffMs(attempt, Math.random()));
}

/** A member's request with this number: a follow, then the profile, then posts. */
function somethingOf(
  { members, games, oddName }: Crowd,
  index: number,
  number: number,
  result: CrowdResult,
): MemberRequest {
  const key = createId();
  result.keys.push(key);
  const first = Math.random() * within;
  const at = Math.random() < twice ? [first, first + Math.random() * (within - first)] : [first];
  if (number === 0) {
    const tipster = members[(index + 1) % members.length]?.id;
    const path = `/api/users/followOrUnfollow?Id=${tipster}&isFollow=true`;
    return { key, at, method: 'PUT', path, body: '{}' };
  }
  if (number === 1) {
    const path = '/api/users/updateProfileWithoutImage';
    return { key, at, method: 'PUT', path, body: JSON.stringify(profile) };
  }
  result.tips.push(key);
  const options = Array.from({ length: 3 }, (_, leg) => {
    const game = games[(index + number + leg * 7) % games.length];
    return { fixtureId: game?.id, oddName };
  });
  const body = JSON.stringify({ id: key, options, stake: 2, ifStarted: 'refuse' });
  return { key, at, method: 'POST', path: '/api/tips', body };
}

const profile = {
  firstName: 'Ada',
  lastName: 'Obi',
  country: 'NG',
  phoneNumber: '+2348012345678',
  state: 'Lagos',
  address: '1 Marina',
};

async function until(moment: number): Promise<void> {
  const early = moment - performance.now();
  if (early > 0) await wait(early);
}

import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';

import { ApiProblem } from '#contract/problem.ts';

import { addressOf, type Attempts, attempts } from './auth/attempts.ts';
import { tokenIn } from './auth/guard.ts';
import { readToken } from './auth/tokens.ts';
import { aboutIn } from './concurrency.ts';
import { sendProblem } from './errors.ts';
import { turnedAway, underWay } from './metrics/counters.ts';
import { type Place, places } from './places.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
    /** Whether a call was not begun, as too many are under way or the process cannot keep up. */
    turnedAway?: boolean;
  }
}

/**
 * Gives every call a place among those under way, if need be after a second in line, or turns it away
 * before anything is done for it but to check whether its token is signed: the database is not asked and its
 * body not read. The log says nothing of each, as thousands may come at once.
 */
export function admitRequests(
  api: FastifyInstance,
  { limits, settings, clock }: Pick<Services, 'limits' | 'settings' | 'clock'>,
  known = places(limits.underWay),
): void {
  const show = () => underWay.set(known.underWay());
  api.decorateRequest('place', null);
  api.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.access) return undefined;
    try {
      request.place = await known.take(await askerOf(request));
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused;
      turnAway(refused, request, reply);
      return reply;
    }
    show();
    if (reply.raw.destroyed) {
      // Whoever hung up while in line needs nothing any more, and says nothing of how long work takes.
      request.place.rest();
      leave(request);
      return reply.hijack();
    }
    // Whoever hangs up in the middle may be answered nothing.
    reply.raw.once('close', () => leave(request));
    return undefined;
  });
  // A phone with a bad connection sends for a minute, and would keep others out meanwhile.
  api.addHook('preParsing', ({ place, raw, method }, _reply, _payload, done) => {
    if (place && sendsBody(method) && !raw.complete) {
      place.rest();
      show();
    }
    done();
  });
  api.addHook('preValidation', async (request, reply) => {
    const { place, raw } = request;
    if (!place) return undefined;
    if (!raw.complete) {
      // A form is read by its handler, which goes on in any case.
      raw.once('end', () => void place.resume().then(show, () => undefined));
      return undefined;
    }
    try {
      await place.resume();
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused;
      turnAway(refused, request, reply);
      return reply;
    }
    show();
    return reply.raw.destroyed ? reply.hijack() : undefined;
  });
  api.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });

  /** Anybody can name tokens, as many as there are places: one that we never signed makes no caller. */
  async function askerOf({ method, headers }: FastifyRequest) {
    const token = tokenIn(headers);
    const claimed =
      token === undefined ? null : await readToken(token, settings.jwtSecret, clock());
    return { session: claimed?.sessionId, changes: sendsBody(method) };
  }

  function leave({ place }: FastifyRequest): void {
    place?.leave();
    show();
  }
}

/** Nobody reads what is sent with the others, so nobody waits for it. */
function sendsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Counted, and without a line in the log. */
function turnAway(problem: ApiProblem, request: FastifyRequest, reply: FastifyReply): void {
  request.turnedAway = true;
  turnedAway.inc({ code: problem.code });
  sendProblem(problem, request, reply);
}

/**
 * Turns calls of the API away while the process cannot keep up. It looks at itself once a second, and says
 * once of each look what it found. Pages and files are given all the same: a browser asks once for a part of
 * the app, and without it shows nothing.
 */
export async function shedLoad(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
): Promise<void> {
  api.decorateRequest('turnedAway', false);
  await api.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    // By itself it would throw for each request, and the log would have a line with a stack of each.
    pressureHandler: () => undefined,
  });
  let found = '';
  api.addHook('onRequest', (request, reply, done) => {
    if (!api.isUnderPressure()) return done();
    const look = api.memoryUsage();
    if (JSON.stringify(look) !== found) api.log.warn(look, 'under pressure');
    found = JSON.stringify(look);
    // It may be over by its next look; somebody who only reads waits for 20 s in all.
    const problem = new ApiProblem('unavailable', { retryAfterSeconds: aboutIn(2) });
    turnAway(problem, request, reply);
    return undefined;
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request, one of several in a batch as if it had come alone; refuses too many. */
    countRequest: (request: FastifyRequest) => Promise<void>;
  }
}

/**
 * A member is counted as themselves wherever they are, a stranger by address. Health and files are
 * not counted: whatever is calls `countRequest`.
 */
export function limitRates(app: FastifyInstance, services: Services): void {
  const { perMember, perAddress } = services.limits;
  const aMinute = { minutes: 1, flooded: true };
  const members = countedTogether(
    attempts(services, { name: 'member', most: perMember, ...aMinute }),
    Math.min(mostUncounted, Math.max(1, Math.floor(perMember / 100))),
  );
  const strangers = attempts(services, { name: 'address', most: perAddress, ...aMinute });
  app.decorate('countRequest', async ({ member, ip }) =>
    member ? members(member.id) : strangers.count(addressOf(ip)),
  );
}

/** How many requests of a member the database may not know of yet, in each process. */
const mostUncounted = 6;

/** Counts several at once: the database is asked at the first of them, and told of the others with it. */
function countedTogether({ count }: Attempts, atOnce: number): Attempts['count'] {
  const left = new RateLimiterMemory({ points: atOnce, duration: 60 });
  return async (key) => {
    const { isFirstInDuration, consumedPoints } = await left.penalty(key);
    if (!isFirstInDuration && consumedPoints <= atOnce) return;
    await left.set(key, 1, 60);
    try {
      await count(key, atOnce);
    } catch (refused) {
      // Those after it are refused as well, and not counted together with it.
      await left.delete(key);
      throw refused;
    }
  };
}

import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect } from 'vitest';
import * as z from 'zod/mini';

import { BatchedAnswer, type BatchedOperation } from '#contract/sync.ts';
import { route } from '#contract/route.ts';
import { registerAccessCheck } from '#server/auth/access-check.ts';
import { registerJsonParser } from '#server/platform/body.ts';
import { type Database, type Transaction } from '#server/db/database.ts';
import { audit } from '#server/db/schema.ts';
import { registerErrorHandler } from '#server/platform/errors.ts';
import { defineOperation, serveOperations } from '#server/operations/operation.ts';
import type { Services } from '#server/services.ts';

import { type Answer, answerOf } from '../server/api.ts';
import { atTheEnd } from '../server/clean-up.ts';
import type { Member } from '../people/members.ts';
import type { Community, Game } from './tips.ts';

/** Sends operations in one batch. */
export async function sends(
  { api, tipster }: Community,
  operations: readonly unknown[],
  by: Pick<Member, 'token'> = tipster,
): Promise<Answer> {
  return api.post('/api/ops', { token: by.token, body: operations });
}

/** Sends a batch that must be accepted; returns one response per operation, in order. */
export async function answersTo(
  community: Community,
  operations: readonly BatchedOperation[],
  by?: Pick<Member, 'token'>,
): Promise<BatchedAnswer[]> {
  const answer = await sends(community, operations, by);
  expect(answer).toMatchObject({ status: 200 });
  const answers = z.parse(z.array(BatchedAnswer), answer.body);
  expect(answers.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  return answers;
}

/** Returns the status of each response; for a problem also its code. */
export function codesOf(answers: readonly BatchedAnswer[]): string[] {
  return answers.map(({ status, body }) => [status, Object(body).code].filter(Boolean).join(' '));
}

/** A post of a slip as an operation of a batch. */
export function aPost(games: readonly Game[], rest: Record<string, unknown> = {}) {
  const id = crypto.randomUUID();
  const options = games.map((game) => ({ fixtureId: game.id, oddName: '1X2 - 1' }));
  const call = { method: 'POST' as const, path: '/api/tips' };
  return { id, ...call, subjects: [`tip:${id}`], body: { id, options, ...rest } };
}

export function aBooking(tipId: string, ifMatch?: number) {
  return {
    id: crypto.randomUUID(),
    method: 'PUT' as const,
    path: `/api/tips/bookTicket/${tipId}`,
    subjects: [`tip:${tipId}`],
    body: {},
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

export function aFollow({ id }: Pick<Member, 'id'>, following = true) {
  return {
    id: crypto.randomUUID(),
    method: 'PUT' as const,
    path: `/api/users/followOrUnfollow?Id=${id}&isFollow=${following}`,
    subjects: [`follow:${id}`],
    body: {},
  };
}

/** The next commit on any connection succeeds in the database, but throws an error here. */
export function loseNextCommitReply(database: Database): void {
  let isLost = false;
  afterEachCommit(database, () => {
    if (isLost) return;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  });
}

/** Calls a function after each successful commit, before the server learns of the success. */
export function afterEachCommit({ $client: pool }: Database, happens: () => void): void {
  pool.on('acquire', (client) => {
    if (Object.hasOwn(client, 'query')) return;
    const query: unknown = Reflect.get(client, 'query');
    const asking = async (...args: unknown[]) => {
      if (typeof query !== 'function') throw new TypeError('a connection that cannot be asked');
      const answer: unknown = await Reflect.apply(query, client, args);
      if (isCommit(args[0])) happens();
      return answer;
    };
    Object.defineProperty(client, 'query', { configurable: true, value: asking });
  });
}

function isCommit(args: unknown): boolean {
  const text = typeof args === 'object' && args && 'text' in args ? args.text : args;
  return text === 'commit';
}

const anEffectOnce = route('POST', '/test/effects', {
  summary: 'Does something that can be counted',
  access: 'member',
  body: z.object({ what: z.string() }),
  reply: z.object({ what: z.string(), arrivedAt: z.string() }),
});

/** A fault inside an effect; each entry of the list is used for one attempt. */
type Mishap = (tx: Transaction) => Promise<unknown>;

export type OneEffect = {
  calls: (member: Member, key: string | undefined, what?: string) => Promise<Answer>;
  /** Number of times that the effect was executed and committed. */
  timesDone: () => Promise<number>;
};

/** A server with one route that inserts a row, and with the test's faults. */
export async function oneEffect(services: Services, mishaps: Mishap[]): Promise<OneEffect> {
  const app = Fastify();
  app.setSerializerCompiler(serializerCompiler);
  registerJsonParser(app);
  registerErrorHandler(app);
  registerAccessCheck(app, services);
  serveOperations(app, services, [
    defineOperation(anEffectOnce, async (tx, { body, arrivedAt: at }) => {
      await tx.insert(audit).values({ at, action: 'test.effect', subject: body.what });
      await mishaps.shift()?.(tx);
      return { status: 201, body: { ...body, arrivedAt: at.toISOString() } };
    }),
  ]);
  await app.ready();
  atTheEnd(async () => app.close());

  return {
    async calls(member, key, what = 'something') {
      const answer = await app.inject({
        method: 'POST',
        url: anEffectOnce.path,
        headers: { ...member.headers, ...(key !== undefined && { 'idempotency-key': key }) },
        payload: { what },
      });
      return answerOf(answer);
    },
    async timesDone() {
      return services.database.$count(audit, eq(audit.action, 'test.effect'));
    },
  };
}

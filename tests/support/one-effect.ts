import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';

import { route } from '#contract/route.ts';
import { guard } from '#server/auth/guard.ts';
import { readBodies } from '#server/body.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { audit, operations } from '#server/db/schema.ts';
import { answerErrors } from '#server/errors.ts';
import { operation, serveOperations } from '#server/operations/operation.ts';
import { serve } from '#server/serve.ts';
import type { Services } from '#server/services.ts';

import { atTheEnd } from './at-the-end.ts';
import type { Member } from './members.ts';
import { type Answer, answerOf } from './the-api.ts';

const anEffectOnce = route({
  method: 'POST',
  path: '/test/effects',
  summary: 'Does something that can be counted',
  access: 'member',
  body: z.object({ what: z.string() }),
  reply: z.object({ what: z.string(), receivedAt: z.string() }),
  problems: [],
});

/** What happens while an effect is done: each entry befalls one attempt. */
type Mishap = (tx: Transaction) => Promise<unknown>;

export type OneEffect = {
  asks: (member: Member, key: string, what?: string) => Promise<Answer>;
  /** How often it was done, which is what every other claim rests on. */
  timesDone: () => Promise<number>;
};

/** A server with one route, whose effect is a row, and which goes wrong as a test wants it to. */
export async function oneEffect(services: Services, mishaps: Mishap[]): Promise<OneEffect> {
  return anApp(services, (app) =>
    serveOperations(app, services, [
      operation(anEffectOnce, async (tx, { body, receivedAt }) => {
        await tx.insert(audit).values({ ...anEntry(receivedAt), subject: body.what });
        await mishaps.shift()?.(tx);
        return { status: 201, body: { ...body, receivedAt: receivedAt.toISOString() } };
      }),
    ]),
  );
}

/** The same with the mistake planted: the effect is committed before its key is. */
export async function carelessEffect(services: Services, mishaps: Mishap[]): Promise<OneEffect> {
  const { database, clock } = services;
  return anApp(services, (app) =>
    serve(app, anEffectOnce, async ({ body, member, request, reply }) => {
      const key = String(request.headers['idempotency-key']);
      const isKey = and(eq(operations.memberId, member.id), eq(operations.key, key));
      const known = await database.select().from(operations).where(isKey);
      const answer = { ...body, receivedAt: clock().toISOString() };
      if (known.length === 0) {
        await transaction(database, async (tx) =>
          tx.insert(audit).values({ ...anEntry(clock()), subject: body.what }),
        );
        await transaction(database, async (tx) => {
          await mishaps.shift()?.(tx);
          const row = { memberId: member.id, key, fingerprint: '', receivedAt: clock() };
          await tx.insert(operations).values({ ...row, status: 201, answer });
        });
      }
      reply.code(201);
      return answer;
    }),
  );
}

function anEntry(at: Date) {
  return { at, action: 'test.effect' };
}

async function anApp(
  services: Services,
  serveRoute: (app: ReturnType<typeof Fastify>) => void,
): Promise<OneEffect> {
  const app = Fastify();
  app.setSerializerCompiler(serializerCompiler);
  readBodies(app);
  answerErrors(app);
  guard(app, services);
  serveRoute(app);
  await app.ready();
  atTheEnd(async () => app.close());

  return {
    async asks(member, key, what = 'something') {
      const answer = await app.inject({
        method: 'POST',
        url: anEffectOnce.path,
        headers: { ...member.headers, 'idempotency-key': key },
        payload: { what },
      });
      return answerOf(answer);
    },
    async timesDone() {
      return services.database.$count(audit, eq(audit.action, 'test.effect'));
    },
  };
}

import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { admitRequests } from '#server/admission/admission-control.ts';
import { identifyCallers } from '#server/admission/callers.ts';
import { answerErrors } from '#server/platform/errors.ts';
import { defaultLimits } from '#server/limits.ts';
import { createPermits } from '#server/admission/permits.ts';

import { testSettings } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';

/** A server with one permit and a fixed time, so that no call leaves the queue. */
async function aServerWithOnePermit() {
  const count = { seconds: 0, begun: 0, queued: 0, hungUp: 0 };
  const saved: unknown[] = [];
  const permits = createPermits(1, {
    now: () => count.seconds,
    random: () => 0,
    after() {
      count.queued += 1;
      return () => void (count.queued -= 1);
    },
  });
  const app = Fastify();
  atTheEnd(async () => app.close());
  answerErrors(app);
  app.decorateRequest('isShed', false);
  const settings = await testSettings();
  identifyCallers(app, { settings, clock: () => new Date() });
  admitRequests(app, { limits: defaultLimits }, { calls: permits, entries: permits });
  app.addHook('preParsing', async () => void (count.begun += 1));
  const config = { access: 'open' } as const;
  app.get('/list', { config }, async () => 'read');
  app.put('/save', { config }, async ({ body }) => saved.push(body));
  app.server.on('connection', (socket) => socket.on('close', () => (count.hungUp += 1)));
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

  async function aSocket() {
    const socket = connect(port, '127.0.0.1');
    atTheEnd(async () => void socket.destroy());
    await once(socket, 'connect');
    return {
      sends: (text: string) => void socket.write(text),
      /** Hangs up and waits until the server knows it. */
      hangsUp: async () => {
        socket.destroy();
        await expect.poll(() => count.hungUp).toBe(1);
      },
    };
  }
  return { app, permits, saved, count, aSocket };
}

const read = (key: string) => ({ caller: { key, isMember: true }, changes: false });

test('a caller who hangs up in the queue says nothing of how long calls take', async () => {
  const { permits, count, aSocket } = await aServerWithOnePermit();
  for (let n = 0; n < 64; n += 1) {
    const permit = await permits.acquire(read(`member ${n}`));
    count.seconds += 2;
    permit.release();
  }
  const taken = await permits.acquire(read('member'));
  const { sends, hangsUp } = await aSocket();
  sends('GET /list HTTP/1.1\r\nhost: touchline\r\n\r\n');
  await expect.poll(() => count.queued).toBe(1);

  await hangsUp();
  taken.suspend();
  await expect.poll(permits.inUse).toBe(0);

  await permits.acquire(read('member'));
  const pauses: unknown[] = [];
  for (let n = 0; n < 12; n += 1) {
    void permits.acquire(read(`member ${n}`)).catch((refused: unknown) => {
      if (refused instanceof ApiProblem) pauses.push(refused.details.retryAfterSeconds);
    });
  }
  await expect.poll(() => pauses).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
});

test('a caller who hangs up in the queue with a request that was sent slowly has nothing done', async () => {
  const { app, permits, saved, count, aSocket } = await aServerWithOnePermit();
  const { sends, hangsUp } = await aSocket();
  sends(
    'PUT /save HTTP/1.1\r\nhost: touchline\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n"sl',
  );
  await expect.poll(() => count.begun).toBe(1);
  const taken = await permits.acquire({ caller: { key: 'member', isMember: true }, changes: true });
  sends('owly"');
  await expect.poll(() => count.queued).toBe(1);

  await hangsUp();
  taken.release();
  const later = await app.inject({
    method: 'PUT',
    url: '/save',
    body: '"later"',
    headers: { 'content-type': 'application/json' },
  });

  expect(later.statusCode).toBe(200);
  expect(saved).toEqual(['later']);
});

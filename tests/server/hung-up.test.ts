import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { answerErrors } from '#server/errors.ts';
import { usualLimits } from '#server/limits.ts';
import { admitRequests } from '#server/overload.ts';
import { places } from '#server/places.ts';

import { testSettings } from '../support/api.ts';
import { atTheEnd } from '../support/clean-up.ts';

/** A server with one place, where time stands still and nobody has to leave the line. */
async function aServerWithOnePlace() {
  const count = { seconds: 0, begun: 0, inLine: 0, hungUp: 0 };
  const saved: unknown[] = [];
  const known = places(1, {
    now: () => count.seconds,
    random: () => 0,
    after() {
      count.inLine += 1;
      return () => void (count.inLine -= 1);
    },
  });
  const app = Fastify();
  atTheEnd(async () => app.close());
  answerErrors(app);
  app.decorateRequest('turnedAway', false);
  const settings = await testSettings();
  admitRequests(app, { limits: usualLimits, settings, clock: () => new Date() }, known);
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
      /** Hangs up, of which the server knows then. */
      hangsUp: async () => {
        socket.destroy();
        await expect.poll(() => count.hungUp).toBe(1);
      },
    };
  }
  return { app, known, saved, count, aSocket };
}

const reader = (session: string) => ({ session, changes: false });

test('whoever hangs up in line says nothing of how long work takes', async () => {
  const { known, count, aSocket } = await aServerWithOnePlace();
  for (let n = 0; n < 64; n += 1) {
    const place = await known.take(reader(`member ${n}`));
    count.seconds += 2;
    place.leave();
  }
  const taken = await known.take(reader('member'));
  const { sends, hangsUp } = await aSocket();
  sends('GET /list HTTP/1.1\r\nhost: touchline\r\n\r\n');
  await expect.poll(() => count.inLine).toBe(1);

  await hangsUp();
  taken.rest();
  await expect.poll(known.underWay).toBe(0);

  await known.take(reader('member'));
  const pauses: unknown[] = [];
  for (let n = 0; n < 12; n += 1) {
    void known.take(reader(`member ${n}`)).catch((refused: unknown) => {
      if (refused instanceof ApiProblem) pauses.push(refused.details.retryAfterSeconds);
    });
  }
  await expect.poll(() => pauses).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
});

test('whoever hangs up in line with what they sent slowly has nothing done', async () => {
  const { app, known, saved, count, aSocket } = await aServerWithOnePlace();
  const { sends, hangsUp } = await aSocket();
  sends(
    'PUT /save HTTP/1.1\r\nhost: touchline\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n"sl',
  );
  await expect.poll(() => count.begun).toBe(1);
  const taken = await known.take({ session: 'member', changes: true });
  sends('owly"');
  await expect.poll(() => count.inLine).toBe(1);

  await hangsUp();
  taken.leave();
  const later = await app.inject({
    method: 'PUT',
    url: '/save',
    body: '"later"',
    headers: { 'content-type': 'application/json' },
  });

  expect(later.statusCode).toBe(200);
  expect(saved).toEqual(['later']);
});

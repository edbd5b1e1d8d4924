import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { admitRequests } from '#server/admission/admission-control.ts';
import { identifyCallers } from '#server/admission/callers.ts';
import { registerErrorHandler } from '#server/platform/errors.ts';
import { defaultLimits } from '#server/limits.ts';
import { refusedCalls } from '#server/metrics/counters.ts';

import { testSettings } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aSocketTo, listenOn } from '../../testing/server/sockets.ts';

/** A server with one permit, which a call of `/held` holds until `letGo`. */
async function aServerWithOnePermit() {
  const held = Promise.withResolvers<string>();
  const seen = { arrived: 0, begun: 0, read: 0, hungUp: 0, sent: 0 };
  const saved: unknown[] = [];
  const app = Fastify();
  atTheEnd(async () => app.close());
  registerErrorHandler(app);
  app.decorateRequest('isShed', false);
  identifyCallers(app, { settings: await testSettings(), clock: () => new Date() });
  app.addHook('onRequest', async () => void (seen.arrived += 1));
  app.addHook('preValidation', async () => void (seen.read += 1));
  app.addHook('onSend', async () => void (seen.sent += 1));
  // On a busy machine, a caller may disconnect late.
  admitRequests(app, { limits: { ...defaultLimits, callPermits: 1, maxQueueMs: 60_000 } });
  app.addHook('preParsing', async () => void (seen.begun += 1));
  const config = { access: 'open' } as const;
  app.get('/held', { config }, async () => held.promise);
  app.put('/save', { config }, async ({ body }) => saved.push(body));
  app.server.on('connection', (socket) => socket.on('close', () => (seen.hungUp += 1)));
  return { app, port: await listenOn(app), seen, saved, letGo: () => held.resolve('done') };
}

test('a queued request whose caller disconnects gets no response and is not counted as refused', async () => {
  const { app, port, seen, letGo } = await aServerWithOnePermit();
  const before = await turnedAway();
  const holding = app.inject('/held');
  await expect.poll(() => seen.read).toBe(1);
  const socket = await aSocketTo(port);
  socket.write('GET /held HTTP/1.1\r\nhost: touchline\r\n\r\n');
  await expect.poll(() => seen.arrived).toBe(2);

  socket.destroy();
  await expect.poll(() => seen.hungUp).toBe(1);
  letGo();
  await holding;

  expect(seen.sent).toBe(1);
  expect((await turnedAway()) - before).toBe(0);
});

test('a slowly sent request whose caller disconnects in the queue is not executed', async () => {
  const { app, port, seen, saved, letGo } = await aServerWithOnePermit();
  const socket = await aSocketTo(port);
  socket.write(
    'PUT /save HTTP/1.1\r\nhost: touchline\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n"sl',
  );
  await expect.poll(() => seen.begun).toBe(1);
  const holding = app.inject('/held');
  await expect.poll(() => seen.read).toBe(1);
  socket.write('owly"');
  await expect.poll(() => seen.read).toBe(2);

  socket.destroy();
  await expect.poll(() => seen.hungUp).toBe(1);
  letGo();
  await holding;
  const later = await app.inject({
    method: 'PUT',
    url: '/save',
    body: '"later"',
    headers: { 'content-type': 'application/json' },
  });

  expect(later.statusCode).toBe(200);
  expect(saved).toEqual(['later']);
});

async function turnedAway(): Promise<number> {
  const { values } = await refusedCalls.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/backend/api.ts';
import { sendRequestBatch } from '#sync/drain/request-batch.ts';
import { aBackend, portal } from '../../testing/engine/a-backend.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import {
  memberId,
  problem,
  row,
  serverTip,
  tipPayload,
  tokenOf,
} from '../../testing/engine/samples.ts';
import * as z from 'zod/mini';
import { touchlineBackend } from '#sync/backend/backend.ts';

type Device = ReturnType<typeof aDevice>;

async function queuesTips(device: Device, count: number) {
  const tips = Array.from({ length: count }, () => tipPayload());
  for (const payload of tips) await device.queues('tip.post', payload);
  return tips;
}

const isBatch = ({ path }: { path: string }) => path === '/api/ops';

describe('a long queue', () => {
  test('is sent once and in order, and results are written together with the next marks', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const device = aDevice({ ...backend, indexedDB: disk });
    const tips = await queuesTips(device, 120);
    const before = disk.opened.length;

    await device.drains();

    expect(backend.effects).toEqual(tips.map(({ id }) => `post ${id}`));
    expect(backend.changesSent().filter(isBatch)).toHaveLength(3);
    expect(backend.changesSent()).toHaveLength(3);
    expect(new Set(await device.states())).toEqual(new Set(['acked']));
    const writes = disk.opened.slice(before).filter(({ mode }) => mode === 'readwrite');
    // One write marks the first batch, two store results and mark the next, and one stores results.
    expect(writes).toHaveLength(4);
    expect(new Set(writes.map(({ durability }) => durability))).toEqual(new Set(['strict']));
  });

  test('is executed once although every response to a batch is lost at first', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const tips = await queuesTips(device, 30);
    backend.faults.push('lost-answer', 'portal', 'unavailable');

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await device.drains();
      device.clock.passes(300_000);
    }

    expect(backend.effects.toSorted()).toEqual(tips.map(({ id }) => `post ${id}`).toSorted());
    expect(new Set(await device.states())).toEqual(new Set(['acked']));
  });

  test('stops a subject at its first failure, but no other subject', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const tips = await queuesTips(device, 12);
    const [refused] = tips;
    if (refused) backend.faultsWithin.set(refused.id, 'fixture-started');
    for (const { id } of tips.slice(0, 2)) await device.queues('tip.book', { tipId: id });

    await device.drains();

    const [post, ...others] = await device.outbox();
    const [bookedInVain, booked] = others.slice(-2);
    expect(post).toMatchObject({ state: 'rejected', problem: { code: 'fixture-started' } });
    expect(bookedInVain).toMatchObject({ state: 'pending', attempts: 0 });
    expect(booked?.state).toBe('acked');
    expect(backend.effects).toHaveLength(12);
  });

  test('reports every outcome with the server’s reply', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const replies: unknown[] = [];
    await queuesTips(device, 9);

    await device.drains({
      onOutcome: (_, answer) => replies.push(answer.kind === 'ok' && answer.reply),
    });

    expect(replies).toHaveLength(9);
    expect(replies[0]).toMatchObject({ version: 1 });
  });

  test('continues although a listener of outcomes throws', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await queuesTips(device, 60);

    await device.drains({
      onOutcome: () => {
        throw new Error('No toast today.');
      },
    });

    expect(new Set(await device.states())).toEqual(new Set(['acked']));
  });

  test('leaves out an operation that the person discards between plan and mark', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const tips = await queuesTips(device, 10);
    const dropping = async () => {
      await device.store.operations.delete(3);
      return { kind: 'answered' as const, backend: touchlineBackend };
    };

    await device.drains({ backend: () => undefined, ping: dropping });

    expect(backend.effects).toHaveLength(9);
    expect(backend.effects).not.toContain(`post ${tips[2]?.id}`);
    expect(await device.states()).toEqual(Array.from({ length: 9 }, () => 'acked'));
  });
});

describe('a batch', () => {
  const entries = [1, 2].map((seq) => ({
    row: row({ seq, payload: { tipId: serverTip().id } }),
    request: { method: 'PUT', path: `/api/tips/bookTicket/${seq}`, body: '{"a":1}', ifMatch: seq },
  }));
  const [first, second] = entries.map((entry) => entry.row.id);
  const key = `batch:${first}`;
  const echo = { 'x-op-id': key };
  const good = { status: 200, body: serverTip({ version: 4 }) };

  async function isAnswered(reply: Reply) {
    await using server = await anHttpServer(() => reply);
    const api = createApi({
      baseUrl: server.url,
      origin: server.url,
      fetch,
      token: () => undefined,
      backend: () => touchlineBackend,
    });
    const replyOf = () => z.looseObject({ version: z.int() });
    const answers = await sendRequestBatch(entries, { api, token: tokenOf(memberId), replyOf });
    return { answers, request: server.requests[0] };
  }

  test('contains each operation with its key, version and body', async () => {
    const { request } = await isAnswered({ status: 200, headers: echo, body: [] });

    expect(request).toMatchObject({
      method: 'POST',
      path: '/api/ops',
      headers: { authorization: `Bearer ${tokenOf(memberId)}`, 'idempotency-key': key },
    });
    const booking = { method: 'PUT', subjects: row().subjects, body: { a: 1 } };
    expect(JSON.parse(request?.body ?? '')).toEqual([
      { ...booking, id: first, path: '/api/tips/bookTicket/1', ifMatch: 1 },
      { ...booking, id: second, path: '/api/tips/bookTicket/2', ifMatch: 2 },
    ]);
  });

  test('has responses that are parsed like single ones', async () => {
    const limited = { id: second, status: 429, body: problem('rate-limited'), retryAfter: 7 };

    const { answers } = await isAnswered({
      status: 200,
      headers: echo,
      body: [{ id: first, ...good }, limited],
    });

    expect(answers).toMatchObject([
      { id: first, answer: { kind: 'ok', status: 200, version: 4 } },
      { id: second, answer: { kind: 'refused', status: 429, retryAfter: 7000 } },
    ]);
  });

  test.each([
    { what: 'leaves out', body: [{ id: first, ...good }] },
    {
      what: 'has another shape for',
      body: [
        { id: first, ...good },
        { id: second, status: 200, body: 'ok' },
      ],
    },
    {
      what: 'has an unreadable refusal for',
      body: [
        { id: first, ...good },
        { id: second, status: 400, body: 'no' },
      ],
    },
  ])('with a response that $what an operation leaves that one unknown', async ({ body }) => {
    const { answers } = await isAnswered({ status: 200, headers: echo, body });

    expect(answers).toMatchObject([
      { answer: { kind: 'ok' } },
      { answer: { kind: 'unreachable', cause: 'not-verified' } },
    ]);
  });

  test.each([
    {
      what: 'contains another id',
      reply: {
        status: 200,
        headers: echo,
        body: [
          { id: first, ...good },
          { id: 'x', ...good },
        ],
      },
    },
    { what: 'has no key', reply: { status: 200, body: [{ id: first, ...good }] } },
    { what: 'is a portal’s page', reply: portal() },
    { what: 'is a gateway’s page', reply: { status: 502, text: '<html>' } },
    { what: 'breaks', reply: 'break' as const },
  ])('with a response that $what leaves all operations unknown', async ({ reply }) => {
    const { answers } = await isAnswered(reply);

    expect(answers).toMatchObject([
      { id: first, answer: { kind: 'unreachable' } },
      { id: second, answer: { kind: 'unreachable' } },
    ]);
  });

  test.each([
    { code: 'session-ended', status: 401 },
    { code: 'email-unverified', status: 403 },
    { code: 'rate-limited', status: 429 },
    { code: 'unavailable', status: 503 },
    { code: 'internal', status: 500 },
  ] as const)('refused with $status refuses each operation', async ({ code, status }) => {
    const { answers } = await isAnswered({ status, headers: echo, body: problem(code) });

    expect(answers).toMatchObject([
      { id: first, answer: { kind: 'refused', status } },
      { id: second, answer: { kind: 'refused', status } },
    ]);
  });

  test.each([
    { status: 400, body: problem('invalid-input') },
    { status: 404, body: problem('not-found') },
    { status: 413, body: problem('too-large') },
    { status: 403, body: problem('not-allowed') },
    { status: 413, text: '<html>Request Entity Too Large</html>' },
    { status: 404, text: '<html>Cannot POST</html>' },
    { status: 405, text: '' },
  ])('refused with $status $body.code $text counts as not attempted', async (reply) => {
    const { answers } = await isAnswered({ headers: echo, ...reply });

    expect(answers).toBe('batch-refused');
  });
});

describe('a server that accepts no batches', () => {
  test('gets all operations one by one', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    backend.faults.push('not-found');
    const tips = await queuesTips(device, 20);

    await device.drains();

    expect(backend.effects.toSorted()).toEqual(tips.map(({ id }) => `post ${id}`).toSorted());
    expect(backend.changesSent()).toHaveLength(21);
    expect((await device.outbox()).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});

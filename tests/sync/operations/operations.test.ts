import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type OperationKind,
  operations,
  type PayloadOf,
  parseOperation,
} from '#sync/operations/registry.ts';
import { optimisticProfile } from '#sync/optimistic-rows.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { stableId } from '#sync/stable-id.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { aDevice, databases, queued } from '../../testing/engine/a-device.ts';
import {
  leg,
  memberId,
  profile,
  row,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const values = { email, firstName, lastName, country, phoneNumber, state, address };
const legs = [leg(), leg({ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 0 })];
const named = { fixtureId: 'fixture-2', game: 'Leeds Vs Hull' };
const payload = tipPayload({ analysis: 'Home form', copiedFrom: tipId });

const samples: { kind: OperationKind; payload: unknown; lane: string; rows: string }[] = [
  { kind: 'tip.post', payload, lane: `tip:${payload.id}`, rows: 'own' },
  { kind: 'tip.book', payload: { tipId }, lane: `tip:${tipId}`, rows: 'own' },
  { kind: 'tip.withdraw', payload: { tipId }, lane: `tip:${tipId}`, rows: 'own' },
  {
    kind: 'follow.set',
    payload: { tipsterId, following: true },
    lane: `follow:${tipsterId}`,
    rows: 'own',
  },
  {
    kind: 'profile.save',
    payload: { id: memberId, ...values, showPhone: true },
    lane: `profile:${memberId}`,
    rows: 'own',
  },
  {
    kind: 'odds.set',
    payload: { tipId, legs, changes: [{ ...named, odd: 1.8 }] },
    lane: `tip:${tipId}`,
    rows: 'others',
  },
  {
    kind: 'leg.settle',
    payload: { tipId, legs, change: { ...named, result: 'void' as const, reason: 'Off' } },
    lane: `tip:${tipId}`,
    rows: 'others',
  },
  { kind: 'tip.confirm', payload: { tipId }, lane: `tip:${tipId}`, rows: 'others' },
  { kind: 'text.erase', payload: { tipId }, lane: `tip:${tipId}`, rows: 'own' },
  {
    kind: 'text.moderate',
    payload: { tipId, reason: 'It names a neighbour.' },
    lane: `tip:${tipId}`,
    rows: 'others',
  },
  {
    kind: 'result.set',
    payload: {
      ...named,
      status: 'played' as const,
      halfTime: [1, 0],
      fullTime: [2, 1],
      firstGoal: 'home' as const,
      reason: 'As it ended',
    },
    lane: 'fixture:fixture-2',
    rows: 'desk',
  },
  {
    kind: 'prices.set',
    payload: { ...named, prices: [{ oddsId: 1, odd: 1.8, seen: 2 }], reason: 'Late' },
    lane: 'fixture:fixture-2',
    rows: 'desk',
  },
  {
    kind: 'fixture.settle',
    payload: {
      ...named,
      version: 3,
      results: [
        {
          oddsId: 1,
          result: 'won' as const,
          over: true,
          reason: 'Seen',
          fact: { code: 'awarded' },
        },
      ],
    },
    lane: 'fixture:fixture-2',
    rows: 'desk',
  },
  {
    kind: 'fixture.correct',
    payload: {
      ...named,
      version: 3,
      results: [{ oddsId: 1, result: 'lost' as const, over: true }],
      reason: 'Seen',
    },
    lane: 'fixture:fixture-2',
    rows: 'desk',
  },
  { kind: 'tips.confirm', payload: { ids: [tipId] }, lane: 'confirmations', rows: 'desk' },
  { kind: 'tips.reopen', payload: { ids: [tipId] }, lane: 'confirmations', rows: 'desk' },
  {
    kind: 'time-out.take',
    payload: { length: '7d' as const, since: '2026-03-01T11:00:00.000Z', spared: [tipId] },
    lane: `time-out:${memberId}`,
    rows: 'own',
  },
];

/** The request of an operation to a spec-only backend that gave the tip another id. */
function sentElsewhere<Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>) {
  const request = specBackend.request(row({ kind, payload }), '64b0c0ffee');
  if (!request) throw new Error(`${kind} is not understood.`);
  return request;
}

function parseSample({ kind, payload }: (typeof samples)[number]) {
  return parseOperation(row({ kind, payload }));
}

describe('an operation', () => {
  test.each(samples)('$kind is understood again from its row', ({ kind, payload }) => {
    const parsed = parseOperation(row({ kind, payload: JSON.parse(JSON.stringify(payload)) }));

    expect(parsed).toEqual({ operation: operations[kind], payload });
  });

  test.each(samples)('$kind goes in the lane of its thing', (sample) => {
    const meant = parseSample(sample);

    expect(meant).toMatchObject({ operation: { rows: sample.rows } });
    const lane = typeof meant === 'object' && meant.operation.lane(sample.payload, memberId);
    expect(lane).toBe(sample.lane);
  });

  test.each(samples)('$kind asks only for what its call allows', (sample) => {
    const meant = parseSample(sample);
    if (typeof meant !== 'object') throw new Error('A sample is not understood.');

    const { route, params, query, body } = meant.operation.request(sample.payload);

    const parts = [
      { shape: route.body, sent: body },
      { shape: route.params, sent: params },
      { shape: route.query, sent: query },
    ];
    const wrong = parts.filter(({ shape, sent }) => shape && !z.safeParse(shape, sent).success);
    expect(wrong).toEqual([]);
  });
});

describe('posting a tip', () => {
  test('sends the slip, its choice, and nothing that was stored for the screen', () => {
    expect(operations['tip.post'].request(payload).body).toEqual({
      id: payload.id,
      options: [
        {
          fixtureId: 'fixture-1',
          game: 'Arsenal Vs Chelsea',
          group: '1X2',
          oddName: '1X2 - 1',
          odd: 2.5,
          startDateOfGame: '2026-03-02T15:00:00.000Z',
          status: false,
        },
      ],
      stake: 0,
      priceSold: 0,
      analysis: 'Home form',
      ifStarted: 'refuse',
      copiedFrom: tipId,
    });
  });

  test('names a game by its text when no server has given it an id', () => {
    const [first] = payload.options;
    const fixtureId = stableId('soccer_epl', 'Arsenal', 'Chelsea');
    const own = first ? { ...payload, options: [{ ...first, fixtureId }] } : payload;

    expect(operations['tip.post'].request(own).body).toMatchObject({
      options: [expect.not.objectContaining({ fixtureId })],
    });
  });
});

describe('an administrator’s change of a leg', () => {
  const changes = [{ ...named, odd: 1.8 }];

  test('leaves it to the server why the rules decide so', () => {
    const fact = { code: 'ended', fullTime: { home: 2, away: 1 } } as const;
    const change = { ...named, result: 'won' as const, fact };

    expect(operations['leg.settle'].request({ tipId, legs, change }).body).toEqual({
      options: [{ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', result: 'won' }],
      stake: 0,
      priceSold: 0,
    });
  });

  test('goes to our backend alone', () => {
    expect(operations['odds.set'].request({ tipId, legs, changes }).body).toEqual({
      options: [{ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 1.8 }],
      stake: 0,
      priceSold: 0,
    });
  });

  test('goes to any other backend with all legs, which it would lose otherwise', () => {
    const { body, params } = sentElsewhere('odds.set', { tipId, legs, changes });

    expect(params).toEqual({ id: '64b0c0ffee' });
    expect(body).toMatchObject({
      options: [
        { game: 'Arsenal Vs Chelsea', odd: 2.5, status: false },
        { game: 'Leeds Vs Hull', odd: 1.8, status: false },
      ],
    });
  });

  test.each([
    { result: 'won' as const, status: true },
    { result: 'lost' as const, status: false },
    { result: 'void' as const, status: false },
  ])('that makes it $result is status $status elsewhere', ({ result, status }) => {
    const { body } = sentElsewhere('leg.settle', { tipId, legs, change: { ...named, result } });

    expect(body).toMatchObject({ options: [{}, { game: 'Leeds Vs Hull', status }] });
  });
});

describe('a backend that speaks only the spec’s calls', () => {
  test('is sent a tip with the spec’s fields alone', () => {
    const { body } = sentElsewhere('tip.post', payload);

    expect(Object.keys(z.record(z.string(), z.unknown()).parse(body))).toEqual([
      'options',
      'stake',
      'priceSold',
    ]);
    expect(body).toMatchObject({
      options: [expect.not.objectContaining({ fixtureId: 'fixture-1' })],
    });
  });

  test('is sent a profile with its email, and without the switch it does not know', () => {
    const { body } = sentElsewhere('profile.save', { id: memberId, ...values, showPhone: true });

    expect(body).toEqual({ id: memberId, ...values, isTipster: true });
  });
});

test('our own server is sent a profile without an email, which may be another by then', () => {
  const payload = { id: memberId, ...values, showPhone: true };
  const { body } = operations['profile.save'].request(payload);

  const { email: _, ...form } = values;
  expect(body).toEqual({ ...form, showPhone: true, isTipster: true });
  const leaving = operations['profile.save'].request({ ...payload, isTipster: false });
  expect(leaving.body).toMatchObject({ isTipster: false });
});

test('a correction names each option with its result, the version and the reason', () => {
  const results = [
    { oddsId: 1, result: 'lost' as const },
    { oddsId: 3, result: 'won' as const, over: true },
  ];
  const reason = 'A typing mistake.';
  const { body } = operations['fixture.correct'].request({
    fixtureId: 'fixture-1',
    game: 'Arsenal Vs Chelsea',
    version: 3,
    results,
    reason,
  });

  expect(body).toEqual({ version: 3, results, reason });
});

test('a time-out names its length, its start and what was queued before it', () => {
  const payload = { length: '7d' as const, since: '2026-03-01T11:00:00.000Z', spared: [tipId] };

  expect(operations['time-out.take'].request(payload).body).toEqual(payload);
});

describe('withdrawing a tip', () => {
  test('names it as its backend does', () => {
    expect(sentElsewhere('tip.withdraw', { tipId }).params).toEqual({
      id: '64b0c0ffee',
    });
  });

  test('is about the new tip when a refused one was tried again', () => {
    expect(operations['tip.withdraw'].retarget?.({ tipId }, tipsterId)).toEqual({
      tipId: tipsterId,
    });
  });
});

describe('a new picture', () => {
  const bytes = new Uint8Array([137, 80, 78, 71]);
  const picture = { id: memberId, ...values, bytes, type: 'image/png' };

  test('goes as a file beside the fields of the form', async () => {
    await using server = await anHttpServer(({ headers }) => ({
      status: 200,
      body: profile({ picture: '/pictures/0a.webp' }),
      headers: { 'x-op-id': String(headers['idempotency-key']) },
    }));
    const device = aDevice(server);
    await device.queues('picture.set', picture);

    await device.drains();

    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: 'PUT', path: '/api/users' });
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent?.body).toMatch(/name="firstName"\r\n\r\nAda\r\n/);
    expect(sent?.body).toMatch(/name="picture"; filename=".+"\r\ncontent-type: image\/png/i);
    expect(await device.states()).toEqual(['acked']);
  });

  test('shows on this phone at once, and keeps its address while it is looked at again', async () => {
    const { store } = databases();
    await queued(store, { memberId, kind: 'picture.set', payload: picture });

    const first = optimisticProfile(profile(), await readOutbox(store));
    const second = optimisticProfile(profile(), await readOutbox(store));

    expect(first?.picture).toMatch(/^blob:/);
    expect(second?.picture).toBe(first?.picture);
    const shown = await fetch(first?.picture ?? '').then((answer) => answer.arrayBuffer());
    expect(new Uint8Array(shown)).toEqual(bytes);
  });

  test('leaves the view when it was refused', async () => {
    const { store } = databases();
    await queued(store, { memberId, kind: 'picture.set', payload: picture });
    await store.operations.update(1, { state: 'rejected', sentEver: true });

    const shown = optimisticProfile(
      profile({ picture: '/pictures/old.webp' }),
      await readOutbox(store),
    );

    expect(shown).toMatchObject({ picture: '/pictures/old.webp', device: { state: 'needs-you' } });
  });
});

describe('following', () => {
  test.each([
    { following: true, isFollow: 'true' },
    { following: false, isFollow: 'false' },
  ])('$following says so in so many words', ({ following, isFollow }) => {
    expect(operations['follow.set'].request({ tipsterId, following }).query).toEqual({
      Id: tipsterId,
      isFollow,
    });
  });
});

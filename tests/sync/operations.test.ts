import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RequestContext } from '#sync/operation.ts';
import { timeOutTake } from '#sync/operations/time-out-take.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { legSettle } from '#sync/operations/leg-settle.ts';
import { oddsSet } from '#sync/operations/odds-set.ts';
import { profileSave } from '#sync/operations/profile-save.ts';
import { understand } from '#sync/operations/registry.ts';
import { tipBook } from '#sync/operations/tip-book.ts';
import { pictureSet } from '#sync/operations/picture-set.ts';
import { tipWithdraw } from '#sync/operations/tip-withdraw.ts';
import { foldProfile } from '#sync/fold.ts';
import { readOutbox } from '#sync/outbox.ts';
import { tipConfirm } from '#sync/operations/tip-confirm.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { stableId } from '#sync/stable-id.ts';
import { anHttpServer } from './support/an-http-server.ts';
import { aDevice, databases, queued } from './support/a-device.ts';
import { leg, memberId, profile, row, tipId, tipPayload, tipsterId } from './support/samples.ts';

const ours: RequestContext = { entityId: undefined, foreign: false };
const foreign: RequestContext = { entityId: '64b0c0ffee', foreign: true };

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const values = { email, firstName, lastName, country, phoneNumber, state, address };
const legs = [leg(), leg({ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 0 })];
const named = { fixtureId: 'fixture-2', game: 'Leeds Vs Hull' };
const payload = tipPayload({ analysis: 'Home form', copiedFrom: tipId });

const samples = [
  { operation: tipPost, payload, lane: `tip:${payload.id}`, rows: 'own' },
  { operation: tipBook, payload: { tipId }, lane: `tip:${tipId}`, rows: 'own' },
  { operation: tipWithdraw, payload: { tipId }, lane: `tip:${tipId}`, rows: 'own' },
  {
    operation: followSet,
    payload: { tipsterId, following: true },
    lane: `follow:${tipsterId}`,
    rows: 'own',
  },
  {
    operation: profileSave,
    payload: { id: memberId, ...values, showPhone: true },
    lane: `profile:${memberId}`,
    rows: 'own',
  },
  {
    operation: oddsSet,
    payload: { tipId, legs, changes: [{ ...named, odd: 1.8 }] },
    lane: `tip:${tipId}`,
    rows: 'others',
  },
  {
    operation: legSettle,
    payload: { tipId, legs, change: { ...named, result: 'void' as const, reason: 'Off' } },
    lane: `tip:${tipId}`,
    rows: 'others',
  },
  { operation: tipConfirm, payload: { tipId }, lane: `tip:${tipId}`, rows: 'others' },
  {
    operation: timeOutTake,
    payload: { length: '7d' as const, since: '2026-03-01T11:00:00.000Z', spared: [tipId] },
    lane: `break:${memberId}`,
    rows: 'own',
  },
];

function understood({ operation: { kind, v }, payload }: (typeof samples)[number]) {
  return understand(row({ kind, v, payload }));
}

describe('an operation', () => {
  test.each(samples)(
    '$operation.kind is understood again from its row',
    ({ operation, payload }) => {
      const { kind, v } = operation;

      const understood = understand(row({ kind, v, payload: JSON.parse(JSON.stringify(payload)) }));

      expect(understood).toMatchObject({ operation: { kind }, payload });
    },
  );

  test.each(samples)('$operation.kind goes in the lane of its thing', (sample) => {
    const meant = understood(sample);

    expect(meant).toMatchObject({ operation: { rows: sample.rows } });
    const lane = typeof meant === 'object' && meant.operation.lane(sample.payload, memberId);
    expect(lane).toBe(sample.lane);
  });

  test.each(samples)('$operation.kind asks only for what its call allows', (sample) => {
    const meant = understood(sample);
    if (typeof meant !== 'object') throw new Error('A sample is not understood.');

    const { route, params, query, body } = meant.operation.request(sample.payload, ours);

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
  test('sends the slip, its choice, and nothing that was kept for the screen', () => {
    expect(tipPost.request(payload, ours).body).toEqual({
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

    expect(tipPost.request(own, ours).body).toMatchObject({
      options: [expect.not.objectContaining({ fixtureId })],
    });
  });
});

describe('an administrator’s change of a leg', () => {
  const changes = [{ ...named, odd: 1.8 }];

  test('leaves it to the server why the rules decide so', () => {
    const fact = { code: 'ended', fullTime: { home: 2, away: 1 } } as const;
    const change = { ...named, result: 'won' as const, fact };

    expect(legSettle.request({ tipId, legs, change }, ours).body).toEqual({
      options: [{ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', result: 'won' }],
      stake: 0,
      priceSold: 0,
    });
  });

  test('goes to our backend alone', () => {
    expect(oddsSet.request({ tipId, legs, changes }, ours).body).toEqual({
      options: [{ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 1.8 }],
      stake: 0,
      priceSold: 0,
    });
  });

  test('goes to any other backend with all legs, which it would lose otherwise', () => {
    const { body, params } = oddsSet.request({ tipId, legs, changes }, foreign);

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
    const { body } = legSettle.request({ tipId, legs, change: { ...named, result } }, foreign);

    expect(body).toMatchObject({ options: [{}, { game: 'Leeds Vs Hull', status }] });
  });
});

describe('a backend that speaks only the spec’s calls', () => {
  test('is sent a tip with the spec’s fields alone', () => {
    const { body } = tipPost.request(payload, foreign);

    expect(Object.keys(z.record(z.string(), z.unknown()).parse(body))).toEqual([
      'options',
      'stake',
      'priceSold',
      'analysis',
    ]);
    expect(body).toMatchObject({
      options: [expect.not.objectContaining({ fixtureId: 'fixture-1' })],
    });
  });

  test('is sent a profile without the switch it does not know', () => {
    const { body } = profileSave.request({ id: memberId, ...values, showPhone: true }, foreign);

    expect(body).toEqual({ id: memberId, ...values, isTipster: true });
  });
});

describe('withdrawing a tip', () => {
  test('names it as its backend does', () => {
    expect(tipWithdraw.request({ tipId }, foreign).params).toEqual({ id: '64b0c0ffee' });
  });

  test('is about the new tip when a refused one was tried again', () => {
    expect(tipWithdraw.retarget?.({ tipId }, tipsterId)).toEqual({ tipId: tipsterId });
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
    await device.queues(pictureSet, picture);

    await device.drains();

    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: 'PUT', path: '/api/users' });
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent?.body).toMatch(/name="firstName"\r\n\r\nAda\r\n/);
    expect(sent?.body).toMatch(/name="picture"; filename=".+"\r\ncontent-type: image\/png/i);
    expect(await device.states()).toEqual(['acked']);
  });

  test('shows on this phone at once, and keeps its address while it is looked at again', async () => {
    const { outbox } = databases();
    await queued(outbox, { memberId, operation: pictureSet, payload: picture });

    const first = foldProfile(profile(), await readOutbox(outbox));
    const second = foldProfile(profile(), await readOutbox(outbox));

    expect(first?.picture).toMatch(/^blob:/);
    expect(second?.picture).toBe(first?.picture);
    const shown = await fetch(first?.picture ?? '').then((answer) => answer.arrayBuffer());
    expect(new Uint8Array(shown)).toEqual(bytes);
  });

  test('leaves the view when it was refused', async () => {
    const { outbox } = databases();
    await queued(outbox, { memberId, operation: pictureSet, payload: picture });
    await outbox.operations.update(1, { state: 'rejected', sentEver: true });

    const shown = foldProfile(profile({ picture: '/pictures/old.webp' }), await readOutbox(outbox));

    expect(shown).toMatchObject({ picture: '/pictures/old.webp', device: { state: 'needs-you' } });
  });
});

describe('following', () => {
  test.each([
    { following: true, isFollow: 'true' },
    { following: false, isFollow: 'false' },
  ])('$following says so in so many words', ({ following, isFollow }) => {
    expect(followSet.request({ tipsterId, following }, ours).query).toEqual({
      Id: tipsterId,
      isFollow,
    });
  });
});

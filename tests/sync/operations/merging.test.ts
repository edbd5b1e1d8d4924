import { describe, expect, test } from 'vitest';
import { createId } from '#sync/ids.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { cancelOperation, queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { fixtureId, game } from '../../testing/engine/desk-samples.ts';
import {
  type Action,
  change,
  remainingOf,
  type MergeCase,
  outboxAfter,
  queue,
} from '../../testing/engine/merging.ts';
import {
  leg,
  memberId,
  problem,
  profile,
  row,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

const about = { fixtureId, game };
const follows = (following: boolean, tipster = tipsterId) =>
  queue('follow.set', { tipsterId: tipster, following });
const settles = (...results: PayloadOf<'fixture.settle'>['results']) =>
  queue('fixture.settle', { ...about, version: 3, results });
const confirms = (...ids: string[]) => queue('tips.confirm', { ids, fixtureIds: [fixtureId] });
const reopens = (...ids: string[]) => queue('tips.reopen', { ids, fixtureIds: [fixtureId] });
const ofFixture = (fixtureId: string, odd: number) => ({ fixtureId, game, odd });
const legs = [leg({ fixtureId }), leg({ fixtureId: 'fixture-2' })];
const setsOdds = (changes: PayloadOf<'odds.set'>['changes'], baseVersion = 1) =>
  queue('odds.set', { tipId, legs, changes }, { baseVersion });
const settlesLeg = (
  change: Omit<PayloadOf<'leg.settle'>['change'], 'fixtureId' | 'game'>,
  seen: Partial<(typeof legs)[number]> = {},
  of = fixtureId,
) => {
  const shown = legs.map((one) => (one.fixtureId === of ? { ...one, ...seen } : one));
  const changed = { fixtureId: of, game, ...change };
  return queue('leg.settle', { tipId, legs: shown, change: changed }, { baseVersion: 1 });
};

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const form = { id: memberId, email, firstName, lastName, country, phoneNumber, state, address };
const picture = { ...form, bytes: new Uint8Array([1, 2]), type: 'image/png' };
const slip = tipPayload();
const ofSlip = { tipId: slip.id };
const [act, newerAct] = [createId(), createId()];
const won = { oddsId: 1, result: 'won', act } as const;
const lost = { oddsId: 2, result: 'lost', act } as const;
const undone = (oddsId: number) => ({ oddsId, result: 'pending', act }) as const;
const reasoned = { result: 'void', reason: 'The stand was closed.' } as const;

const cases: MergeCase[] = [
  {
    what: 'the last follow of a tipster',
    actions: [follows(true), follows(false)],
    remaining: [['follow.set', { following: false }]],
  },
  {
    what: 'the last profile',
    actions: [
      queue('profile.save', form),
      queue('profile.save', { ...form, firstName: 'Bola', isTipster: false }),
    ],
    remaining: [['profile.save', { firstName: 'Bola', isTipster: false }]],
  },
  {
    what: 'the switches that only the earlier profile has',
    actions: [
      queue('profile.save', { ...form, showPhone: true, isTipster: false }),
      queue('profile.save', { ...form, firstName: 'Bola' }),
      queue('picture.set', picture),
    ],
    remaining: [['picture.set', { ...picture, showPhone: true, isTipster: false }]],
  },
  {
    what: 'a picture with its profile, and a later profile without a picture',
    actions: [
      queue('profile.save', form),
      queue('picture.set', picture),
      queue('profile.save', form),
    ],
    remaining: [['picture.set'], ['profile.save']],
  },
  {
    what: 'nothing of a tip that is withdrawn',
    actions: [queue('tip.post', slip), queue('tip.book', ofSlip), queue('tip.withdraw', ofSlip)],
    remaining: [],
  },
  {
    what: 'a withdrawal without the booking of a tip that may have arrived',
    actions: [
      queue('tip.post', slip),
      change({ state: 'unknown', sentEver: true }),
      queue('tip.book', ofSlip),
      queue('tip.withdraw', ofSlip),
    ],
    remaining: [['tip.post'], ['tip.withdraw']],
  },
  {
    what: 'the last reason for removing a text',
    actions: [
      queue('text.moderate', { tipId, reason: 'Spam.' }),
      queue('text.moderate', { tipId, reason: 'It names a neighbour.' }),
    ],
    remaining: [['text.moderate', { reason: 'It names a neighbour.' }]],
  },
  {
    what: 'the last price of each leg',
    actions: [
      setsOdds([ofFixture(fixtureId, 2), ofFixture('fixture-2', 3)], 4),
      setsOdds([ofFixture(fixtureId, 5)], 6),
    ],
    remaining: [['odds.set', { changes: [ofFixture('fixture-2', 3), ofFixture(fixtureId, 5)] }]],
  },
  {
    what: 'no decision about a leg that is undone',
    actions: [settlesLeg({ result: 'won' }), settlesLeg({ result: 'pending' }, { result: 'won' })],
    remaining: [],
  },
  {
    what: 'no decision about a leg that is undone to an earlier one with a reason',
    actions: [settlesLeg({ result: 'won' }, reasoned), settlesLeg(reasoned, { result: 'won' })],
    remaining: [],
  },
  {
    what: 'decisions about a leg that differ, or are about another leg',
    actions: [
      settlesLeg({ result: 'won' }, { result: 'void', reason: 'Closed.' }),
      settlesLeg({ result: 'void', reason: 'Late.' }, { result: 'won' }),
      settlesLeg({ result: 'pending' }, {}, 'fixture-2'),
    ],
    remaining: [['leg.settle'], ['leg.settle'], ['leg.settle']],
  },
  {
    what: 'prices of two tickets with a common game',
    actions: [tipId, tipsterId].map((id) =>
      queue('odds.set', { tipId: id, legs, changes: [ofFixture(fixtureId, 2)] }),
    ),
    remaining: [['odds.set'], ['odds.set']],
  },
  {
    what: 'both if another operation waits for the earlier one',
    actions: [
      queue('tip.withdraw', { tipId }),
      queue('tip.post', { ...slip, after: [tipId] }),
      queue('tip.withdraw', { tipId }),
    ],
    remaining: [['tip.withdraw'], ['tip.post'], ['tip.withdraw']],
  },
];

describe('a merge of unsent operations keeps', () => {
  test.each(cases)('$what', async (one) => {
    expect(await remainingOf(one)).toMatchObject(one.remaining);
  });

  test('a new row behind all others, with the oldest version that was seen', async () => {
    const { store } = databases();
    const first = await queueOperation(store, {
      memberId,
      kind: 'odds.set',
      payload: { tipId, legs, changes: [ofFixture(fixtureId, 2)] },
      baseVersion: 4,
    });

    await setsOdds([ofFixture(fixtureId, 5)], 6)(store);

    const [last] = await readOutbox(store);
    expect(last).toMatchObject({ baseVersion: 4 });
    expect(last?.id).not.toBe(first?.id);
    expect(last?.seq).toBeGreaterThan(first?.seq ?? 0);
  });

  test.each([
    { state: 'sending' as const, sentEver: true },
    { state: 'unknown' as const, sentEver: true },
    { state: 'pending' as const, sentEver: true },
    { state: 'acked' as const, sentEver: true },
    { state: 'blocked' as const, sentEver: false },
  ])('an unchanged operation that is $state, sent: $sentEver', async (values) => {
    const rows = await outboxAfter(follows(true), change(values), follows(false));

    expect(rows).toMatchObject([
      { payload: { following: true }, ...values },
      { payload: { following: false }, state: 'pending' },
    ]);
  });
});

describe.each(['conflict', 'rejected'] as const)('merging with a %s operation keeps', (state) => {
  const refused = change({ state, sentEver: true, problem: problem('stale-version') });

  const refusedCases: MergeCase[] = [
    {
      what: 'nothing if a new one includes it',
      actions: [
        queue('result.set', { ...about, status: 'played', fullTime: [2, 1] }),
        refused,
        queue('result.set', { ...about, status: 'played', fullTime: [3, 2] }),
      ],
      remaining: [['result.set', { fullTime: [3, 2] }]],
    },
    {
      what: 'all if the new one is about another subject or of another kind',
      actions: [
        follows(true, tipId),
        queue('tip.book', { tipId }),
        refused,
        follows(false),
        queue('tip.withdraw', { tipId }),
      ],
      remaining: [['follow.set'], ['tip.book'], ['follow.set'], ['tip.withdraw']],
    },
    {
      what: 'nothing of its decisions if they are undone, whatever was seen since',
      actions: [
        settles(won, lost),
        refused,
        settles({ ...won, act: newerAct }),
        queue('fixture.settle', { ...about, version: 4, results: [undone(1), undone(2)] }),
      ],
      remaining: [['fixture.settle', { results: [{ ...won, act: newerAct }] }]],
    },
    {
      what: 'the rest of its confirmations if some are undone',
      actions: [confirms(tipId, tipsterId), refused, reopens(tipId)],
      remaining: [['tips.confirm', { ids: [tipsterId] }]],
    },
    {
      what: 'the decision about a leg, which only its member can discard',
      actions: [settlesLeg({ result: 'won' }), refused, settlesLeg({ result: 'pending' })],
      remaining: [['leg.settle'], ['leg.settle']],
    },
  ];

  test.each(refusedCases)('$what', async (one) => {
    expect(await remainingOf(one)).toMatchObject(one.remaining);
  });

  test('its state and problem after a partial undo', async () => {
    const rows = await outboxAfter(settles(won, lost), refused, settles(undone(1)));

    expect(rows).toMatchObject([
      { payload: { results: [lost] }, state, problem: problem('stale-version') },
    ]);
  });
});

describe('cancelling a confirmation', () => {
  test.each([
    { what: 'that is unsent', after: change({}), isCancelled: true },
    {
      what: 'that was refused',
      after: change({ state: 'conflict', sentEver: true }),
      isCancelled: true,
    },
    { what: 'that may have been sent', after: change({ sentEver: true }), isCancelled: false },
    { what: 'with a decision after it', after: settles(won), isCancelled: false },
  ])('$what succeeds: $isCancelled', async ({ after, isCancelled }) => {
    const { store } = databases();
    await queue('tip.confirm', { tipId, fixtureIds: [fixtureId] }, { baseVersion: 1 })(store);
    const [confirmation] = await readOutbox(store);
    await after(store);

    expect(await cancelOperation(store, confirmation?.id ?? '')).toBe(isCancelled);

    const kinds = (await readOutbox(store)).map(({ kind }) => kind);
    expect(kinds.includes('tip.confirm')).toBe(!isCancelled);
  });
});

describe('a merge at the same time as another event', () => {
  /** Runs `act` after the next row is written and before it is merged. */
  function afterNextWrite(
    { operations }: MemberStore,
    act: (seq: number) => Promise<unknown>,
  ): void {
    const add = operations.add.bind(operations);
    operations.add = (...rows) =>
      add(...rows).then(async (seq) => {
        await act(seq);
        return seq;
      });
  }

  test.each([
    {
      what: 'keeps both on a disk that fails, since the last one is stored',
      disturb: ({ operations }: MemberStore) =>
        operations.hook('deleting', () => {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }),
      remaining: [true, false],
    },
    {
      what: 'keeps both if a drain sends the new one',
      disturb: (store: MemberStore) =>
        afterNextWrite(store, (seq) =>
          store.operations.update(seq, { state: 'sending', sentEver: true }),
        ),
      remaining: [true, false],
    },
    {
      what: 'keeps the earlier one if the new one is gone',
      disturb: (store: MemberStore) => afterNextWrite(store, (seq) => store.operations.delete(seq)),
      remaining: [true],
    },
  ])('$what', async ({ disturb, remaining }) => {
    const { store } = databases();
    await follows(true)(store);
    disturb(store);

    await follows(false)(store);

    expect((await readOutbox(store)).map(({ payload }) => payload)).toEqual(
      remaining.map((following) => ({ tipsterId, following })),
    );
  });

  test('has another id than the row that a drain may have read', async () => {
    const { store } = databases();
    const written: string[] = [];
    store.operations.hook('creating', (_key, { id }) => void written.push(id));

    await follows(true)(store);
    await follows(false)(store);

    expect(written).toHaveLength(3);
    expect(new Set(written).size).toBe(3);
  });

  test('ends with the value of the last of two tabs', async () => {
    const { store, indexedDB } = databases();
    const otherTab = databases(memberId, indexedDB).store;
    await Promise.all([store.open(), otherTab.open()]);

    await Promise.all([follows(true)(store), follows(false)(otherTab)]);
    await follows(true)(store);

    const rows = await readOutbox(store);
    expect(rows.at(-1)?.payload).toEqual({ tipsterId, following: true });
  });
});

test('an unreadable row of another build is not merged', async () => {
  const unreadable: Action = ({ operations }) =>
    operations.add(row({ kind: 'follow.set', v: 2, payload: {} }));

  expect(await outboxAfter(unreadable, follows(true))).toHaveLength(2);
});

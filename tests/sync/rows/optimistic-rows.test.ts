import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Tip } from '#contract/tips.ts';
import {
  toOptimisticAdminTips,
  toOptimisticFollows,
  toOptimisticRow,
  toOptimisticTip,
  toOptimisticTips,
} from '#sync/optimistic-rows.ts';
import { OperationState, type OperationRow } from '#sync/outbox/operation-row.ts';
import {
  leg,
  memberId,
  problem,
  profile,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

const payload = tipPayload({ stake: 3, analysis: 'Home form' });
function posting(more: Partial<OperationRow> = {}): OperationRow {
  return row({ kind: 'tip.post', id: payload.id, payload, ...more });
}

const following = (more: Partial<OperationRow> = {}, follows = true) =>
  row({ kind: 'follow.set', payload: { tipsterId, following: follows }, ...more });

describe('an unsent tip', () => {
  test('is shown as a ticket', () => {
    const [view] = toOptimisticTips([], [posting()]);

    expect(view).toMatchObject({
      id: payload.id,
      tipsterId: memberId,
      totalOdds: 2.5,
      expiryTime: '2026-03-02T15:00:00.000Z',
      IsBooked: false,
      stake: 3,
      analysis: 'Home form',
      version: 0,
      device: { state: 'saved', operationIds: [payload.id] },
    });
    expect(Tip.safeParse(view).error).toBeUndefined();
  });

  test('is shown as booked if its booking is queued, too', () => {
    const booking = row({
      seq: 2,
      payload: { tipId: payload.id },
      subjects: [`tip:${payload.id}`],
    });

    const views = toOptimisticTips([], [posting(), booking]);

    expect(views).toMatchObject([
      { IsBooked: true, device: { operationIds: [payload.id, booking.id] } },
    ]);
  });

  test('stays, with the reason, if it was refused', () => {
    const started = [{ fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea' }];
    const refusedWith = problem('fixture-started', { started });

    const views = toOptimisticTips([], [posting({ state: 'rejected', problem: refusedWith })]);

    expect(views).toMatchObject([
      {
        id: payload.id,
        device: { state: 'needs-you', problem: { code: 'fixture-started', started } },
      },
    ]);
  });

  test('is not shown as booked if it was refused', () => {
    const booking = row({ seq: 2, payload: { tipId: payload.id } });

    expect(toOptimisticTips([], [posting({ state: 'rejected' }), booking])).toMatchObject([
      { IsBooked: false, device: { state: 'needs-you', operationIds: [payload.id, booking.id] } },
    ]);
  });

  test('is replaced by the server’s version after the response', () => {
    const reply = serverTip({ id: payload.id, totalOdds: 1.9 });

    const views = toOptimisticTips(
      [],
      [posting({ state: 'acked', ack: { status: 200, at: 0, reply } })],
    );

    expect(views).toMatchObject([{ totalOdds: 1.9 }]);
    expect(views[0]).not.toHaveProperty('device');
  });
});

describe('a tip that a backend gave its own id', () => {
  const entityId = 'given-7';
  const sent = posting({ state: 'acked', entityId });
  const booking = row({ seq: 2, payload: { tipId: payload.id }, entityId });

  test('is shown as posted until the row with that id is stored', () => {
    const views = toOptimisticTips([], [sent, booking]);
    expect(views).toMatchObject([{ id: payload.id, IsBooked: true }]);
  });

  test('is shown once, with its pending operations, if that row is stored before its removal', () => {
    const known = serverTip({ id: entityId, IsBooked: false });

    expect(toOptimisticTips([known], [sent, booking])).toMatchObject([
      { id: entityId, IsBooked: true, device: { operationIds: [booking.id] } },
    ]);
  });

  test('is shown once, with the later operations on that row', () => {
    const known = serverTip({ id: entityId, IsBooked: false });
    const other = row({
      seq: 3,
      id: 'later',
      subjects: ['tip:given-7'],
      payload: { tipId: entityId },
    });

    expect(toOptimisticTips([known], [sent, other])).toMatchObject([
      { id: entityId, IsBooked: true, device: { operationIds: ['later'] } },
    ]);
  });
});

describe('a refused change', () => {
  test.each(['rejected', 'conflict'] as const)('has no effect, but a reason: %s', (state) => {
    const refused = row({ state, problem: problem('tip-expired') });

    const views = toOptimisticTips([serverTip()], [refused]);

    expect(views).toMatchObject([
      { IsBooked: false, device: { state: 'needs-you', problem: { code: 'tip-expired' } } },
    ]);
  });

  test('of a follow shows the server’s value, with the reason', () => {
    const refused = following({ state: 'rejected', problem: problem('not-a-tipster') });

    const device = { state: 'needs-you', problem: { code: 'not-a-tipster' } };
    const views = toOptimisticFollows([], [refused]);
    expect(views).toMatchObject([{ tipsterId, following: false, device }]);
  });
});

describe('an administrator’s change', () => {
  const base = serverTip({
    tipsterId,
    options: [leg(), leg({ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 0 })],
    totalOdds: 0,
    version: 4,
  });
  const named = { fixtureId: 'fixture-2', game: 'Leeds Vs Hull' };
  const legs = base.options;
  const pricing = row({
    kind: 'odds.set',
    payload: { tipId, legs, changes: [{ ...named, odd: 2 }] },
  });
  const settling = (seq: number, fixtureId: string, result: string) =>
    row({
      seq,
      kind: 'leg.settle',
      payload: { tipId, legs, change: { ...named, fixtureId, result } },
    });

  test('of a price computes the total odds like the server', () => {
    expect(toOptimisticAdminTips([base], [pricing])).toMatchObject([{ totalOdds: 5 }]);
  });

  test('of results computes outcome, counts and score', () => {
    const results = [settling(2, 'fixture-1', 'won'), settling(3, 'fixture-2', 'lost')];

    expect(toOptimisticAdminTips([base], [pricing, ...results])).toMatchObject([
      {
        outcome: 'lost',
        totalGamesWon: 1,
        totalGamesLost: 1,
        gameRankPercentage: 50,
        options: [
          { status: true, result: 'won' },
          { status: false, result: 'lost' },
        ],
      },
    ]);
  });

  test('of a result shows its reason at once, without the previous reason', () => {
    const fact = { code: 'ended', fullTime: { home: 2, away: 1 } } as const;
    const decided = leg({
      result: 'lost',
      reason: 'The shop says so.',
      confirmedAt: legs[0]?.startDateOfGame,
    });
    const change = { fixtureId: 'fixture-1', game: decided.game, result: 'won', fact };
    const again = row({ kind: 'leg.settle', payload: { tipId, legs: [decided], change } });

    const [view] = toOptimisticAdminTips([{ ...base, options: [decided] }], [again]);

    expect(view?.options).toMatchObject([{ result: 'won', status: true, fact }]);
    expect(view?.options[0]?.reason).toBeUndefined();
  });

  test('of a price does not change the reason of the result', () => {
    const decided = leg({ result: 'won', reason: 'The shop says so.' });
    const change = { fixtureId: 'fixture-1', game: decided.game, odd: 3, reason: 'Late' };
    const repriced = row({
      kind: 'odds.set',
      payload: { tipId, legs: [decided], changes: [change] },
    });

    const [view] = toOptimisticAdminTips([{ ...base, options: [decided] }], [repriced]);

    expect(view?.options).toMatchObject([{ odd: 3, reason: 'The shop says so.' }]);
  });

  test('stays until the list has its version', () => {
    const answered = {
      ...pricing,
      state: 'acked' as const,
      ack: { status: 200, at: 0, version: 5 },
    };
    const repriced = base.options.map((option) => ({ ...option, odd: 3 }));

    expect(toOptimisticAdminTips([base], [answered])).toMatchObject([{ totalOdds: 5, version: 5 }]);
    const newer = { ...base, options: repriced, totalOdds: 9, version: 6 };
    expect(toOptimisticAdminTips([newer], [answered])).toEqual([newer]);
  });

  test('does not add own posts to the list', () => {
    expect(toOptimisticAdminTips([base], [posting()])).toHaveLength(1);
  });

  test('of a missing ticket shows nothing', () => {
    expect(toOptimisticTip(undefined, [pricing], tipId)).toBeUndefined();
  });
});

describe('the own profile', () => {
  const saved = row({
    kind: 'profile.save',
    payload: { ...profile(), firstName: 'Ngozi', showPhone: true },
  });

  test('shows the saved values of this phone', () => {
    expect(toOptimisticRow('profile', profile(), [saved])).toMatchObject({
      firstName: 'Ngozi',
      showPhone: true,
      userName: 'ada',
      device: { state: 'saved' },
    });
  });

  test('shows that its member leaves the list of tipsters', () => {
    const leaving = { ...saved, payload: { ...profile(), isTipster: false } };

    expect(toOptimisticRow('profile', profile(), [leaving])).toMatchObject({ isTipster: false });
  });

  test('has no public name after a change of the name, and keeps it otherwise', () => {
    const publicName = 'Ada Obi #K7B';
    const marked = profile({ publicName });
    const same = { ...saved, payload: { ...profile(), state: 'Oyo' } };

    expect(toOptimisticRow('profile', marked, [saved])).not.toHaveProperty('publicName');
    expect(toOptimisticRow('profile', marked, [same])).toMatchObject({ publicName });
  });

  test('shows the current email of the account, not that of the form', () => {
    const changed = { ...profile(), email: 'new@example.org' };

    expect(toOptimisticRow('profile', changed, [saved])).toMatchObject({
      firstName: 'Ngozi',
      email: 'new@example.org',
    });
  });

  test('is shown before the server has ever sent it', () => {
    const shown = toOptimisticRow('profile', undefined, [saved]);

    expect(shown).toMatchObject({ firstName: 'Ngozi', isTipster: true });
  });

  test('is undefined if there is none', () => {
    expect(toOptimisticRow('profile', undefined, [])).toBeUndefined();
  });
});

describe('an unknown operation', () => {
  test.each([
    { what: 'a kind of a newer app', unknown: { kind: 'tip.duplicate' } },
    { what: 'an unreadable row', unknown: { state: 'unreadable' as const, payload: 7 } },
  ])('does not change any view: $what', ({ unknown }) => {
    expect(toOptimisticTips([serverTip()], [row(unknown)])).toEqual([serverTip()]);
  });
});

const anyRow: fc.Arbitrary<OperationRow> = fc
  .record({
    seq: fc.integer({ min: 1, max: 50 }),
    state: fc.constantFrom(...OperationState.options),
    attempts: fc.nat(20),
    about: fc.constantFrom('a', 'bb', 'ccc'),
    what: fc.constantFrom('post', 'book', 'follow', 'unfollow', 'confirm', 'nonsense'),
    version: fc.option(fc.nat(5), { nil: undefined }),
  })
  .map(({ seq, state, attempts, about, what, version }) => {
    const ack = version === undefined ? {} : { ack: { status: 200, at: 0, version } };
    const shared = { seq, state, attempts, ...(state === 'acked' && ack) };
    const id = `0195c000-0000-7000-8000-00000000000${about.length}`;
    switch (what) {
      case 'post':
        return row({ ...shared, kind: 'tip.post', payload: { ...payload, id } });
      case 'book':
        return row({ ...shared, payload: { tipId: id } });
      case 'confirm':
        return row({ ...shared, kind: 'tip.confirm', payload: { tipId: id } });
      case 'nonsense':
        return row({ ...shared, payload: null });
      default:
        return row({
          ...shared,
          kind: 'follow.set',
          payload: { tipsterId: id, following: what === 'follow' },
        });
    }
  });
const anyBase = fc
  .uniqueArray(fc.constantFrom('a', 'bb', 'ccc'))
  .map((names) =>
    names.map((name) =>
      serverTip({ id: `0195c000-0000-7000-8000-00000000000${name.length}`, version: 2 }),
    ),
  );

describe('applying operations', () => {
  test('is total and pure: it never throws and never changes its input', () => {
    fc.assert(
      fc.property(anyBase, fc.array(anyRow), (base, rows) => {
        const before = JSON.stringify([base, rows]);

        const views = [
          toOptimisticTips(base, rows),
          toOptimisticFollows([], rows),
          toOptimisticRow('profile', undefined, rows),
        ];

        expect(JSON.stringify([base, rows])).toBe(before);
        expect(JSON.stringify(views)).toBe(
          JSON.stringify([
            toOptimisticTips(base, rows),
            toOptimisticFollows([], rows),
            toOptimisticRow('profile', undefined, rows),
          ]),
        );
      }),
    );
  });

  test('applies them by their sequence numbers, in any order of rows', () => {
    fc.assert(
      fc.property(anyBase, fc.uniqueArray(anyRow, { selector: ({ seq }) => seq }), (base, rows) => {
        expect(toOptimisticTips(base, rows.toReversed())).toEqual(toOptimisticTips(base, rows));
      }),
    );
  });

  test('shows every base row, and every posted tip that is not discarded', () => {
    fc.assert(
      fc.property(anyBase, fc.array(anyRow), (base, rows) => {
        const shown = new Set(toOptimisticTips(base, rows).map(({ id }) => id));
        const posted = rows.filter(
          ({ kind, state }) => kind === 'tip.post' && state !== 'unreadable',
        );

        for (const { id } of base) expect(shown).toContain(id);
        for (const { payload } of posted) expect(shown).toContain(Object(payload).id);
      }),
    );
  });

  test('shows only the server rows if every operation was refused', () => {
    fc.assert(
      fc.property(anyBase, fc.array(anyRow), (base, rows) => {
        const refused = rows
          .filter(({ kind }) => kind !== 'tip.post')
          .map((one): OperationRow => ({ ...one, state: 'rejected' }));

        const views = toOptimisticTips(base, refused).map(({ device: _, ...view }) => view);

        expect(new Set(views)).toEqual(new Set(base));
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { toOptimisticAdminTips, toOptimisticDesk } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import {
  confirming,
  correcting,
  fixture,
  fixtureId,
  game,
  pricing,
  result,
  selection,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { leg, memberId, row, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';

const theirs = serverTip({ tipsterId });

function shown(changes: Partial<OperationRow>[], tips = [theirs]) {
  return toOptimisticAdminTips(
    tips,
    changes.map((change, index) => row({ seq: index + 1, ...change })),
  );
}

function desk(changes: Partial<OperationRow>[], before = fixture()) {
  const rows = changes.map((change, index) => row({ seq: index + 1, ...change }));
  return toOptimisticDesk([before], rows)[0];
}

describe('a ticket of another member', () => {
  test('shows a price that was set for all tickets', () => {
    const [tip] = shown([pricing()]);

    expect(tip).toMatchObject({
      options: [{ odd: 1.8 }],
      totalOdds: 1.8,
      device: { state: 'saved' },
    });
  });

  test('keeps the price of another option and of another fixture', () => {
    const options = [leg({ oddName: '1X2 - X' }), leg({ fixtureId: 'fixture-2' })];

    const [tip] = shown([pricing()], [{ ...theirs, options }]);

    expect(tip?.options).toEqual(options);
    expect(tip?.device).toBeUndefined();
  });

  test('keeps its price if only unpriced tickets are priced', () => {
    const gap = pricing();
    const ifUnpriced = { oddsId: 1, odd: 1.8, ifUnpriced: true };
    const tips = [{ ...theirs, options: [leg({ odd: 2.2 })] }];

    const [tip] = shown([{ ...gap, payload: { ...gap.payload, prices: [ifUnpriced] } }], tips);

    expect(tip?.options).toMatchObject([{ odd: 2.2 }]);
  });

  test.each([
    { why: 'is the administrator’s own', values: { tipsterId: memberId } },
    { why: 'is confirmed', values: { IsGameSuccessful: true } },
  ])('stays unchanged if it $why', ({ values }) => {
    const tip = { ...theirs, ...values };

    expect(shown([pricing(), settling(), confirming], [tip])).toEqual([tip]);
  });

  test('shows its decision, and then its confirmation', () => {
    const [tip] = shown([settling(), confirming]);

    expect(tip).toMatchObject({
      options: [{ result: 'won', status: true, confirmedAt: row().queuedAt }],
      outcome: 'won',
      IsGameSuccessful: true,
    });
  });

  test('does not show the reason of a previous decision', () => {
    const fact = { code: 'ended' as const, fullTime: { home: 0, away: 1 } };
    const why = { reason: 'As seen', decidedBy: 'Robin Hale', fact };
    const before = [leg({ result: 'lost', confirmedAt: '2026-03-01T10:00:00.000Z', ...why })];

    const [tip] = shown([settling()], [{ ...theirs, options: before }]);

    expect(tip?.options).toMatchObject([{ result: 'won' }]);
    for (const name of ['reason', 'decidedBy', 'fact']) {
      expect(tip?.options[0]).not.toHaveProperty(name);
    }
  });

  test('keeps its decision if only undecided tickets are decided', () => {
    const results = [{ oddsId: 1, result: 'won', ifPending: true }] as const;
    const overruled = leg({ result: 'void', reason: 'Floodlights failed.' });

    const [tip] = shown(
      [settling({ results: [...results] })],
      [{ ...theirs, options: [overruled] }],
    );

    expect(tip?.options).toEqual([overruled]);
    expect(tip?.device).toBeUndefined();
  });

  test('is decided again with the others if an outdated result decided it', () => {
    const results = [{ oddsId: 1, result: 'lost', ifPending: true }] as const;
    const fact = { code: 'ended' as const, fullTime: { home: 1, away: 0 } };
    const score = { fullTime: [0, 1] as [number, number] };
    const outdated = leg({ fixtureStatus: 'played', score, result: 'won', fact });

    const [tip] = shown(
      [settling({ results: [...results] })],
      [{ ...theirs, options: [outdated] }],
    );

    expect(tip).toMatchObject({ outcome: 'lost', options: [{ result: 'lost' }] });
  });

  test('keeps the decisions of others when an action is undone', () => {
    const [before, after] = ['2026-03-07T11:50:00.000Z', '2026-03-07T11:55:00.000Z'];
    const took = { result: 'won', since: '2026-03-07T11:54:00.000Z' } as const;
    const undone = settling({ results: [{ oddsId: 1, result: 'pending', took }] });
    const option = (result: 'won' | 'void', confirmedAt: string) =>
      shown([undone], [{ ...theirs, options: [leg({ result, confirmedAt })] }])[0]?.options[0];

    expect(option('won', after)).toMatchObject({ result: 'pending' });
    expect(option('won', before)).toMatchObject({ result: 'won' });
    expect(option('void', after)).toMatchObject({ result: 'void' });
  });

  test('is not confirmed before its legs are decided', () => {
    expect(shown([confirming])).toEqual([theirs]);
  });

  test('is open again after a confirmation by mistake was undone', () => {
    const [tip] = shown([settling(), confirming, { ...confirming, kind: 'tips.reopen' }]);

    expect(tip?.IsGameSuccessful).toBe(false);
  });

  test('can become undecided again for ten minutes', () => {
    const back = settling({ results: [{ oddsId: 1, result: 'pending' }] });
    const decided = (confirmedAt: string) => ({
      ...theirs,
      options: [leg({ result: 'won', confirmedAt })],
    });

    expect(shown([back], [decided('2026-03-01T10:51:00.000Z')])[0]?.outcome).toBe('open');
    expect(shown([back], [decided('2026-03-01T10:49:00.000Z')])).toMatchObject([
      { options: [{ result: 'won' }] },
    ]);
  });

  test('shows the result of its game', () => {
    const [tip] = shown([result({ halfTime: [1, 0] })]);

    expect(tip?.options).toMatchObject([
      { fixtureStatus: 'played', score: { halfTime: [1, 0], fullTime: [2, 1] } },
    ]);
  });

  test('shows a correction and the previous result', () => {
    const confirmedAt = '2026-01-26T10:59:59.000Z';
    const decided = {
      ...theirs,
      IsGameSuccessful: true,
      outcome: 'won' as const,
      options: [leg({ result: 'won', confirmedAt, fact: { code: 'awarded' } })],
    };
    const at = row().queuedAt;

    const [corrected] = shown([correcting()], [decided]);

    expect(corrected).toMatchObject({
      IsGameSuccessful: true,
      outcome: 'lost',
      options: [{ result: 'lost', corrected: { result: 'won', at, reason: 'A typing mistake.' } }],
    });
    expect(corrected?.options[0]).not.toHaveProperty('fact');
  });

  test('shows no correction after it was reopened and decided again', () => {
    const corrected = { result: 'won' as const, at: row().queuedAt, reason: 'A typing mistake.' };
    const options = [leg({ result: 'lost', confirmedAt: row().queuedAt, corrected })];

    const [tip] = shown(
      [settling({ results: [{ oddsId: 1, result: 'void' }] })],
      [{ ...theirs, options }],
    );

    expect(tip?.options[0]).toMatchObject({ result: 'void' });
    expect(tip?.options[0]).not.toHaveProperty('corrected');
  });

  test('can be corrected only when it is confirmed', () => {
    const options = [leg({ result: 'won', confirmedAt: row().queuedAt })];

    expect(shown([correcting()], [{ ...theirs, options }])).toEqual([{ ...theirs, options }]);
  });

  test('is unchanged after the operation was refused', () => {
    expect(shown([{ ...pricing(), state: 'conflict' }])).toEqual([theirs]);
  });

  test('shows all operations in their order', () => {
    const changes = [{ fixtureId, game, odd: 4 }];
    const alone = { kind: 'odds.set', payload: { tipId, legs: theirs.options, changes } };

    expect(shown([pricing(), alone])[0]?.options).toMatchObject([{ odd: 4 }]);
    expect(shown([alone, pricing()])[0]?.options).toMatchObject([{ odd: 1.8 }]);
  });
});

describe('a fixture at the desk', () => {
  test('shows a result, and the proposals of the rules', () => {
    const decided = selection({ pending: 0, won: 1, lost: 3 });

    const seen = desk([result({ firstGoal: 'away' })], fixture({ selections: [decided] }));

    expect(seen).toMatchObject({
      status: 'played',
      score: { fullTime: [2, 1] },
      firstGoal: 'away',
      version: 3,
      selections: [{ proposal: { result: 'won' }, differing: 3 }],
      device: { state: 'saved' },
    });
  });

  test('keeps a result that is newer than the own one', () => {
    const done = { ...result(), state: 'acked' as const, ack: { status: 200, at: 0, version: 4 } };
    const newer = fixture({ status: 'cancelled', version: 5 });

    expect(desk([done], newer)).toEqual(newer);
    expect(desk([done])).toMatchObject({ status: 'played', version: 4 });
  });

  test('shows the price and the decision of an option', () => {
    const open = fixture({ selections: [selection({ odd: 0, unpriced: 4, differing: 2 })] });

    expect(desk([pricing(), settling()], open)?.selections).toEqual([
      selection({ odd: 1.8, unpriced: 0, pending: 0, won: 4 }),
    ]);
  });

  test('undoes the decisions of an action, and keeps all others', () => {
    const some = selection({ pending: 0, won: 3, void: 1 });
    const took = { result: 'won', since: '2026-03-07T11:54:00.000Z' } as const;
    const undone = settling({ results: [{ oddsId: 1, result: 'pending', took }] });

    expect(desk([undone], fixture({ selections: [some] }))?.selections).toEqual([
      { ...some, pending: 3, won: 0 },
    ]);
  });

  test('keeps several prices if only unpriced tickets were priced, unless all are now equal', () => {
    const some = { odd: 0, unpriced: 1, tickets: 4, knownOdd: 1.8 };
    const open = fixture({ selections: [selection(some)] });
    const gap = (odd: number) => {
      const { payload, ...rest } = pricing();
      return [{ ...rest, payload: { ...payload, prices: [{ oddsId: 1, odd, ifUnpriced: true }] } }];
    };

    expect(desk(gap(2), open)?.selections).toMatchObject([{ odd: 0, unpriced: 0 }]);
    expect(desk(gap(1.8), open)?.selections).toMatchObject([{ odd: 1.8, unpriced: 0 }]);
  });

  test('has nothing to correct after a correction', () => {
    const wrong = fixture({ selections: [selection({ confirmedDiffering: 14 })] });

    expect(desk([correcting()], wrong)?.selections).toEqual([selection()]);
  });

  test('needs a decision if another administrator was first', () => {
    const changes = { ...pricing(), state: 'conflict' as const };

    expect(desk([changes])).toMatchObject({ ...fixture(), device: { state: 'needs-you' } });
  });
});

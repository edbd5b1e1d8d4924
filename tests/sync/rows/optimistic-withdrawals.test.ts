import { describe, expect, test } from 'vitest';
import { toOptimisticTip, toOptimisticTips } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { problem, row, serverTip, tipId, tipPayload } from '../../testing/engine/samples.ts';

describe('a tip that is being withdrawn', () => {
  const withdrawal = (more: Partial<OperationRow> = {}) =>
    row({ seq: 5, kind: 'tip.withdraw', ...more });

  test.each(['pending', 'sending', 'unknown', 'blocked'] as const)(
    'is marked while it is public: %s',
    (state) => {
      const waiting = withdrawal({ state, sentEver: true });
      const marked = { id: tipId, device: { withdrawalId: waiting.id } };

      expect(toOptimisticTips([serverTip()], [waiting])).toMatchObject([marked]);
      expect(toOptimisticTip(serverTip(), [waiting], tipId)).toMatchObject(marked);
    },
  );

  test('disappears once the server has withdrawn it', () => {
    const taken = withdrawal({ state: 'acked', sentEver: true });

    expect(toOptimisticTips([serverTip()], [taken])).toEqual([]);
    expect(toOptimisticTip(serverTip(), [taken], tipId)).toBeUndefined();
  });

  test('stays hidden if the pull contains its post before its withdrawal', () => {
    const posted = row({ kind: 'tip.post', payload: tipPayload({ id: tipId }), state: 'acked' });

    expect(toOptimisticTips([serverTip()], [posted, withdrawal({ state: 'acked' })])).toEqual([]);
  });

  test('shows no withdrawal if its post was refused meanwhile', () => {
    const post = row({
      id: tipId,
      kind: 'tip.post',
      payload: tipPayload({ id: tipId }),
      state: 'rejected',
      sentEver: true,
      problem: problem('fixture-started'),
    });

    const [tip] = toOptimisticTips([], [post, withdrawal()]);

    expect(tip?.device).toMatchObject({
      state: 'needs-you',
      problem: { code: 'fixture-started' },
    });
    expect(tip?.device).not.toHaveProperty('withdrawalId');
    expect(tip?.device).not.toHaveProperty('mayBePosted');
  });

  test('is shown again, with the reason, if that was refused', () => {
    const refused = withdrawal({ state: 'rejected', problem: problem('too-late-to-withdraw') });

    expect(toOptimisticTips([serverTip()], [refused])).toMatchObject([
      {
        id: tipId,
        device: {
          state: 'needs-you',
          problem: { code: 'too-late-to-withdraw' },
          withdrawalId: refused.id,
        },
      },
    ]);
  });
});
